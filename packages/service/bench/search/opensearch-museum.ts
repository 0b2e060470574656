/**
 * Random questions of six viewers about a catalogue of 87,283 records, to an OpenSearch server and to the index in memory:
 * `npm run bench:opensearch -- BUNDLE opensearch+http://127.0.0.1:9200 SHARDS QUESTIONS`. SEED gives others.
 */

import { rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { buildBase } from '../../../columnar/src/build-base.ts';
import { openColumnarSearch } from '../../../columnar/src/columnar-search.ts';
import { IndexPublisher } from '../../../columnar/src/index-publisher.ts';
import { openViews } from '../../../columnar/src/views.ts';
import { seeded } from '../../../columnar/test/random.ts';
import { drawQuery, type Pools } from '../../../columnar/test/random-queries.ts';
import { viewerFor } from '../../../core/src/domain/permissions.ts';
import { wordsOf } from '../../../core/src/domain/words.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { openIndexSource } from '../../src/catalogue/sqlite/index-source.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { Client } from '../../src/opensearch/client.ts';
import { Indexer } from '../../src/opensearch/indexer.ts';
import { openOpenSearch } from '../../src/opensearch/opensearch-search.ts';
import { importMuseum } from '../museum.ts';

const [, , museum = '', url = '', shards = '1', count = '2000'] = process.argv;
const { signal } = new AbortController();
const random = seeded(Number(process.env['SEED'] ?? 1));
const { data } = await importMuseum(museum);
{
  await using writer = openCatalogueWriter({ directory: data });
  await using catalogue = openCatalogue({ directory: data });
  const { model } = await catalogue.snapshot();
  await writer.change(async (changes) => {
    for (const id of [1, 2, 3]) await changes.put('group', { id, name: `group ${id}` });
    const folders = [...model.trees.nodes()].filter(({ type }) => type === 101);
    for (const folder of folders.filter(() => random.chance(0.3))) {
      const access = [1, 2, 3]
        .filter(() => random.chance(0.5))
        .map((group) => ({ group, view: random.chance(0.8), download: '*' as const, anyTime: random.chance(0.3) }));
      await changes.put('node', { ...folder, access });
    }
  });
}
await using catalogue = openCatalogue({ directory: data });
await using source = openIndexSource({ directory: data });
const publisher = new IndexPublisher({ source, build: () => buildBase(source) });
const columns = openColumnarSearch({ catalogue, views: openViews(() => publisher.reach(), { waitSeconds: 600 }) });
using client = new Client({ url });
await using indexer = new Indexer({
  source,
  client,
  name: `museum-${shards}`,
  shards: Number(shards),
  timeZone: 'UTC',
  report: console.error,
});
const index = openOpenSearch({ catalogue, client, reach: () => indexer.reach(), waitSeconds: 3600 });
const begun = performance.now();
await indexer.reach();
console.log(`indexed in ${((performance.now() - begun) / 1000).toFixed(0)} s`);

const { model } = await catalogue.snapshot();
const assets = await source.page();
const pick = <T>(all: readonly T[]) => random.pick(all);
const nodes = [...model.trees.nodes()].map(({ id }) => id);
const pools: Pools = {
  words: [
    ...assets.flatMap(({ active }) => wordsOf(active.name)).slice(0, 300),
    'woman',
    'portrait',
    'street',
    'untitled',
    'harris',
    'oil',
    'a',
    'of',
    'nowhere',
  ],
  ids: Array.from({ length: 500 }, () => random.between(1, 90_000)),
  nodes: Array.from({ length: 300 }, () => pick(nodes)).concat([1, 2, 3]),
  extensions: [...new Set(assets.map(({ active }) => active.properties.extension)), 'none'],
  numbers: [-3, 0, 1, 7, 1900, 1950, 2000],
  instants: [Date.UTC(1900, 0), Date.UTC(1950, 2), Date.UTC(2015, 6), Date.UTC(2020, 0), Date.UTC(2025, 0)],
  seconds: [0, 60, 300],
  licences: ['CC0-1.0', 'CC-BY-4.0', 'MIT'],
  sourceTypes: ['digitalCapture'],
  clock: [Date.now()],
  pixels: [0, 100, 1000, 5000],
};
const none = { roots: new Map<number, readonly number[]>(), formats: null };
const viewers = [[], [1], [2], [1, 2], [1, 2, 3]].map((groups) => viewerFor(model, { id: undefined, groups }, none));
const folders = [...model.trees.nodes()].filter(({ type }) => type === 101);
viewers.push(
  viewerFor(
    model,
    { id: undefined, groups: [1] },
    { ...none, roots: new Map([[101, [pick(folders).id, pick(folders).id]]]) },
  ),
);

const exactKeys = new Set([
  'id',
  'size',
  'uploaded',
  'modified',
  'asset_type',
  'uploaded_by',
  'duration',
  'pixels',
  'rating',
]);
const figures = {
  questions: 0,
  found: 0,
  totalsDiffer: 0,
  facets: 0,
  facetsDiffer: 0,
  orders: 0,
  ordersDiffer: 0,
  trees: 0,
  treesDiffer: 0,
  failed: 0,
};
const times: [number, number] = [0, 0];
const timed = async <T>(place: 0 | 1, work: () => Promise<T>) => {
  const start = performance.now();
  try {
    return await work();
  } finally {
    times[place] += performance.now() - start;
  }
};
for (let i = 0; i < Number(count); i++) {
  const viewer = viewers[i % viewers.length] as (typeof viewers)[0];
  const query = drawQuery(random, model, pools, viewer);
  figures.questions += 1;
  try {
    const expected = await timed(0, () => columns.find(query, { signal }));
    const found = await timed(1, () => index.find(query, { signal }));
    figures.found += Number(expected.total > 0);
    const show = (what: string) =>
      console.log(
        what,
        viewer.key,
        JSON.stringify({ ...query, viewer: 0 }).slice(0, 1500),
        found.total,
        expected.total,
      );
    if (found.total !== expected.total) {
      figures.totalsDiffer += 1;
      show('total');
    }
    if (expected.facets) {
      figures.facets += expected.facets.length;
      const differ = expected.facets.filter((facet, place) => !isDeepStrictEqual(facet, found.facets?.[place])).length;
      figures.facetsDiffer += differ;
      if (differ > 0) show('facets');
    }
    const isExact = query.sort.every(
      (key) =>
        exactKeys.has(key.by) ||
        (key.by === 'info_field' &&
          !['text', 'node_reference', undefined].includes(model.infoFields.get(key.field)?.type)),
    );
    if (isExact && expected.ids.length > 0) {
      figures.orders += 1;
      if (!isDeepStrictEqual(found.ids, expected.ids)) {
        figures.ordersDiffer += 1;
        show('order');
      }
    }
    if (i % 10 < 1) {
      const tree = {
        type: pick([101, 102, 103]),
        recursive: random.chance(0.6),
        references: random.chance(0.5),
        viewer,
      };
      const [a, b] = [await index.countByNode(tree, { signal }), await columns.countByNode(tree, { signal })];
      const sorted = (counts: ReadonlyMap<number, number>) =>
        [...counts].filter(([id, n]) => n > 0 && viewer.canViewNode(id)).sort(([x], [y]) => x - y);
      figures.trees += 1;
      if (!isDeepStrictEqual(sorted(a), sorted(b))) {
        figures.treesDiffer += 1;
        console.log('tree', JSON.stringify({ ...tree, viewer: viewer.key }));
      }
    }
  } catch (error) {
    figures.failed += 1;
    console.log(String(error).slice(0, 600), JSON.stringify({ ...query, viewer: 0 }).slice(0, 600));
  }
  if (i % 100 === 99) console.log(JSON.stringify(figures));
}
console.log(
  JSON.stringify({ ...figures, columnsMs: times[0] / figures.questions, openSearchMs: times[1] / figures.questions }),
);
const { totalsDiffer, facetsDiffer, ordersDiffer, treesDiffer, failed } = figures;
if (totalsDiffer + facetsDiffer + ordersDiffer + treesDiffer + failed > 0) process.exitCode = 1;
await client.send({ method: 'DELETE', path: `/museum-${shards}-*` });
await columns[Symbol.asyncDispose]();
rmSync(data, { recursive: true, force: true });
