/** The first query of most visitors, over a museum's catalogue: every facet of everything, and the first page by name. */
import { existsSync, rmSync } from 'node:fs';
import { find } from '../../../columnar/src/find.ts';
import type { AssetQuery, FacetField } from '../../../columnar/src/search-index.ts';
import { openSnapshots } from '../../../columnar/src/snapshots.ts';
import type { ViewData } from '../../../columnar/src/view.ts';
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import { openSharedIndex } from '../../src/app/index/index-threads.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { importMuseum } from '../museum.ts';
import { median, percentile, report } from '../report.ts';
import { everyone } from './shapes.ts';

const ASKED_MS = 3;
const TIMES = 200;
const COUNTED = new Set(['dropdown', 'checkbox', 'node_reference']);

export async function benchMuseumFacets(museum: string): Promise<void> {
  if (!existsSync(museum)) {
    console.log(`not measured: there is no ${museum}`);
    return;
  }
  const { data } = await importMuseum(museum);
  try {
    await measure(data);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function measure(directory: string): Promise<void> {
  await using shared = openSharedIndex({ data: directory });
  await using catalogue = openCatalogue({ directory });
  const model = (await catalogue.snapshot()).model;
  const viewer = await everyone(catalogue);
  const fields = facetsOf(model);
  const query: AssetQuery = {
    all: [],
    sort: [{ by: 'name', descending: false }],
    locale: model.defaultLanguage,
    offset: 0,
    count: 50,
    facets: { fields, limit: 100 },
    viewer,
  };
  const { view, perspective } = openSnapshots()((await shared.reach()) as ViewData, model);
  const own = perspective({ viewer });
  const answer = find(view, own, query);

  const cached = times(() => find(view, own, query));
  const uncached = times(() => {
    own.facets.clear();
    find(view, own, query);
  });
  const strangers = times((i) => find(view, perspective({ viewer: { ...viewer, key: `stranger ${i}` } }), query));
  const values = answer.facets?.reduce((sum, each) => sum + each.length, 0);
  const name = `all ${fields.length} facets of ${answer.total} museum assets (${values} values), first 50 by name`;
  for (const [how, taken] of Object.entries({
    'counted anew': uncached,
    'counted before': cached,
    'first of a viewer': strangers,
  })) {
    report({
      name: `${name}, ${how}`,
      asked: `${ASKED_MS} ms`,
      measured: `${median(taken).toFixed(2)} ms (p95 ${percentile(taken, 95).toFixed(2)} ms)`,
      isReached: median(taken) <= ASKED_MS,
    });
  }
}

function facetsOf(model: CatalogueModel): readonly FacetField[] {
  return [
    ...(['extension', 'category', 'asset_type'] as const).map((by) => ({ by })),
    ...[...model.nodeTypes.keys()].map((type) => ({ by: 'node_type', type }) as const),
    ...[...model.infoFields.values()]
      .filter(({ type, onAssets }) => onAssets && COUNTED.has(type))
      .map(({ id }) => ({ by: 'info_field', field: id }) as const),
  ];
}

/** Milliseconds of each run, after as many warm-up runs. */
function times(work: (i: number) => unknown): readonly number[] {
  const all = Array.from({ length: 2 * TIMES }, (_, i) => {
    const start = performance.now();
    work(i);
    return performance.now() - start;
  });
  return all.slice(TIMES);
}
