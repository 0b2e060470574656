/** Random transactions in both catalogues; TRANSACTION_ROUNDS gives more than the daily few, SEED others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssetRecord, CatalogueNode } from '../../../core/src/domain/model.ts';
import fc, { forRunsAsync } from '../../../core/test/support/fast-check.ts';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import type { CatalogueWriter, Changes } from '../../src/catalogue/catalogue.ts';
import { DanglingReference } from '../../src/catalogue/catalogue-errors.ts';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { openPostgresRecords } from '../../src/catalogue/postgres/records.ts';
import { verifyPostgres } from '../../src/catalogue/postgres/verify.ts';
import { openPostgresWriter } from '../../src/catalogue/postgres/writer.ts';
import type { Records } from '../../src/catalogue/records.ts';
import { openRecords } from '../../src/catalogue/sqlite/records.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { assetOf } from '../search/contract-samples.ts';
import { fieldOf } from '../support/records.ts';
import { NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';

const ROUNDS = Number(process.env['TRANSACTION_ROUNDS'] || 5);

/** Runs one method of `Changes`, and returns what it does in a form that can be compared. */
type Step = (changes: Changes) => Promise<unknown>;

const id = fc.integer({ min: 1, max: 6 });
const some = fc.uniqueArray(id, { maxLength: 3 });
const source = fc.option(
  fc.record({ root: fc.constantFrom('/a', '/\x1a'), path: id.map(String), stamp: fc.constantFrom('', 's') }),
  { nil: undefined },
);
const fields = fc
  .record(
    { text: fc.constantFrom('a', 'b\0\x1a', '\ud800'), nodes: some, item: fc.constantFrom(7, 8) },
    { requiredKeys: [] },
  )
  .map(({ text, nodes, item }) => {
    const values = [text, nodes, item].map((value, place) => [place + 1, value] as const);
    return new Map(values.flatMap(([field, value]) => (value === undefined ? [] : [[field, value] as const])));
  });

const asset: fc.Arbitrary<AssetRecord> = fc
  .record({ id, nodes: some, fields, related: some, date: fc.constantFrom(1, 2), source })
  .map(({ related, date, source: from, ...asked }) => ({
    ...assetOf(asked.id),
    ...asked,
    modified: date,
    relations: related.map((to) => ({ type: 1, to })),
    publicUrls: related.map((each) => ({ id: each, name: 'a', url: 'b\0', provider: '' })),
    downloads: [{ date: `2026-01-0${date}`, count: date }],
    ...(from ? { source: from } : {}),
  }));
const node: fc.Arbitrary<CatalogueNode> = fc
  .record({ id, parent: fc.option(id, { nil: undefined, freq: 4 }), name: fc.constantFrom('a', '\0'), fields })
  .map(({ parent, ...asked }) => ({ ...asked, type: 101, position: 0, ...(parent === undefined ? {} : { parent }) }));
const review = fc.record({
  asset: id,
  user: fc.constantFrom(1, 2),
  date: fc.constantFrom(1, 2),
  isAnonymous: fc.boolean(),
  comment: fc.constantFrom('', 'c\0'),
});

/** A step with a value that is drawn for it. */
const step = <T>(weight: number, values: fc.Arbitrary<T>, run: (changes: Changes, value: T) => Promise<unknown>) => ({
  weight,
  arbitrary: values.map(
    (value): Step =>
      (changes) =>
        run(changes, value),
  ),
});
const lastIds = async (c: Changes) => [await c.nextId('asset'), await c.nextId('node'), await c.nextId('group')];
const steps = fc.oneof(
  step(6, asset, (c, each) => c.put('asset', each)),
  step(4, node, (c, each) => c.put('node', each)),
  step(2, id, (c, each) => c.remove('asset', each)),
  step(2, id, (c, each) => c.remove('node', each)),
  step(2, review, (c, each) => c.putReview(each)),
  step(1, review, (c, each) => c.removeReview(each)),
  step(1, some, async (c, ids) => [...(await c.records(ids))].toSorted(([a], [b]) => a - b)),
  step(1, id, (c, each) => c.record(each)),
  step(1, id, (c, each) => c.isNodeUsed(each)),
  step(1, fc.constant(undefined), lastIds),
  step(1, fc.constant('/\x1a'), (c, root) => c.importedFrom(root)),
  step(1, fc.constantFrom('1-2', '3-4'), (c, identity) => c.putIdentity('/\x1a', identity)),
);

async function ground(changes: Changes): Promise<void> {
  await changes.put('node_type', { id: 101, key: 'folder', name: 'Folders', isPermissionDefining: true });
  await changes.put('relation_type', { id: 1, key: 'variant', name: 'Variant', isSymmetric: false });
  await changes.put('user', { id: 1, name: 'Service', groups: [], isService: true });
  await changes.put('info_field', fieldOf(1, 'text'));
  await changes.put('info_field', fieldOf(2, 'node_reference'));
  await changes.put('info_field', fieldOf(3, 'dropdown', { items: [{ id: 7, name: 'Seven' }] }));
}

/** What each step returned, or why the transaction was refused. */
async function run(writer: CatalogueWriter, steps: readonly Step[]): Promise<unknown> {
  try {
    return await writer.change(async (changes) => {
      const results: unknown[] = [];
      for (const each of steps) results.push(await each(changes));
      return results;
    });
  } catch (error) {
    // Which of several faults is named is open.
    const isRefused = error instanceof DanglingReference || /lies (?:below|deeper)/.test(String(error));
    return isRefused ? 'refused' : error;
  }
}

async function contents(records: Records): Promise<unknown> {
  await using open = records;
  const { revision, trees } = open.model;
  const nodes = [1, 2, 3, 4, 5, 6].map((each) => trees.get(each));
  return {
    revision,
    nodes,
    assets: await Array.fromAsync(open.assets()),
    reviews: await Array.fromAsync(open.reviews()),
  };
}

test('random transactions do the same in PostgreSQL as in SQLite', { skip: NO_POSTGRES }, async () => {
  await using server = await startPostgres();
  await forRunsAsync(ROUNDS, fc.array(fc.array(steps, { maxLength: 8 }), { maxLength: 6 }), async (transactions) => {
    await using stack = new AsyncDisposableStack();
    const { path: directory } = stack.use(temporaryFolder());
    const sqlite = stack.use(openCatalogueWriter({ directory }));
    const postgres = stack.use(openPostgres({ url: await server.createDatabase(), connections: 2 }));
    const writer = stack.use(openPostgresWriter(postgres));
    await Promise.all([sqlite.change(ground), writer.change(ground)]);
    for (const each of transactions) {
      assert.deepEqual(await run(writer, each), await run(sqlite, each));
      const inPostgres = await contents(await openPostgresRecords(postgres));
      assert.deepEqual(inPostgres, await contents(await openRecords({ directory })));
    }
    assert.deepEqual(await verifyPostgres(postgres), []);
  });
});
