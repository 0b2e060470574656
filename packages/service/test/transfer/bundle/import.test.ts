import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { NO_FILE_PROPERTIES } from '../../../../core/src/domain/file-properties.ts';
import { NOW, openStore } from './store.ts';

test('every object may consist of its ID alone, and then has the documented defaults', async () => {
  await using store = openStore();
  const imported = await store.import({
    'catalogue.json': {
      node_types: [{ id: 200 }],
      asset_types: [{ id: 1 }],
      info_fields: [{ id: 100, type: 'text' }],
      relation_types: [{ id: 1 }],
      download_formats: [{ id: 1, convert: null }],
      groups: [{ id: 1 }],
      users: [{ id: 1 }],
      nodes: [{ id: 1, parent: null, access: [{ group: 1 }] }],
      assets: [{ id: 1 }],
      reviews: [{ asset: 1, user: 1 }],
    },
  });
  assert.deepEqual(imported, { added: 10, changed: 0, unchanged: 0, warnings: [] });
  const model = (await store.catalogue.snapshot()).model;
  assert.deepEqual(model.nodeTypes.get(200), { id: 200, key: '200', name: '', isPermissionDefining: false });
  assert.deepEqual(model.nodeTypes.get(101), {
    id: 101,
    key: 'folder',
    name: { en: 'Folders', de: 'Ordner' },
    isPermissionDefining: true,
  });
  assert.equal(model.nodeTypes.has(102), false);
  assert.deepEqual(model.assetTypes.get(1), { id: 1, key: '1', name: '' });
  assert.deepEqual(model.infoFields.get(100), {
    ...{ id: 100, name: '', description: '', type: 'text', isMultiline: false, isLocalized: false, onAssets: true },
    ...{ onNodes: true, items: [], showRoot: false, maxSelections: -1 },
  });
  assert.deepEqual(model.trees.get(1), {
    id: 1,
    type: 101,
    name: '',
    position: 0,
    fields: new Map(),
    access: [{ group: 1, view: true, download: [] }],
  });
  assert.deepEqual(await store.records(), [
    {
      id: 1,
      nodes: [],
      fields: new Map(),
      uploaded: NOW,
      modified: NOW,
      active: { version: 1, name: '', date: NOW, original: '', properties: NO_FILE_PROPERTIES },
      olderVersions: [],
      relations: [],
      publicUrls: [],
      downloads: [],
    },
  ]);
  assert.deepEqual(await store.reviews(), [{ asset: 1, user: 1, date: NOW, isAnonymous: false, comment: '' }]);
});

test('a file determines name, original, properties and modification time, and versions are numbered', async () => {
  await using store = openStore();
  const directory = store.bundle({
    'assets.jsonl': [
      { id: 1, file: 'images/a b.svg' },
      {
        id: 2,
        file: 'images/a b.svg',
        name: 'Shown',
        modified: '2024-05-01',
        versions: [{ version: 7, file: 'old/one.txt', date: '2024-04-01' }, { version: 3, name: 'record.pdf' }, {}],
      },
    ],
    'images/a b.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>',
    'old/one.txt': 'one',
  });
  utimesSync(join(directory, 'images/a b.svg'), 5000.5, 5000.5);
  await store.importFrom(directory);
  const [first, second] = await store.records();
  assert.equal(first?.modified, 5_000_500);
  assert.deepEqual([first?.active.name, first?.active.original, first?.active.version], ['a b.svg', 'a b.svg', 1]);
  const { mediaType, width, drawn } = first?.active.properties ?? {};
  assert.deepEqual([mediaType, width, drawn], ['image/svg+xml', 0, { width: 30, height: 20 }]);
  assert.equal(first?.active.size, first?.active.file?.size);
  assert.deepEqual([second?.active.name, second?.active.original, second?.active.version], ['Shown', 'a b.svg', 9]);
  assert.equal(second?.active.date, '2024-05-01');
  const older = second?.olderVersions.map((each) =>
    [each.version, each.name, each.original, each.properties.category].join(),
  );
  assert.deepEqual(older, ['3,record.pdf,,2', '7,one.txt,one.txt,5', '8,Shown,,0']);
  assert.equal((await store.keys()).length, 2);
});

test('a record has its declared size and the category of its extension, and negative sizes are one warning', async () => {
  await using store = openStore();
  const { warnings } = await store.import({
    'assets.jsonl': [
      { id: 1, name: 'x', size: 123, extension: '.JPG', width: 40, height: -30, pages: 2 },
      { id: 2, name: 'Plan.final.pdf', width: -1 },
      { id: 3, name: 'Dr. Who', size: 0 },
      { id: 4, name: 'Dr. No', size: -1 },
    ],
  });
  const properties = (await store.records()).map(({ active }) => active);
  const read = properties.map(({ size, original, properties: { category, extension, width, height, pages } }) => {
    return [size, original, category, extension, width, height, pages];
  });
  assert.deepEqual(read, [
    [123, '', 1, 'jpg', 40, 0, 2],
    [undefined, '', 2, 'pdf', 0, 0, 0],
    [0, '', 0, '', 0, 0, 0],
    [undefined, '', 0, '', 0, 0, 0],
  ]);
  assert.deepEqual(warnings, ['assets.jsonl:1: height: a negative size counts as unknown (and 2 more)']);
});

test('objects may be in the document, in lines, in compressed lines, and in two of them', async () => {
  await using store = openStore();
  await store.import({
    'catalogue.json': {
      nodes: [{ id: 1 }],
      assets: [{ id: 1, nodes: [3, 1, 2, 2], relations: [{ type: 'v', to: 9 }] }],
      relation_types: [{ id: 4, key: 'v' }],
    },
    'nodes.jsonl': '\uFEFF{"id":2,"parent":3}\r\n\r\n{"id":3}',
    'assets.jsonl.gz': Buffer.concat([gzipSync('{"id":9,'), gzipSync('"nodes":[2]}\n')]),
  });
  const linked = (await store.records()).map(({ id, nodes, relations }) => [id, nodes, relations]);
  assert.deepEqual(linked, [
    [1, [1, 2, 3], [{ type: 4, to: 9 }]],
    [9, [2], []],
  ]);
});

test('values are stored by the type of their field, and empty ones are not stored', async () => {
  await using store = openStore();
  const types = ['text', 'number', 'date', 'node_reference', 'checkbox', 'dropdown', 'text', 'date', 'node_reference'];
  await store.import({
    'catalogue.json': {
      info_fields: types.map((type, index) => ({ id: index + 1, type, values: [{ id: 5 }] })),
      nodes: [{ id: 1 }, { id: 2, infofields: { 4: [1] } }],
      assets: [
        {
          id: 1,
          infofields: {
            1: { en: 'Dawn', 'de-CH': 'Morgen' },
            2: -0.5,
            3: '0919-12-27',
            4: [2, 1],
            5: false,
            6: 5,
            7: '',
            8: '2024-05-01T10:00+02:00',
            9: [],
          },
        },
      ],
    },
  });
  const [asset] = await store.records();
  assert.deepEqual(Object.fromEntries(asset?.fields ?? []), {
    1: { en: 'Dawn', 'de-CH': 'Morgen' },
    2: -0.5,
    3: '0919-12-27',
    4: [1, 2],
    5: false,
    6: 5,
    8: '2024-05-01T08:00:00.000Z',
  });
});

test('repeating an import at any time makes no revision', async () => {
  await using store = openStore();
  const directory = store.bundle({
    'catalogue.json': {
      languages: ['de', 'en'],
      users: [{ id: 1 }],
      download_formats: [{ id: 1, icon: 'own.svg', convert: { width: 5 }, message: { en: 'Sure?' } }],
      nodes: [{ id: 1, name: { en: 'One', de: 'Eins' } }],
      reviews: [{ asset: 1, user: 1, comment: 'Good' }],
    },
    'assets.jsonl': [
      { id: 1, file: 'a.txt', nodes: [1], downloads: [{ date: '2024-05-01' }] },
      { id: 2, relations: [], public_urls: [{ id: 2 }, { id: 1 }] },
    ],
    'a.txt': 'a',
    'own.svg': '<svg/>',
  });
  await store.importFrom(directory, { now: NOW });
  const before = [await store.records(), await store.reviews()];
  const again = await store.importFrom(directory, { now: NOW + 1000 });
  assert.equal((await store.catalogue.snapshot()).revision, 1);
  assert.deepEqual(again, { added: 0, changed: 0, unchanged: 5, warnings: [] });
  assert.deepEqual([await store.records(), await store.reviews()], before);
  assert.deepEqual((await store.catalogue.snapshot()).model.languages, ['de', 'en']);
  assert.equal((await store.catalogue.snapshot()).model.defaultLanguage, 'de');
});

test('a second import replaces the objects it names, adds reviews and downloads, and leaves the rest', async () => {
  await using store = openStore();
  await store.import({
    'catalogue.json': {
      info_fields: [{ id: 1, type: 'text', name: 'Old' }],
      users: [{ id: 1 }],
      nodes: [
        { id: 1, name: 'One' },
        { id: 2, parent: 1 },
      ],
      reviews: [{ asset: 1, user: 1, date: '2024-01-01', rating: 4 }],
    },
    'assets.jsonl': [
      {
        id: 1,
        name: 'a',
        uploaded: '2020-01-01',
        infofields: { 1: 'x' },
        downloads: [
          { date: '2024-05-01', count: 3 },
          { date: '2024-05-02', count: 1 },
        ],
      },
      { id: 2, name: 'b' },
    ],
  });
  const second = await store.import({
    'catalogue.json': {
      info_fields: [{ id: 1, type: 'text', name: 'New' }],
      nodes: [{ id: 3, parent: 2 }],
      assets: [{ id: 1, name: 'c', nodes: [2, 3], downloads: [{ date: '2024-05-01', count: 5 }] }],
      reviews: [
        { asset: 1, user: 1, date: '2024-01-01', rating: 5 },
        { asset: 2, user: 1, date: '2024-01-02', rating: 1 },
      ],
    },
  });
  assert.deepEqual(second, { added: 1, changed: 2, unchanged: 0, warnings: [] });
  const model = (await store.catalogue.snapshot()).model;
  assert.equal(model.infoFields.get(1)?.name, 'New');
  const path = model.trees.path(3).map(({ id }) => id);
  assert.deepEqual(path, [1, 2, 3]);
  const [first, other] = await store.records();
  assert.equal(other?.active.name, 'b');
  assert.deepEqual([first?.active.name, first?.fields.size, first?.uploaded], ['c', 0, '2020-01-01']);
  assert.deepEqual(first?.downloads, [
    { date: '2024-05-01', count: 5 },
    { date: '2024-05-02', count: 1 },
  ]);
  const ratings = (await store.reviews()).map(({ asset, rating }) => `${asset} ${rating}`);
  assert.deepEqual(ratings, ['1 5', '2 1']);
});

test('nodes of bundle and catalogue together must not form a cycle', async () => {
  await using store = openStore();
  await store.import({ 'catalogue.json': { nodes: [{ id: 1 }, { id: 2, parent: 1 }, { id: 3, parent: 2 }] } });
  const faults = await store.faultsOf({ 'nodes.jsonl': [{ id: 1, parent: 3 }] });
  assert.deepEqual(faults, ['nodes.jsonl:1: parent: the nodes go round in a circle: 1 → 3 → 2 → 1']);
  assert.deepEqual(await store.faultsOf({ 'nodes.jsonl': [{ id: 2 }, { id: 1, parent: 3 }] }), []);
});

test('a field can change its type only if no stored value conflicts', async () => {
  await using store = openStore();
  await store.import({
    'catalogue.json': {
      info_fields: [
        { id: 1, type: 'text' },
        { id: 2, type: 'dropdown', values: [{ id: 1 }, { id: 2 }] },
      ],
      assets: [{ id: 1, infofields: { 1: 'x', 2: 2 } }],
    },
  });
  const asNumber = {
    info_fields: [
      { id: 2, type: 'dropdown', values: [{ id: 2 }] },
      { id: 1, type: 'number' },
    ],
  };
  assert.deepEqual(await store.faultsOf({ 'catalogue.json': asNumber }), [
    'catalogue.json:12: info_fields[1]: asset 1 of the catalogue has a value that would no longer fit',
  ]);
  assert.deepEqual(await store.faultsOf({ 'catalogue.json': { info_fields: [{ id: 2, type: 'dropdown' }] } }), [
    'catalogue.json:3: info_fields[0]: asset 1 of the catalogue has a value that would no longer fit',
  ]);
  assert.deepEqual(await store.faultsOf({ 'catalogue.json': { ...asNumber, assets: [{ id: 1 }] } }), []);
});

test('the key of an asset type that changed its key can be used again', async () => {
  await using store = openStore();
  await store.import({ 'catalogue.json': { asset_types: [{ id: 1, key: 'a' }], assets: [{ id: 1, type: 'a' }] } });
  const swapped = {
    asset_types: [
      { id: 2, key: 'a' },
      { id: 1, key: 'b' },
    ],
    assets: [{ id: 2, type: 'a' }],
  };
  await store.import({ 'catalogue.json': swapped });
  const types = (await store.records()).map(({ type }) => type);
  assert.deepEqual(types, [1, 2]);
  assert.equal((await store.faultsOf({ 'catalogue.json': { asset_types: [{ id: 3, key: 'b' }] } })).length, 1);
});

test('an icon comes from the bundle, the store or the service, and one path serves one picture', async () => {
  await using store = openStore();
  const icon = { icon: 'icons/own.svg' };
  await store.import({
    'catalogue.json': { download_formats: [{ id: 1, ...icon }, { id: 2, icon: 'icons/original.svg' }, { id: 3 }] },
    'icons/own.svg': '<svg/>',
  });
  const before = (await store.catalogue.snapshot()).model.downloadFormats;
  assert.equal(before.get(1)?.iconFile?.size, 6);
  const icons = [before.get(2)?.icon, before.get(2)?.iconFile, before.get(3)?.icon];
  assert.deepEqual(icons, ['icons/original.svg', undefined, '']);
  await store.import({ 'catalogue.json': { download_formats: [{ id: 4, ...icon }] } });
  assert.equal((await store.catalogue.snapshot()).model.downloadFormats.get(4)?.iconFile?.size, 6);
  await store.import({ 'catalogue.json': { download_formats: [{ id: 4, ...icon }] }, 'icons/own.svg': '<svg />' });
  const after = (await store.catalogue.snapshot()).model.downloadFormats;
  assert.deepEqual([after.get(1)?.iconFile?.size, after.get(4)?.iconFile?.size], [7, 7]);
});

test('each icon that the reference of bundles names is shipped, and a bundle need not contain it', async () => {
  const page = await readFile(new URL('../../../../../docs/reference/bundle.md', import.meta.url), 'utf8');
  const [row = ''] = /^- `icon`.*$/m.exec(page) ?? [];
  const icons = row.match(/icons\/[^`]+/g) ?? [];
  const shipped = await readdir(new URL('../../../src/api/pages/icons/', import.meta.url));
  assert.deepEqual(icons.toSorted(), shipped.map((name) => `icons/${name}`).toSorted());
  await using store = openStore();
  await store.import({ 'catalogue.json': { download_formats: icons.map((icon, id) => ({ id: id + 1, icon })) } });
  const { downloadFormats } = (await store.catalogue.snapshot()).model;
  const found = Array.from(downloadFormats.values(), ({ icon }) => icon);
  assert.deepEqual(found, icons);
});

test('a default language that is not listed is added to the languages', async () => {
  await using store = openStore();
  await store.import({ 'catalogue.json': { default_language: 'fr' } });
  assert.deepEqual((await store.catalogue.snapshot()).model.languages, ['fr', 'en']);
  assert.equal((await store.catalogue.snapshot()).model.defaultLanguage, 'fr');
});

test('a node reference outside of its root is a warning', async () => {
  await using store = openStore();
  const { warnings } = await store.import({
    'catalogue.json': {
      info_fields: [{ id: 1, type: 'node_reference', root_node: 2 }],
      nodes: [{ id: 1 }, { id: 2 }, { id: 3, parent: 2 }],
    },
    'assets.jsonl': [
      { id: 1, infofields: { 1: [2, 3] } },
      { id: 2, infofields: { 1: [1] } },
    ],
  });
  assert.deepEqual(warnings, [
    'assets.jsonl:2: infofields.1: the node is not below the root node of the information field',
  ]);
});

test('access rules keep their formats, and all formats are stored as a star', async () => {
  await using store = openStore();
  const rules = ['*', ['*'], [2, 1, 1]].map((download) => ({ group: 1, view: false, download }));
  await store.import({
    'catalogue.json': {
      groups: [{ id: 1 }],
      download_formats: [{ id: 1, categories: ['IMAGE', '3d'], extensions: ['.JPG'] }, { id: 2 }],
      nodes: [
        { id: 1, access: rules },
        { id: 2, access: [] },
      ],
    },
  });
  const { trees, downloadFormats } = (await store.catalogue.snapshot()).model;
  const rights = trees.get(1)?.access?.map(({ download }) => download);
  assert.deepEqual(rights, ['*', '*', [1, 2]]);
  assert.deepEqual(trees.get(2)?.access, []);
  assert.deepEqual(downloadFormats.get(1)?.categories, [1, 6]);
  assert.deepEqual(downloadFormats.get(1)?.extensions, ['jpg']);
});

test('a damaged file is imported with a warning', async () => {
  await using store = openStore();
  const { warnings } = await store.import({
    'assets.jsonl': [{ id: 1, file: 'a.jpg' }],
    'a.jpg': Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb', 'hex'),
  });
  assert.deepEqual([(await store.records()).length, warnings.length], [1, 1]);
  assert.match(warnings[0] ?? '', /^"a\.jpg": /);
});
