import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openStore } from './store.ts';

const DEEP = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
const DEEP_OBJECTS = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;

/** One line that is not an asset, and its fault. */
const LINES: readonly (readonly [line: string | Uint8Array, fault: string])[] = [
  [`{"id":1,"name":${DEEP}}`, ' name: an array is not a string'],
  [`{"id":1,"infofields":{"100":${DEEP_OBJECTS}}}`, ' infofields.100.a: an object is not a string'],
  [DEEP, ' an array is not an object'],
  ['{"id":1e400}', ' id: a number that is too large is not an integer from 1'],
  ['{"id":9007199254740993}', ' id: a number beyond 9007199254740991 is not an integer from 1'],
  ['{"id":1,"name":"a","name" :"b"}', ' name: this key is there twice'],
  ['{"id":1,"name":"a","n\\u0061me":"b"}', ' name: this key is there twice'],
  ['{"id":1,"name":"a\\": ","name":"b"}', ' name: this key is there twice'],
  ['{"id":1,"__proto__":{"name":5}}', ' __proto__: this key is unknown'],
  ['{"id":1,"infofields":{"__proto__":"x"}}', ' infofields.__proto__: this is not the ID'],
  ['{"id":1,"\\ud800":1}', ' ["\\ud800"]: this key is unknown'],
  ['{"id":1,"file":"\\ud800"}', ' file: "\\ud800" does not exist in the bundle'],
  [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), '3: it is not UTF-8'],
  [Buffer.from('7b226964223a312c226e616d65223a22eda080227d', 'hex'), '17: it is not UTF-8'],
  [Buffer.from('{"id":1}', 'utf16le'), '2: not valid JSON: "\\u0000" where a key in quotation marks should be'],
  ['\ufeff{"id":1}', '1: not valid JSON: "\ufeff" where a value should be'],
];

test('a hostile line is a fault with its position, compressed or not', async () => {
  await using store = openStore();
  const document = { info_fields: [{ id: 100, type: 'text' }] };
  const faultsOf = async (line: string | Uint8Array, isGzip: boolean) => {
    const lines = Buffer.concat([Buffer.from('{"id":77}\n'), Buffer.from(line), Buffer.from('\n{"id":78}\n')]);
    const files = isGzip ? { 'assets.jsonl.gz': gzipSync(lines) } : { 'assets.jsonl': lines };
    return await store.faultsOf({ 'catalogue.json': document, ...files });
  };
  for (const [line, fault] of LINES) {
    for (const isGzip of [false, true]) {
      const [first = ''] = await faultsOf(line, isGzip);
      const start = `assets.jsonl${isGzip ? '.gz' : ''}:2:${fault}`;
      assert.ok(first.startsWith(start) && first.length < 1000, `${first.slice(0, 300)}\nshould begin with\n${start}`);
    }
  }
  assert.equal((await store.catalogue.snapshot()).revision, 0);
  assert.deepEqual(await faultsOf(`{"id":1.${'0'.repeat(100_000)}1}`, false), [], 'a long fraction');
});

test('a byte order mark at the start of each file of a bundle is ignored', async () => {
  await using store = openStore();
  const { added } = await store.import({
    'catalogue.json': '\ufeff{"groups":[{"id":1}]}',
    'nodes.jsonl': '\ufeff{"id":1}\n',
    'assets.jsonl.gz': gzipSync('\ufeff{"id":1,"name":"\\ud800x"}\n'),
  });
  assert.deepEqual([added, (await store.records())[0]?.active.name], [4, '\ufffdx']);
});

test('the column of a byte that is not UTF-8 counts characters, and replacement characters are valid ones', async () => {
  await using store = openStore();
  const line = Buffer.concat([
    Buffer.from('{"id":1,"name":"\u{1f600}\ufffd\u00e9'),
    Buffer.from([0xc3]),
    Buffer.from('"}'),
  ]);
  assert.deepEqual(await store.faultsOf({ 'assets.jsonl': line }), ['assets.jsonl:1:21: it is not UTF-8']);
});

test('odd texts are imported with a warning for each kind', async () => {
  await using store = openStore();
  const { warnings } = await store.import({
    'catalogue.json': {
      languages: ['en', 'de'],
      info_fields: [{ id: 100, type: 'text', name: { en: 'Title', fr: 'Titre' } }],
      groups: [{ id: 1, name: 'a\u0000b' }],
    },
    'assets.jsonl': [
      { id: 1, name: 'two\nlines', infofields: { 100: { de: 'x', fr: 'y' } } },
      { id: 2, name: '\ud800x', infofields: { 100: 'a\u001bb' } },
    ],
  });
  const french = 'the catalogue has no language fr, so this text appears only where there is no other (and 1 more)';
  assert.deepEqual(warnings, [
    `catalogue.json: info_fields[0].name.fr: ${french}`,
    'catalogue.json: groups[0].name: the text has control characters (and 1 more)',
    'assets.jsonl:2: name: half a surrogate pair becomes U+FFFD',
  ]);
  // The languages of the store count where a bundle names none.
  const again = await store.import({ 'assets.jsonl': [{ id: 3, name: 'c', infofields: { 100: { it: 'z' } } }] });
  assert.match(again.warnings.join(), /^assets\.jsonl:1: infofields\.100\.it: the catalogue has no language it/);
});

test('a line of a hundred megabytes is refused with little memory', async () => {
  await using store = openStore();
  const bomb = gzipSync(Buffer.alloc(100 * 2 ** 20, '['), { level: 1 });
  assert.deepEqual(await store.faultsOf({ 'nodes.jsonl.gz': bomb }), [
    'nodes.jsonl.gz:1: the line is longer than 16777216 bytes',
  ]);
});
