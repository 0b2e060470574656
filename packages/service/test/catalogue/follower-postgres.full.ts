import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import { A_START, until } from '../../../core/test/support/until.ts';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { type Freshness, openPostgresCatalogue } from '../../src/catalogue/postgres/catalogue.ts';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { readModelOfHistory } from '../../src/catalogue/postgres/history.ts';
import { openPostgresIndexSource } from '../../src/catalogue/postgres/index-source.ts';
import { openForAll } from '../support/open-for-all.ts';
import { ask, NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';

const STRICT: Freshness = { kind: 'strict' };
const BOUNDED: Freshness = { kind: 'bounded', lagMilliseconds: 10_000 };

describe('a reader that follows PostgreSQL', { skip: NO_POSTGRES }, () => {
  const server = openForAll(() => startPostgres());

  async function open(freshness: Freshness) {
    await using stack = new AsyncDisposableStack();
    const url = await server.createDatabase();
    const postgres = stack.use(openPostgres({ url, connections: 3 }));
    const catalogue: Catalogue = stack.use(openPostgresCatalogue({ postgres, freshness }));
    await catalogue.snapshot();
    const owned = stack.move();
    return {
      url,
      postgres,
      catalogue,
      /** Commits as another node does; `sql` may use the revision as `(SELECT revision FROM state)`. */
      commitElsewhere: (...statements: string[]) =>
        ask(url, `BEGIN; UPDATE state SET revision = revision + 1; ${statements.join('; ')}; COMMIT`),
      [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
    };
  }

  const log = (kind: string, id: number) =>
    `INSERT INTO changes SELECT revision, '${kind}', ${id} FROM state ON CONFLICT DO NOTHING`;
  const putGroup = (id: number, name: string) =>
    `INSERT INTO definitions VALUES ('group', ${id}, '${JSON.stringify({ id, name })}')
     ON CONFLICT (kind, id) DO UPDATE SET document = excluded.document`;
  const putNode = (id: number, parent: number | null, name: string) =>
    `INSERT INTO nodes VALUES (${id}, 1, ${parent}, '${JSON.stringify(name)}', 0, '{}')
     ON CONFLICT (id) DO UPDATE SET parent = excluded.parent, name = excluded.name`;

  test('with bounded freshness, snapshots need no wait, and commits arrive by themselves', async () => {
    await using world = await open(BOUNDED);
    const first = world.catalogue.snapshotAtHand();
    assert.equal(first?.revision, 0);
    assert.equal(await world.catalogue.snapshot(), first);
    await world.commitElsewhere(putGroup(1, 'one'), log('group', 1));
    await until(() => world.catalogue.snapshotAtHand()?.revision === 1, 'the commit never arrives');
    assert.equal(world.catalogue.snapshotAtHand()?.model.groups.size, 1);
    await until(() => world.catalogue.lag() < 1000);
  });

  for (const [revisions, restored] of [
    ['have grown past those that were seen', [2, 3]],
    ['end at the one that was seen', [2]],
  ] as const)
    test(`after a restore whose revisions ${revisions}, nothing is left of what was lost`, async () => {
      await using world = await open(STRICT);
      await world.commitElsewhere(putGroup(1, 'lost'), log('group', 1));
      const { model: seen } = await world.catalogue.snapshot();
      await using source = openPostgresIndexSource(world.postgres);
      const namesOf = ({ groups }: CatalogueModel) => [...groups.values()].map(({ name }) => name);
      const indexed = async () => {
        await using state = await source.open();
        return namesOf(state.model);
      };
      assert.deepEqual(await indexed(), ['lost']);
      const commits = restored.flatMap((id) => [
        'UPDATE state SET revision = revision + 1',
        putGroup(id, 'restored'),
        log('group', id),
      ]);
      // A restore of a dump fills the tables again. Nobody sees a state in between.
      await ask(
        world.url,
        `BEGIN; CREATE TEMPORARY TABLE kept AS SELECT * FROM state; TRUNCATE state, changes, definitions;
       INSERT INTO state SELECT * FROM kept; UPDATE state SET revision = 0; ${commits.join('; ')}; COMMIT`,
      );
      const names = restored.map(() => 'restored');
      assert.deepEqual(namesOf((await world.catalogue.snapshot()).model), names);
      assert.deepEqual(await indexed(), names);
      // As when the restore happens between the look at the revision and the reading.
      await using transaction = await world.postgres.begin('read');
      const known = { model: seen, history: 'one that is gone' };
      assert.deepEqual(namesOf((await readModelOfHistory(transaction.query, known, undefined)).model), names);
    });

  test('nodes that are added, changed and removed one after another make the trees that reading all makes', async () => {
    await using world = await open(STRICT);
    const steps = [
      [putNode(5, null, 'root'), log('node', 5), putNode(7, 5, 'child'), log('node', 7)],
      [putNode(6, 5, 'another'), log('node', 6)],
      [putNode(3, null, 'first'), log('node', 3), putNode(7, 3, 'moved'), log('node', 7)],
      ['DELETE FROM nodes WHERE id = 6', log('node', 6)],
      [putNode(6, 7, 'back'), log('node', 6), putNode(5, null, 'renamed'), log('node', 5)],
    ];
    const postgres = openPostgres({ url: world.url, connections: 2 });
    for (const step of steps) {
      await world.commitElsewhere(...step);
      const { trees } = (await world.catalogue.snapshot()).model;
      await using fresh = openPostgresCatalogue({ postgres, freshness: STRICT });
      const expected = (await fresh.snapshot()).model.trees;
      assert.deepEqual([...trees.nodes()], [...expected.nodes()]);
      assert.deepEqual(trees.preOrder.nodes, expected.preOrder.nodes);
    }
    await postgres[Symbol.asyncDispose]();
  });

  test('a reader that missed changes that are no longer recorded reads everything again', async () => {
    await using world = await open(STRICT);
    await world.commitElsewhere(
      'UPDATE state SET revision = 70',
      putGroup(1, 'one'),
      `INSERT INTO changes VALUES (70, 'asset', 1)`,
    );
    const { revision, model } = await world.catalogue.snapshot();
    assert.deepEqual([revision, model.groups.get(1)?.name], [70, 'one']);
  });

  test('without its server a reader rejects once the bound is over, and heals when the server is back', async () => {
    for (const freshness of [{ kind: 'bounded', lagMilliseconds: 200 }, STRICT] as const) {
      await using world = await open(freshness);
      await world.commitElsewhere(putGroup(1, 'one'), log('group', 1));
      await server.kill();
      await until(() => world.catalogue.lag() > 200);
      assert.equal(world.catalogue.snapshotAtHand(), undefined);
      assert.ok(world.catalogue.modelAtHand());
      await assert.rejects(world.catalogue.snapshot(), { name: 'CatalogueUnreachable' });
      await until(() => world.catalogue.failure() instanceof Error);
      await server.restart();
      await until(
        async () => {
          const snapshot = await world.catalogue.snapshot().catch(() => undefined);
          return snapshot?.model.groups.size === 1;
        },
        'the reader does not heal',
        A_START,
      );
      await world.commitElsewhere(putGroup(2, 'two'), log('group', 2));
      assert.equal((await world.catalogue.snapshot({ atLeast: 2 })).model.groups.size, 2);
      await until(() => world.catalogue.failure() === undefined, undefined, A_START);
    }
  });
});
