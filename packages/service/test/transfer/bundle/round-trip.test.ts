import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc, { codePoint, forRunsAsync } from '../../../../core/test/support/fast-check.ts';
import { openStore } from './store.ts';

const RICH = {
  'catalogue.json': {
    languages: ['en', 'de'],
    default_language: 'de',
    node_types: [
      { id: 101, key: 'folder', name: { en: 'Folders', de: 'Ordner' }, permission: 'permission_defining' },
      { id: 7, key: 'place', name: 'Places', permission: 'non_permission_defining' },
    ],
    asset_types: [{ id: 1, key: 'photo', name: { en: 'Photo' } }],
    info_fields: [
      {
        id: 100,
        name: 'Title',
        description: 'As printed',
        type: 'text',
        multiline: true,
        localized: true,
        on: ['asset'],
      },
      { id: 101, type: 'number', on: ['node'] },
      { id: 102, type: 'date' },
      { id: 103, type: 'node_reference', root_node: 20, show_root: true, max_selections: 3 },
      { id: 104, type: 'checkbox', on: [] },
      {
        id: 105,
        type: 'dropdown',
        values: [
          { id: 9, name: 'Z' },
          { id: 3, name: { de: 'A' } },
        ],
      },
      { id: 5_000_000_000, type: 'number' },
    ],
    relation_types: [
      { id: 1, key: 'variant', name: 'Variant', symmetric: true },
      { id: 2 },
      { id: 3, name: 'Shows', reverse_name: { en: 'Shown in', de: 'Gezeigt in' } },
    ],
    download_formats: [
      { id: 1, name: 'Original', icon: 'icons/original.svg', position: -1, quick: true, default: true },
      {
        id: 2,
        name: { en: 'Web' },
        description: 'Small',
        icon: 'files/own/web.svg',
        categories: ['IMAGE', '3D'],
        extensions: ['jpg'],
        convert: {
          to: 'png',
          width: 1920,
          height: 1080,
          fit: 'cover',
          quality: 85,
          dpi: 72.5,
          color: 'srgb',
          metadata: 'strip',
          enlarge: false,
        },
        resizeable: true,
        editable: true,
        message: { en: 'Sure?', de: 'Sicher?' },
      },
    ],
    groups: [
      { id: 1, name: 'All' },
      { id: 2, name: { en: 'Press' } },
    ],
    users: [
      { id: 1, name: 'Service', groups: [2, 1], service: true },
      { id: 2, login: 'Ada@Example.org ' },
    ],
    nodes: [
      {
        id: 1,
        name: { en: 'Root', de: 'Wurzel' },
        access: [
          { group: 1, download: '*' },
          { group: 2, view: false },
        ],
      },
      { id: 2, parent: 1, position: 5, infofields: { 101: -1.5 }, access: [] },
      { id: 20, type: 7, name: 'Everywhere' },
      { id: 21, type: 7, parent: 20, name: 'Basel' },
    ],
    assets: [
      {
        id: 1000,
        file: 'images/Ö ~ name\n(1).txt',
        name: 'Shown name.txt',
        type: 'photo',
        nodes: [2, 1, 21],
        infofields: {
          100: { en: 'Dawn', de: 'Morgen' },
          101: 4.5,
          102: '2024-05-01',
          103: [21, 20],
          104: true,
          105: 3,
          5000000000: 1e21,
        },
        uploaded: '2024-05-01T10:00:00+02:00',
        modified: '2024-05-02T10:00:00.123',
        uploaded_by: 1,
        valid_from: '2030-01-01T00:00:00',
        valid_until: '2030-01-01',
        rights: {
          creator: ['Ada', 'Bo'],
          credit: { en: 'Ada & Bo', de: 'Ada und Bo' },
          copyright: '© Ada',
          usage_terms: { en: 'Ask' },
          licence: 'https://creativecommons.org/licenses/by/4.0/deed.de',
          web_statement: 'https://example.org/rights',
          source_type: 'trainedAlgorithmicMedia',
          data_mining: 'DMI-PROHIBITED',
        },
        focus: { x: 0.5, y: 0 },
        versions: [
          { version: 4, file: 'old/a.txt', name: 'a', date: '2024-04-01' },
          { version: 2, name: 'gone', date: '2024-03-01' },
        ],
        relations: [
          { type: '2', to: 1001 },
          { type: 'variant', to: 1000 },
        ],
        public_urls: [{ id: 2, name: 'web', url: 'https://example.org/1', provider: 'cdn' }, { id: 1 }],
        downloads: [
          { date: '2026-11-02', count: 1 },
          { date: '2026-11-01', count: 12 },
        ],
      },
      { id: 1001, size: 123, extension: 'jpg', width: 4000, height: 3000, pages: 1 },
      {
        id: 1002,
        name: 'x.jpg',
        extension: '',
        infofields: { 102: '2024-05-01T23:00' },
        rights: {
          copyright: 'Ours',
          as_written: {
            licence: 'Ask Ada',
            web_statement: 'javascript:alert(1)',
            source_type: 'By hand, of course',
            data_mining: 'No',
          },
        },
      },
      { id: 1003, file: 'a\\b.txt' },
      { id: 1004, file: 'empty', infofields: { 100: 'plain', 102: '2024-05-01T23:00-02:00' } },
    ],
    reviews: [
      { asset: 1000, user: 2, rating: 4.5, comment: 'Good', date: '2024-06-01T00:00:00Z' },
      { asset: 1000, user: 1, date: '2024-06-01' },
      { asset: 1000, user: 1, date: '2024-06-02', rating: 3, anonymous: false },
      { asset: 1000, user: 2, date: '2024-06-02', rating: 3, anonymous: true, modified: '2024-06-03' },
    ],
  },
  'images/Ö ~ name\n(1).txt': 'new',
  'old/a.txt': 'old',
  empty: '',
  'a\\b.txt': 'back',
  'files/own/web.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

test('export, import into an empty store and export again give the same bytes', async () => {
  await using first = openStore();
  await first.import(RICH);
  const exported = await first.exportTo('export');
  await using second = openStore();
  await second.importFrom(exported, { now: 1 });
  assert.deepEqual(contents(await second.exportTo('export')), contents(exported));
  assert.deepEqual(await second.records(), await first.records());
  assert.deepEqual(await second.reviews(), await first.reviews());
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
    'assets.jsonl',
    'catalogue.json',
    'files-2/1000/4/a.txt',
    'files-2/1000/5/Ö ~ name\n(1).txt',
    'files-2/1003/1/a\\b.txt',
    'files-2/1004/1/empty',
    'files/own/web.svg',
    'nodes.jsonl',
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
    await first.import({ 'catalogue.json': document });
    const exported = await first.exportTo('export');
    await using second = openStore();
    await second.importFrom(exported, { now: 1 });
    assert.deepEqual(contents(await second.exportTo('export')), contents(exported));
    assert.deepEqual(await second.records(), await first.records());
    assert.deepEqual(await second.reviews(), await first.reviews());
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
