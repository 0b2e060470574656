import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc, { codePoint, forRunsAsync } from '../../../../core/test/support/fast-check.ts';
import RICH from './rich.json' with { type: 'json' };
import { openStore } from './store.ts';

type Store = ReturnType<typeof openStore>;

/** Imports a bundle, and its export into another store, which then has the same. Returns the export. */
async function copied(bundle: Parameters<Store['import']>[0], first: Store, second: Store): Promise<string> {
  await first.import(bundle);
  const exported = await first.exportTo('export');
  await second.importFrom(exported, { now: 1 });
  assert.deepEqual(contents(await second.exportTo('export')), contents(exported));
  assert.deepEqual(await second.records(), await first.records());
  assert.deepEqual(await second.reviews(), await first.reviews());
  return exported;
}

test('export, import into an empty store and export again give the same bytes', async () => {
  await using first = openStore();
  await using second = openStore();
  const exported = await copied(RICH, first, second);
  const modelOf = async ({ catalogue }: typeof first) => {
    const { model } = await catalogue.snapshot();
    return { ...model, trees: [...model.trees.nodes()] };
  };
  assert.deepEqual(await modelOf(second), await modelOf(first));
  assert.deepEqual(await second.keys(), await first.keys());
  // An import into the original store changes nothing.
  await first.importFrom(exported);
  assert.equal((await first.catalogue.snapshot()).revision, 1);
});

test('an export has the keys in the documented order, leaves out defaults, and keeps file names', async () => {
  await using store = openStore();
  await store.import(RICH);
  const files = contents(await store.exportTo('export'));
  assert.deepEqual([...files.keys()].sort(), [
    ...['assets.jsonl', 'catalogue.json', 'files-2/1000/4/a.txt', 'files-2/1000/5/Ö ~ name\n(1).txt'],
    ...['files-2/1003/1/a\\b.txt', 'files-2/1004/1/empty', 'files/own/web.svg', 'nodes.jsonl'],
  ]);
  const lines = files.get('assets.jsonl')?.split('\n') ?? [];
  const record =
    '{"id":1001,"name":"","uploaded":"2026-01-02T03:04:05.000Z","modified":"2026-01-02T03:04:05.000Z","size":123,"extension":"jpg","width":4000,"height":3000,"pages":1}';
  assert.equal(lines[1], record);
  for (const end of ['"modified":"2024-05-02T10:00:00.123"', '"valid_until":"2030-01-01"'])
    assert.ok(lines[0]?.includes(end), end);
  assert.match(lines[2] ?? '', /"name":"x\.jpg",.*"102":"2024-05-01T23:00:00".*"extension":""/);
  assert.deepEqual(
    Object.keys(JSON.parse(lines[0] ?? '')),
    'id file name type nodes infofields uploaded modified uploaded_by valid_from valid_until rights focus versions relations public_urls downloads'.split(
      ' ',
    ),
  );
  const expected =
    '{"id":1,"name":{"en":"Root","de":"Wurzel"},"access":[{"group":1,"download":"*"},{"group":2,"view":false}]}';
  assert.equal(files.get('nodes.jsonl')?.split('\n')[0], expected);
});

const texts = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 8 }).filter((text) => text.isWellFormed()),
  fc.dictionary(fc.constantFrom('en', 'de-CH', 'toString', 'valueOf'), fc.string(), { maxKeys: 3 }),
);
const dates = fc
  .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
/** Instants, local time and days. */
const times = fc.tuple(dates, fc.constantFrom(24, 23, 10)).map(([date, length]) => date.slice(0, length));
const id = fc.maxSafeNat().map((each) => Math.max(1, each));

/** A catalogue with any values. */
const bundles = fc
  .record({
    ids: fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 30 }), id), { minLength: 5, maxLength: 5 }),
    names: fc.tuple(texts, texts, fc.string({ unit: codePoint }), fc.string()),
    stated: fc.tuple(times, times, times, times),
    number: fc.double({ noNaN: true, noDefaultInfinity: true }),
    count: fc.nat(),
    size: fc.maxSafeNat(),
    isShown: fc.boolean(),
    extension: fc.constantFrom('', 'jpg', 'TIF', 'xyz'),
  })
  .map(
    ({
      ids: [one = 1, two = 2, three = 3, four = 4, five = 5],
      names,
      stated,
      number,
      count,
      size,
      isShown,
      extension,
    }) => {
      const [label, value, name, comment] = names;
      const [uploaded, modified, date, other] = stated;
      const types = { [one]: 'text', [two]: 'number', [three]: 'date', [four]: 'date', [five]: 'checkbox' };
      const infofields = { [one]: value, [two]: number, [three]: date, [four]: other.slice(0, 10), [five]: isShown };
      const asset = { name, nodes: [two, three], infofields, uploaded, modified, valid_until: other, size, extension };
      return {
        languages: ['en', 'de'],
        info_fields: Object.entries(types).map(([each, type]) => ({ id: Number(each), type })),
        groups: [{ id: one }],
        users: [{ id: 1 }],
        nodes: [
          { id: one, name: label, position: -count, infofields, access: [{ group: one, view: isShown }] },
          { id: two, parent: one, type: 102 },
          { id: three, parent: two, type: 102, access: [] },
        ],
        assets: [
          { id: one, ...asset, versions: [{ version: 1 + (count % 9), name: comment, date }], width: count, pages: -1 },
          { id: two, downloads: [{ date: uploaded, count }], uploaded_by: 1 },
        ],
        reviews: [{ asset: one, user: 1, date: modified, comment, anonymous: isShown }],
      };
    },
  );

test('any catalogue survives export and import', async () => {
  await forRunsAsync(25, bundles, async (document) => {
    await using first = openStore();
    await using second = openStore();
    await copied({ 'catalogue.json': document }, first, second);
  });
});

test('an export refuses a directory that is not empty, and accepts an empty one', async () => {
  await using store = openStore();
  mkdirSync(join(store.folder, 'full'));
  writeFileSync(join(store.folder, 'full', 'x'), '');
  mkdirSync(join(store.folder, 'empty'));
  await assert.rejects(store.exportTo('full'), /full is not empty/);
  await assert.rejects(store.exportTo('full/x'), /can't be exported to/);
  assert.deepEqual([...contents(await store.exportTo('empty')).keys()].sort(), [
    'assets.jsonl',
    'catalogue.json',
    'nodes.jsonl',
  ]);
  assert.deepEqual(readdirSync(join(store.folder, 'full')), ['x']);
});

test('a failed export leaves no files', async () => {
  await using store = openStore();
  await store.import({ 'assets.jsonl': [{ id: 1, file: 'a.txt' }], 'a.txt': 'a' });
  const [key = ''] = await store.keys();
  await using file = await store.originals.leaseLocalFile(key, { signal: new AbortController().signal });
  const path = file?.path ?? '';
  chmodSync(path, 0o600);
  writeFileSync(path, 'b');
  await assert.rejects(store.exportTo('damaged'), /is damaged in the store: its SHA-256 differs/);
  await store.originals.remove(key);
  const before = readdirSync(store.folder).sort();
  await assert.rejects(store.exportTo('new/export'), /is missing in the store/);
  assert.deepEqual(readdirSync(store.folder).sort(), [...before, 'new'].sort());
  assert.deepEqual(readdirSync(join(store.folder, 'new')), []);
});

/** Every file below a directory with its text, by path. */
function contents(directory: string): Map<string, string> {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    files
      .filter((path) => statSync(join(directory, path)).isFile())
      .map((path) => [path, readFileSync(join(directory, path), 'utf8')]),
  );
}
