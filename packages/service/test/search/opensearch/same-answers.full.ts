/** Random queries while the catalogue changes, beside the reference. OPENSEARCH_ROUNDS gives more, SEED others. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { AssetQuery } from '../../../../columnar/src/search-index.ts';
import { seeded } from '../../../../columnar/test/random.ts';
import { drawQuery } from '../../../../columnar/test/random-queries.ts';
import { viewerFor } from '../../../../core/src/domain/permissions.ts';
import { SEED } from '../../../../core/test/support/seed.ts';
import { NO_OPENSEARCH, type OpenSearchCluster, startOpenSearch } from '../../support/servers/opensearch.ts';
import { drawBounds } from '../random-bounds.ts';
import { change, FIELDS, FOLDER, fill, KEYWORD } from '../random-catalogue.ts';
import { ASSETS, POOLS } from '../random-world.ts';
import { openReferenceSearch } from '../reference/search.ts';
import { openOn } from './open-opensearch.ts';

const { signal } = new AbortController();
const ROUNDS = Number(process.env['OPENSEARCH_ROUNDS'] || 6);
/** Keys whose order is the engine's own. */
const OWN_ORDER = new Set<unknown>([
  ...['name', 'original', 'extension', 'score', FIELDS.title, FIELDS.notes, FIELDS.places, FIELDS.themes],
]);
const MISSPELT = ['harbor', 'harbuor', 'oats', 'imgg', 'nowhere', 'sea', 'ligthhouse', 'ilxghthouse', 'lightousee'];

const inOrder = (counts: ReadonlyMap<number, number>) => [...counts].sort(([a], [b]) => a - b);
const hasExactOrder = ({ sort }: AssetQuery) => !sort.some((key) => OWN_ORDER.has('field' in key ? key.field : key.by));

describe('random queries', { skip: NO_OPENSEARCH }, () => {
  let server: OpenSearchCluster;
  before(async () => {
    server = await startOpenSearch();
  });
  after(() => server[Symbol.asyncDispose]());

  for (const shards of [1, 5]) {
    test(`${shards} shards give the answers of the reference, while the catalogue changes`, async () => {
      const random = seeded(SEED + shards);
      await using opened = await openOn(server.urls[0] ?? '', { shards });
      const { writer, catalogue, index } = opened;
      const world = await fill(writer, random, ASSETS);
      const reference = openReferenceSearch(catalogue);
      let near = { asked: 0, missed: 0 };

      for (let round = 0; round < ROUNDS; round++) {
        for (let i = 0; i < 20; i++) {
          const { model } = await catalogue.snapshot();
          const groups = [1, 2, 3].filter(() => random.chance(0.6));
          const query = drawQuery(
            random,
            model,
            POOLS,
            viewerFor(model, { id: undefined, groups }, drawBounds(random)),
          );
          const { viewer, ...shown } = query;
          const where = `SEED=${SEED} repeats it; round ${round}, ${viewer.key}: ${JSON.stringify(shown)}`;
          const [found, expected] = await Promise.all([
            index.find(query, { signal }),
            reference.find(query, { signal }),
          ]);
          if (hasExactOrder(query)) assert.deepEqual(found, expected, where);
          else {
            const { ids, ...counts } = found;
            const { ids: expectedIds, ...expectedCounts } = expected;
            assert.deepEqual(counts, expectedCounts, where);
            // Whole lists have the same assets.
            if (query.offset === 0 && query.count === 1000)
              assert.deepEqual([...ids].sort(), [...expectedIds].sort(), where);
            else assert.equal(ids.length, expectedIds.length, where);
          }
        }
        const { model } = await catalogue.snapshot();
        const viewer = viewerFor(model, { id: undefined, groups: [1, 2, 3].slice(round % 3) }, drawBounds(random));
        const when = () => (random.chance(0.7) ? { validAt: random.pick(POOLS.clock) } : {});
        const where = `SEED=${SEED} repeats it; round ${round}, ${viewer.key}`;
        for (const recursive of [false, true]) {
          const count = {
            type: random.pick([FOLDER, KEYWORD]),
            recursive,
            references: random.chance(0.5),
            viewer,
            ...when(),
          };
          const visible = (counts: ReadonlyMap<number, number>) =>
            inOrder(counts).filter(([id]) => viewer.canViewNode(id));
          const expected = visible(await reference.countByNode(count, { signal }));
          assert.deepEqual(
            visible(await index.countByNode(count, { signal })),
            expected,
            `${where}, ${JSON.stringify({ ...count, viewer: 0 })}`,
          );
        }
        const at = random.pick([...POOLS.clock, 0]);
        const ids = [...POOLS.ids, -1];
        const then = when();
        const [a, b] = [index, reference].map(async (each) => [
          await each.nextBoundary(at, { viewer, signal }),
          await each.visible(ids, { viewer, ...then, signal }),
        ]);
        assert.deepEqual(await a, await b, where);
        for (const within of [undefined, 'metadata', 'content'] as const) {
          const options = { asPrefixes: random.chance(0.5), within, viewer, ...when(), signal };
          const [own, all] = [await index.near(MISSPELT, options), await reference.near(MISSPELT, options)];
          for (const [place, words] of all.entries()) {
            assert.equal(own[place] === undefined, words === undefined, where);
            const found = new Map(own[place]?.map((each) => [each.word, each]));
            for (const word of words ?? []) {
              near = { asked: near.asked + 1, missed: near.missed + Number(!found.has(word.word)) };
              if (found.has(word.word)) assert.deepEqual(found.get(word.word), word, where);
              found.delete(word.word);
            }
            assert.equal(found.size, 0, where);
          }
        }
        await change(writer, random, ASSETS, world);
      }
      assert.ok(near.missed * 20 <= near.asked, `${near.missed} of ${near.asked} near words are missing`);
    });
  }
});
