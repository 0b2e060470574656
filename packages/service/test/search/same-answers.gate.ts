/** Random queries while the catalogue changes, beside the reference. SAME_ANSWERS_ROUNDS gives more, SEED others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INDEX_LIMITS } from '../../../columnar/src/index-limits.ts';
import { TERM_CACHE_LIMITS } from '../../../columnar/src/term-cache.ts';
import { CACHE_EVERY_TERM } from '../../../columnar/test/cache-every-term.ts';
import { seeded } from '../../../columnar/test/random.ts';
import { drawQuery } from '../../../columnar/test/random-queries.ts';
import { viewerFor } from '../../../core/src/domain/permissions.ts';
import { SEED } from '../../../core/test/support/seed.ts';
import { openPostgresCatalogue } from '../../src/catalogue/postgres/catalogue.ts';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { openPostgresIndexSource } from '../../src/catalogue/postgres/index-source.ts';
import { openPostgresWriter } from '../../src/catalogue/postgres/writer.ts';
import { NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';
import { openSearch } from './open-search.ts';
import { drawBounds } from './random-bounds.ts';
import { change, FOLDER, fill, KEYWORD } from './random-catalogue.ts';
import { ASSETS, POOLS } from './random-world.ts';
import { openReferenceSearch } from './reference/search.ts';

const inOrder = (counts: ReadonlyMap<number, number>) => [...counts].sort(([a], [b]) => a - b);

const { signal } = new AbortController();
const ROUNDS = Number(process.env['SAME_ANSWERS_ROUNDS'] || 4);
/** Words of the catalogue with one or two edits, and others. */
const MISSPELT = [
  ...['harbor', 'harbuor', 'baots', 'oats', 'IMGG', '2034', 'strase', 'sae', 'nowhere', 'sea', 'lighthouse'],
  ...['ligthhouse', 'lihgthuose', 'ilxghthouse', 'lightousee', 'lightuose'],
].map((word) => word.toLowerCase());
const SUGGESTED = ['', 's', 'Sea', 'sea b', 'old', '204', 'of the', '👍', 'no such'];

const IN_POSTGRES = 'the catalogue in PostgreSQL';

async function openInPostgres() {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startPostgres());
  const postgres = stack.use(openPostgres({ url: await server.createDatabase(), connections: 4 }));
  const writer = stack.use(openPostgresWriter(postgres));
  const catalogue = stack.use(openPostgresCatalogue({ postgres, freshness: { kind: 'strict' } }));
  const source = stack.use(openPostgresIndexSource(postgres));
  const owned = stack.move();
  return { writer, catalogue, source, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** So small that segments are often built, filled and rebuilt. */
const TIGHT = { deltas: [4, 10], batch: 12, full: 25, fullTexts: 150, rebuild: 3 };

for (const [place, [name, limits, terms]] of (
  [
    ['usual limits', INDEX_LIMITS, TERM_CACHE_LIMITS],
    ['usual limits, most terms cached', INDEX_LIMITS, CACHE_EVERY_TERM],
    ['tight limits', TIGHT, TERM_CACHE_LIMITS],
    ['tight limits, most terms cached', TIGHT, CACHE_EVERY_TERM],
    ['so little memory that terms are evicted during a query', INDEX_LIMITS, { ...CACHE_EVERY_TERM, bytes: 3000 }],
    [IN_POSTGRES, INDEX_LIMITS, TERM_CACHE_LIMITS],
  ] as const
).entries()) {
  test(`random queries have the same results in columns and in the reference, while the catalogue changes: ${name}`, {
    skip: name === IN_POSTGRES && NO_POSTGRES,
  }, async () => {
    const random = seeded(SEED + place);
    await using stack = new AsyncDisposableStack();
    const stores = name === IN_POSTGRES ? { stores: stack.use(await openInPostgres()) } : {};
    await using opened = await openSearch({ limits, terms, ...stores });
    const { writer, catalogue } = opened;
    const world = await fill(writer, random, ASSETS);
    const reference = openReferenceSearch(catalogue);
    let columnar = opened.index;
    let old = await opened.build();

    // There, the reference waits for the database with each query.
    const rounds = name === IN_POSTGRES ? Math.ceil(ROUNDS / 4) : ROUNDS;
    for (let round = 0; round < rounds; round++) {
      const where = `SEED=${SEED} repeats it; round ${round}`;
      for (let i = 0; i < 20; i++) {
        const groups = [1, 2, 3].filter(() => random.chance(0.6));
        const model = (await catalogue.snapshot()).model;
        const query = drawQuery(random, model, POOLS, viewerFor(model, { id: undefined, groups }, drawBounds(random)));
        const { viewer, ...shown } = query;
        // Rights may have been computed just before the catalogue changed.
        if (random.chance(0.1)) await change(writer, random, ASSETS, world);
        const now = { ...query, viewer: viewer.at((await catalogue.snapshot()).model) };
        const description = `${where}, ${viewer.key}: ${JSON.stringify(shown)}`;
        assert.deepEqual(await columnar.find(query, { signal }), await reference.find(now, { signal }), description);
        const maxDistance = random.pick([0, 0.1, 0.35, 1]);
        const alike = { asset: random.pick(POOLS.ids), all: random.pick([query.all, []]), maxDistance };
        const [similar, wanted] = [
          { ...query, ...alike },
          { ...now, ...alike },
        ];
        assert.deepEqual(
          await columnar.similar(similar, { signal }),
          await reference.similar(wanted, { signal }),
          description,
        );
        const page = { maxDistance, offset: random.between(0, 3), count: random.pick([1, 1000]) };
        assert.deepEqual(
          await columnar.duplicates({ ...query, ...page }, { signal }),
          await reference.duplicates({ ...now, ...page }, { signal }),
          description,
        );
      }
      const user = { id: undefined, groups: [1, 2, 3].slice(round % 3) };
      const viewer = viewerFor((await catalogue.snapshot()).model, user, drawBounds(random));
      const when = () => (random.chance(0.7) ? { validAt: random.pick(POOLS.clock) } : {});
      for (const recursive of [false, true]) {
        const count = {
          type: random.pick([FOLDER, KEYWORD]),
          recursive,
          references: random.chance(0.5),
          viewer,
          ...when(),
        };
        const counted = await columnar.countByNode(count, { signal });
        assert.deepEqual(inOrder(counted), inOrder(await reference.countByNode(count, { signal })), where);
      }
      const at = random.pick([...POOLS.clock, 0]);
      const next = [columnar, reference].map((index) => index.nextBoundary(at, { viewer, signal }));
      assert.equal(await next[0], await next[1], where);
      const ids = [...POOLS.ids, ...POOLS.ids, -1];
      const then = when();
      const seen = [columnar, reference].map((index) => index.visible(ids, { viewer, ...then, signal }));
      assert.deepEqual(await seen[0], await seen[1], where);
      for (const within of [undefined, 'metadata', 'content'] as const) {
        const options = { asPrefixes: random.chance(0.5), within, viewer, ...when(), signal };
        const asked = [columnar, reference].map((index) => index.near(MISSPELT, options));
        assert.deepEqual(await asked[0], await asked[1], `${where}, ${viewer.key}`);
      }
      for (const text of SUGGESTED) {
        const locale = random.pick(['en', 'de', 'sv']);
        const options = { limit: random.between(1, 5), locale, viewer, signal };
        const type = random.chance(0.5) ? {} : { type: random.pick([FOLDER, KEYWORD, 999]) };
        const asked = [columnar, reference].map((index) => index.suggest(text, { ...options, ...type }));
        assert.deepEqual(await asked[0], await asked[1], `${where}: ${text} in ${locale}`);
      }
      await change(writer, random, ASSETS, world);
      // The next start finds an index that is older than the catalogue.
      if (random.chance(0.1)) columnar = opened.openIndex({ initial: old, limits, terms });
      if (random.chance(0.1)) old = await opened.build();
    }
  });
}
