import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { openIndexSource } from '../../src/catalogue/sqlite/index-source.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { type Bounds, viewerFor } from '../../src/domain/permissions.ts';
import { type Base, buildBase } from '../../src/search/columnar/build-base.ts';
import { openColumnarSearch } from '../../src/search/columnar/columnar-search.ts';
import { INDEX_LIMITS } from '../../src/search/columnar/index-limits.ts';
import { openIndexPublisher } from '../../src/search/columnar/index-publisher.ts';
import { TERM_CACHE_LIMITS } from '../../src/search/columnar/term-cache.ts';
import { openViews } from '../../src/search/columnar/views.ts';
import { CACHE_EVERY_TERM } from './cache-every-term.ts';
import { openSqlSearch } from './oracle/search.ts';
import { type Random, seeded } from './random.ts';
import { change, FOLDER, fill, KEYWORD } from './random-catalogue.ts';
import { drawQuery } from './random-queries.ts';
import { ASSETS, POOLS } from './random-world.ts';

const { signal } = new AbortController();
const ROUNDS = Number(process.env['SAME_ANSWERS_ROUNDS'] || 4);

/** So small that segments are often built, filled and rebuilt. */
const TIGHT = { deltas: [4, 10], settled: 12, full: 25, fullTexts: 150, rebuild: 3 };

for (const [seed, limits, terms] of [
  [1, INDEX_LIMITS, TERM_CACHE_LIMITS],
  [2, INDEX_LIMITS, CACHE_EVERY_TERM],
  [3, TIGHT, TERM_CACHE_LIMITS],
  [4, TIGHT, CACHE_EVERY_TERM],
  // So little that terms are evicted during a query.
  [5, INDEX_LIMITS, { ...CACHE_EVERY_TERM, bytes: 3000 }],
] as const) {
  const size = `${limits === TIGHT ? 'tight' : 'usual'} limits, ${terms.leastTimes === 1 ? 'most terms' : 'no term'} cached, ${terms.bytes} bytes`;
  test(`random queries have the same results in columns and in SQL, while the catalogue changes (seed ${seed}, ${size})`, async () => {
    await using stack = new AsyncDisposableStack();
    const directory = mkdtempSync(join(tmpdir(), 'abs-same-'));
    stack.defer(() => rmSync(directory, { recursive: true, force: true }));
    const random = seeded(seed);
    const writer = stack.use(openCatalogueWriter({ directory }));
    const catalogue = stack.use(openCatalogue({ directory }));
    const world = await fill(writer, random, ASSETS);
    const sql = stack.use(openSqlSearch({ directory, catalogue }));
    const source = stack.use(openIndexSource({ directory }));
    const open = (initial?: Base) => {
      const publisher = openIndexPublisher({ source, initial, limits, build: () => buildBase(source) });
      return stack.use(
        openColumnarSearch({ catalogue, views: openViews(publisher.reach, { waitSeconds: 60 }), terms }),
      );
    };
    let columnar = open();
    let old = await buildBase(source);

    for (let round = 0; round < ROUNDS; round++) {
      for (let i = 0; i < 20; i++) {
        const groups = [1, 2, 3].filter(() => random.chance(0.6));
        const model = (await catalogue.snapshot()).model;
        const query = drawQuery(random, model, POOLS, viewerFor(model, { id: undefined, groups }, drawBounds(random)));
        const { viewer, ...shown } = query;
        // Rights may have been computed just before the catalogue changed.
        if (random.chance(0.1)) await change(writer, random, ASSETS, world);
        const now = { ...query, viewer: viewer.at((await catalogue.snapshot()).model) };
        const description = `round ${round}, ${viewer.key}: ${JSON.stringify(shown)}`;
        assert.deepEqual(await columnar.find(query, { signal }), await sql.find(now, { signal }), description);
      }
      const user = { id: undefined, groups: [1, 2, 3].slice(round % 3) };
      const viewer = viewerFor((await catalogue.snapshot()).model, user, drawBounds(random));
      for (const recursive of [false, true]) {
        const count = { type: random.pick([FOLDER, KEYWORD]), recursive, references: random.chance(0.5), viewer };
        const counted = await columnar.countByNode(count, { signal });
        assert.deepEqual(inOrder(counted), inOrder(await sql.countByNode(count, { signal })), `round ${round}`);
      }
      await change(writer, random, ASSETS, world);
      // The next start finds an index that is older than the catalogue.
      if (random.chance(0.1)) columnar = open(old);
      if (random.chance(0.1)) old = await buildBase(source);
    }
  });
}

/** Mostly none, as for most base addresses. */
function drawBounds(random: Random): Bounds {
  const roots = [FOLDER, KEYWORD].flatMap((type) =>
    random.chance(0.2)
      ? [[type, Array.from({ length: random.between(1, 3) }, () => random.pick(POOLS.nodes))] as const]
      : [],
  );
  return { roots: new Map(roots), formats: null };
}

function inOrder(counts: ReadonlyMap<number, number>) {
  return [...counts].sort(([a], [b]) => a - b);
}
