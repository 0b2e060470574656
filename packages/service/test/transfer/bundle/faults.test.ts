import assert from 'node:assert/strict';
import { globSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { BundleRefused } from '../../../src/transfer/bundle/faults.ts';
import type { ImportProgress } from '../../../src/transfer/bundle/import-bundle.ts';
import { openStore } from './store.ts';

const BASE = {
  asset_types: [{ id: 1, key: 'photo' }],
  info_fields: [
    { id: 100, type: 'text' },
    { id: 101, type: 'number' },
    { id: 102, type: 'date' },
    { id: 103, type: 'node_reference', max_selections: 2 },
    { id: 104, type: 'checkbox' },
    { id: 105, type: 'dropdown', values: [{ id: 3 }] },
  ],
  relation_types: [{ id: 1, key: 'variant' }],
  download_formats: [{ id: 1 }],
  groups: [{ id: 1 }],
  users: [{ id: 1, groups: [1] }],
  nodes: [{ id: 1 }, { id: 2, parent: 1 }, { id: 4 }],
};

const REVIEWED = { users: [{ id: 1 }], assets: [{ id: 4 }] };
const REVIEW = { asset: 4, user: 1 };

/** One asset, and its fault with the key. */
const ASSETS: readonly (readonly [object: object, fault: string])[] = [
  [{}, 'id: it is missing'],
  [{ id: '1' }, 'id: "1" is not an integer from 1'],
  [{ id: 0 }, 'id: 0 is not an integer from 1'],
  [{ id: 1.5 }, 'id: 1.5 is not an integer from 1'],
  [{ id: 1, colour: 'red' }, 'colour: this key is unknown; known here are id, file,'],
  [{ id: 1, name: 7 }, 'name: 7 is not a string'],
  [{ id: 1, name: null }, 'name: null is not a string'],
  [{ id: 1, type: 'film' }, 'type: asset type "film" does not exist'],
  [{ id: 1, type: 1 }, 'type: 1 is not the key of an asset type'],
  [{ id: 1, nodes: 1 }, 'nodes: 1 is not an array'],
  [{ id: 1, nodes: [1, 9999] }, 'nodes[1]: node 9999 does not exist'],
  [{ id: 1, nodes: ['1'] }, 'nodes[0]: "1" is not an integer from 1'],
  [{ id: 1, uploaded_by: 7 }, 'uploaded_by: user 7 does not exist'],
  [{ id: 1, uploaded: 'yesterday' }, 'uploaded: "yesterday" is not an ISO 8601 date'],
  [{ id: 1, modified: '2023-02-30' }, 'modified: "2023-02-30" is not an ISO 8601 date'],
  [{ id: 1, valid_until: 1714521600000 }, 'valid_until: 1714521600000 is not an ISO 8601 date'],
  ...[
    ['2030-01-02', '2030-01-01'],
    ['2030-01-01T10:00:01Z', '2030-01-01T10:00:00Z'],
    ['2030-01-02T00:00:00', '2030-01-01'],
    ['2030-01-02', '2030-01-01T23:59:59Z'],
  ].map(
    ([valid_from, valid_until]) => [{ id: 1, valid_from, valid_until }, 'valid_from: it is after valid_until'] as const,
  ),
  [{ id: 1, rights: [] }, 'rights: an array is not an object'],
  [{ id: 1, rights: { license: 'MIT' } }, 'rights.license: this key is unknown; known here are creator, credit,'],
  [{ id: 1, rights: { creator: 'Ada' } }, 'rights.creator: "Ada" is not an array'],
  [{ id: 1, rights: { copyright: 2026 } }, 'rights.copyright: 2026 is not a string or an object language -> string'],
  ...['javascript:alert(1)', 'ftp://a.example/', 'CC-BY-4', 'https://', 'https://a b'].map(
    (licence) => [{ id: 1, rights: { licence } }, `rights.licence: "${licence}" is not an http`] as const,
  ),
  [{ id: 1, rights: { web_statement: 'MIT' } }, 'rights.web_statement: "MIT" is not an http: or https: address'],
  [{ id: 1, rights: { source_type: 'a b' } }, 'rights.source_type: "a b" is not an IPTC digital source type like'],
  [{ id: 1, rights: { data_mining: 'no' } }, 'rights.data_mining: "no" is not a PLUS code like DMI-PROHIBITED'],
  [{ id: 1, rights: { as_written: { licence: 1 } } }, 'rights.as_written.licence: 1 is not a string'],
  [{ id: 1, rights: { as_written: { creator: 'A' } } }, 'rights.as_written.creator: this key is unknown'],
  [{ id: 1, focus: { x: 0.5 } }, 'focus.y: it is missing'],
  [{ id: 1, focus: { x: 1.1, y: 0 } }, 'focus.x: 1.1 is not a number from 0 to 1'],
  [{ id: 1, infofields: [] }, 'infofields: an array is not an object field ID -> value'],
  [{ id: 1, infofields: { title: 'x' } }, 'infofields.title: this is not the ID of an information field'],
  [{ id: 1, infofields: { 999: 'x' } }, 'infofields.999: information field 999 does not exist'],
  [{ id: 1, infofields: { 100: 5 } }, 'infofields.100: 5 is not a string or an object language -> string'],
  [{ id: 1, infofields: { 100: { en: 5 } } }, 'infofields.100.en: 5 is not a string'],
  [{ id: 1, infofields: { 100: { 日本: 'x' } } }, 'infofields.100["日本"]: this is not a language tag'],
  [{ id: 1, infofields: { 101: '5' } }, 'infofields.101: "5" is not a number'],
  [{ id: 1, infofields: { 102: '2024-13-01' } }, 'infofields.102: "2024-13-01" is not an ISO 8601 date'],
  [{ id: 1, infofields: { 103: 1 } }, 'infofields.103: 1 is not an array'],
  [{ id: 1, infofields: { 103: [1, 9999] } }, 'infofields.103[1]: node 9999 does not exist'],
  [{ id: 1, infofields: { 103: [1, 2, 1, 4] } }, 'infofields.103: information field 103 takes at most 2 nodes'],
  [{ id: 1, infofields: { 104: 1 } }, 'infofields.104: 1 is not true or false'],
  [{ id: 1, infofields: { 105: 4 } }, 'infofields.105: item 4 of information field 105 does not exist'],
  [{ id: 1, infofields: { 105: [3] } }, 'infofields.105: an array is not an integer from 1'],
  [{ id: 1, infofields: { 100: null } }, 'infofields.100: null is not a string or an object'],
  [{ id: 1, relations: [{ type: 'copy', to: 1 }] }, 'relations[0].type: relation type "copy" does not exist'],
  [{ id: 1, relations: [{ type: 'variant', to: 5 }] }, 'relations[0].to: asset 5 does not exist'],
  [{ id: 1, relations: [{ type: 'variant' }] }, 'relations[0].to: it is missing'],
  [{ id: 1, public_urls: [{ name: 'web' }] }, 'public_urls[0].id: it is missing'],
  ...['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '//a.example/', 'http://', 'https://a b'].map(
    (url) =>
      [{ id: 1, public_urls: [{ id: 1, url }] }, `public_urls[0].url: ${JSON.stringify(url)} is not an http`] as const,
  ),
  [{ id: 1, public_urls: [{ id: 1 }, { id: 1 }] }, 'public_urls[1].id: 1 is there twice'],
  [{ id: 1, versions: [{ version: 1 }, { version: 1 }] }, 'versions[1].version: 1 is there twice'],
  [{ id: 1, versions: [{ version: 0 }] }, 'versions[0].version: 0 is not an integer from 1'],
  [{ id: 1, downloads: [{ date: '2026-11-01' }, { date: '2026-11-01T09:00Z' }] }, 'downloads[1].date: "2026-11-01" is'],
  [{ id: 1, downloads: [{ date: '2026-11-01', count: -1 }] }, 'downloads[0].count: -1 is not an integer from 0'],
  [{ id: 1, width: '10' }, 'width: "10" is not an integer'],
  [{ id: 1, file: 'a.jpg' }, 'file: "a.jpg" does not exist in the bundle'],
  [{ id: 1, file: 'images' }, 'file: "images" is not a file'],
  [{ id: 1, file: '' }, 'file: "" is not a path of a file inside the bundle'],
  [{ id: 1, file: '../a.jpg' }, 'file: "../a.jpg" is not a path of a file inside the bundle'],
  [{ id: 1, file: 'x/../../a.jpg' }, 'file: "x/../../a.jpg" is not a path of a file inside the bundle'],
  [{ id: 1, file: 'x\\..\\a.jpg' }, 'file: "x\\\\..\\\\a.jpg" is not a path of a file inside the bundle'],
  [{ id: 1, file: '/etc/passwd' }, 'file: "/etc/passwd" is not a path of a file inside the bundle'],
  [{ id: 1, file: 'C:\\a.jpg' }, 'file: "C:\\\\a.jpg" is not a path of a file inside the bundle'],
  [{ id: 1, file: 'a\0.jpg' }, 'file: "a\\u0000.jpg" is not a path of a file inside the bundle'],
  [{ id: 1, file: 'outside.txt' }, 'file: "outside.txt" leads out of the bundle'],
  [{ id: 1, file: 'away/hosts' }, 'file: "away/hosts" leads out of the bundle'],
  [{ id: 1, versions: [{ file: 'gone.jpg' }] }, 'versions[0].file: "gone.jpg" does not exist in the bundle'],
];

test('each fault of an asset is reported with file, line and key, in lines and in the document', async () => {
  await using store = openStore();
  for (const [asset, fault] of ASSETS) {
    const inLines = store.bundle({ 'catalogue.json': BASE, 'assets.jsonl': [{ id: 77 }, asset], 'images/b.jpg': 'x' });
    const inDocument = store.bundle({
      'catalogue.json': { ...BASE, assets: [{ id: 77 }, asset] },
      'images/b.jpg': 'x',
    });
    for (const directory of [inLines, inDocument]) {
      symlinkSync('/etc/hosts', join(directory, 'outside.txt'));
      symlinkSync('/etc', join(directory, 'away'));
    }
    const [first = '', ...more] = await store.faultsIn(inLines);
    assert.ok(first.startsWith(`assets.jsonl:2: ${fault}`), `${first}\nshould begin with\n${fault}`);
    assert.deepEqual(more, []);
    const [same = ''] = await store.faultsIn(inDocument);
    const [, line = '', rest = ''] = /^catalogue\.json:(\d+): assets\[1\]\.(.*)$/s.exec(same) ?? [];
    assert.ok(rest.startsWith(fault), same);
    // The line is that of the key, if it exists.
    const key = /(\w+): (?!it is missing)/.exec(fault)?.[1];
    const text = JSON.stringify({ ...BASE, assets: [{ id: 77 }, asset] }, null, 2).split('\n')[Number(line) - 1];
    if (key !== undefined) assert.ok(text?.includes(`"${key}":`), `${same}\n${text}`);
  }
  assert.equal((await store.catalogue.snapshot()).revision, 0);
  assert.deepEqual(await store.keys(), []);
});

/** A document, and the line and the beginning of its only fault. Objects are written with each key in a line of its own. */
const DOCUMENTS: readonly (readonly [document: unknown, fault: string])[] = [
  [{ nods: [] }, '2: nods: this key is unknown; known here are languages,'],
  [[], '1: it is not a JSON object'],
  [{ nodes: {} }, '2: nodes: an object is not an array'],
  [{ languages: [] }, '2: languages: at least one language is needed'],
  [{ languages: ['en', 'de_CH'] }, '4: languages[1]: "de_CH" is not a language tag'],
  [{ languages: ['en'], default_language: 'de' }, '5: default_language: "de" is'],
  [{ users: [{ id: 1, login: '' }] }, '5: users[0].login: "" is not a string of 1 to 255 characters'],
  [{ users: ['ada', 'Ada', 'ada'].map((login, i) => ({ id: i + 1, login })) }, '13: users[2].login: user 1 has this'],
  [{ info_fields: [{ id: 1 }] }, '3: info_fields[0].type: it is missing'],
  [{ info_fields: [{ id: 1, type: 'colour' }] }, '5: info_fields[0].type: "colour" is not one of text,'],
  [
    { info_fields: [{ id: 1, type: 'dropdown', values: [{ id: 1 }, { id: 1 }] }] },
    '11: info_fields[0].values[1].id: 1',
  ],
  [{ info_fields: [{ id: 1, type: 'node_reference', root_node: 5 }] }, '6: info_fields[0].root_node: node 5 does not'],
  [{ node_types: [{ id: 7 }, { id: 7 }] }, '7: node_types[1].id: 7 is there twice'],
  [{ asset_types: [1, 2].map((id) => ({ id, key: 'a' })) }, '9: asset_types[1].key: "a" is the key of another one'],
  [{ nodes: [{ id: 1, type: 9 }] }, '5: nodes[0].type: node type 9 does not exist'],
  [{ nodes: [{ id: 1, parent: 9 }] }, '5: nodes[0].parent: node 9 does not exist'],
  [{ nodes: [{ id: 1, parent: 1 }] }, '5: nodes[0].parent: the nodes go round in a circle: 1 → 1'],
  [
    { nodes: [[9, 3], [3, 2], [2, 3]].map(([id, parent]) => ({ id, parent })) }, // biome-ignore format: pairs
    '13: nodes[2].parent: the nodes go round in a circle: 2 → 3 → 2',
  ],
  [{ nodes: [{ id: 1, access: [{ group: 4 }] }] }, '7: nodes[0].access[0].group: group 4 does not exist'],
  [{ nodes: [{ id: 1, access: [{}] }] }, '6: nodes[0].access[0].group: it is missing'],
  [{ groups: [{ id: 4 }], nodes: [{ id: 1, access: [{ group: 4, download: [8] }] }] }, '14: nodes[0].access[0].downl'],
  [{ users: [{ id: 1, groups: [2] }] }, '6: users[0].groups[0]: group 2 does not exist'],
  [{ download_formats: [{ id: 1, categories: ['PIC'] }] }, '6: download_formats[0].categories[0]: "PIC" is not one'],
  [{ download_formats: [{ id: 1, convert: { to: 'bmp' } }] }, '6: download_formats[0].convert.to: "bmp" is not one'],
  [{ download_formats: [{ id: 1, convert: { quality: 101 } }] }, '6: download_formats[0].convert.quality: 101 is not'],
  [{ download_formats: [{ id: 1, icon: 'icons/none.svg' }] }, '5: download_formats[0].icon: "icons/none.svg" does'],
  [{ download_formats: [{ id: 1, icon: './catalogue.json' }] }, '5: download_formats[0].icon: "./catalogue.json" is'],
  [{ users: [{ id: 1 }], reviews: [{ asset: 4, user: 1 }] }, '9: reviews[0].asset: asset 4 does not exist'],
  [{ assets: [{ id: 4 }], reviews: [{ asset: 4 }] }, '8: reviews[0].user: it is missing'],
  [
    {
      ...REVIEWED,
      reviews: ['T00:00:00Z', 'T01:00:00+01:00'].map((time) => ({ ...REVIEW, date: `2024-01-01${time}` })),
    },
    '18: reviews[1]: there is one of this asset, user and date already',
  ],
  [{ ...REVIEWED, reviews: [{ ...REVIEW, rating: 6 }] }, '16: reviews[0].rating: 6 is not a number from 1 to 5'],
  ['{"groups": [\n{"id": 9007199254740993}]}', '2: groups[0].id: a number beyond 9007199254740991 is not an integer'],
  ['{"groups": [\n{"id": 1,\n "id": 2}]}', '3: groups[0].id: this key is there twice'],
  ['{\n"groups": [\n}', '3:1: not valid JSON: "}" where a value should be'],
  ['{\n"groups": [\n', '3:1: not valid JSON: it ends where a value should be'],
  ['', '1:1: not valid JSON: it ends where a value should be'],
  [Buffer.from('{\n"groups":\n[{"id":1,"name":"\xe4"}]}', 'latin1'), '3:18: it is not UTF-8'],
  ['{"groups": [\n{"id": 1, "__proto__": {"name": 5}}]}', '2: groups[0].__proto__: this key is unknown'],
  ['{"groups": [{"id": 1, "name":\n{"__proto__": "x"}}]}', '2: groups[0].name.__proto__: this is not a language tag'],
];

test('each fault of catalogue.json is reported with its line, and nothing is imported', async () => {
  await using store = openStore();
  for (const [document, fault] of DOCUMENTS) {
    const isRaw = typeof document === 'string' || document instanceof Uint8Array;
    const raw = isRaw ? document : JSON.stringify(document, null, 2);
    assertBegin(await store.faultsOf({ 'catalogue.json': raw }), [`catalogue.json:${fault}`]);
  }
  assert.equal((await store.catalogue.snapshot()).revision, 0);
});

const BLANKS = gzipSync(Buffer.alloc(40 * 2 ** 20, '{"id":1} '));
/** Files of lines, and the beginnings of their faults. */
const LINES: readonly (readonly [files: Record<string, unknown>, ...faults: readonly string[]])[] = [
  [{ 'assets.jsonl': '{"id":1}\n\n{"id":2,}\n' }, 'assets.jsonl:3:9: not valid JSON: "}" where a key in quotation'],
  [{ 'nodes.jsonl': '{"id":1}\n[]\n' }, 'nodes.jsonl:2: an array is not an object'],
  [{ 'nodes.jsonl': '{"id":1}\n{"id":1}\n' }, 'nodes.jsonl:2: id: node 1 is there twice'],
  [{ 'catalogue.json': { assets: [{ id: 1 }] }, 'assets.jsonl': '{"id":1}' }, 'assets.jsonl:1: id: asset 1 is there'],
  [{ 'nodes.jsonl': '{"id":1,"parent":2}\n{"id":2,"parent":1}' }, 'nodes.jsonl:1: parent: the nodes go round in a'],
  [
    { 'assets.jsonl': Buffer.from('{"id":1}\n{"id":2,"name":"\xe4"}\n{"id":0}', 'latin1') },
    'assets.jsonl:2:17: it is not UTF-8',
    'assets.jsonl:3: id: 0 is not',
  ],
  [
    { 'nodes.jsonl': Array.from({ length: 1002 }, (_, at) => (at === 0 ? { id: 1 } : { id: at + 1, parent: at })) },
    'nodes.jsonl:1001: parent: node 1001 lies deeper than 1000 levels',
  ],
  [{ 'assets.jsonl.gz': BLANKS }, 'assets.jsonl.gz:1: the line is longer than 16777216 bytes'],
  [{ 'assets.jsonl.gz': gzipSync('{"id":1}\n').subarray(0, -9) }, 'assets.jsonl.gz:2: the gzip data is damaged'],
  [{ 'assets.jsonl.gz': '{"id":1}\n' }, 'assets.jsonl.gz:1: the gzip data is damaged (incorrect header check)'],
  [{ 'nodes.jsonl': '', 'nodes.jsonl.gz': gzipSync('') }, 'nodes.jsonl.gz: nodes.jsonl is there as well'],
];

test('each fault of a file of lines is reported with its line, and nothing is imported', async () => {
  await using store = openStore();
  for (const [files, ...faults] of LINES) assertBegin(await store.faultsOf(files), faults);
  assert.equal((await store.catalogue.snapshot()).revision, 0);
});

test('a hundred faults are listed, all are counted, in the order of the bundle', async () => {
  await using store = openStore();
  const assets = Array.from({ length: 130 }, (_, index) => ({ id: index + 1, name: index }));
  await assert.rejects(store.import({ 'assets.jsonl': assets }), (error) => {
    assert.ok(error instanceof BundleRefused);
    assert.deepEqual([error.total, error.faults.length], [130, 100]);
    assert.equal(error.faults[99], 'assets.jsonl:100: name: 99 is not a string');
    assert.ok(error.message.endsWith('\nand 30 more'));
    return true;
  });
});

test('a message cannot control a terminal', async () => {
  await using store = openStore();
  const evil = '\u001b[2J\u009b2J\u202e';
  const faults = await store.faultsOf({ 'assets.jsonl': [{ id: evil, [evil]: 1, file: evil }] });
  assert.equal(faults.length, 3);
  for (const fault of faults) {
    assert.match(fault, /\\u001b\[2J\\u009b2J\\u202e/);
    assert.doesNotMatch(fault, /[^ -~]/);
  }
});

test('an aborted import leaves no originals behind', async () => {
  await using store = openStore();
  const files = {
    'assets.jsonl': [
      { id: 1, file: 'a.txt' },
      { id: 2, file: 'b.txt' },
    ],
    'a.txt': 'a',
    'b.txt': 'b',
  };
  for (const phase of ['reading', 'files'] as const) {
    const controller = new AbortController();
    const reason = new Error('enough');
    let keys: readonly string[] | undefined;
    const onProgress = (progress: ImportProgress): void => {
      if (progress.phase !== phase) return;
      // At once, because the clean-up begins with the abort.
      keys ??= globSync('originals/??/??/*', { cwd: store.data });
      controller.abort(reason);
    };
    const { signal } = controller;
    await assert.rejects(store.importFrom(store.bundle(files), { signal, onProgress }), reason);
    assert.equal(keys?.length !== 0, phase === 'files');
    assert.deepEqual(await store.keys(), []);
    assert.deepEqual(readdirSync(store.journals), []);
  }
  assert.equal((await store.catalogue.snapshot()).revision, 0);
});

function assertBegin(faults: readonly string[], expected: readonly string[]): void {
  assert.equal(faults.length, expected.length, faults.join('\n'));
  for (const [index, fault] of faults.entries())
    assert.ok(fault.startsWith(expected[index] ?? ''), `${fault}\nshould begin with\n${expected[index]}`);
}
