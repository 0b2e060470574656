import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeDemo } from '../../../demo/make.ts';
import { filesBelow, makeSmallDemo, type SmallDemo, TODAY } from './small-demo.ts';

let demo: SmallDemo;
before(async () => {
  demo = await makeSmallDemo();
});
after(async () => {
  await demo[Symbol.asyncDispose]();
});

/** Every key of a bundle, by the object it is in. */
const KEYS = {
  '': 'languages default_language node_types asset_types info_fields relation_types download_formats groups users nodes assets reviews',
  node_types: 'id key name permission',
  asset_types: 'id key name',
  info_fields: 'id name description type multiline localized on values root_node show_root max_selections',
  'info_fields.values': 'id name',
  relation_types: 'id key name symmetric reverse_name',
  download_formats:
    'id name description icon position quick default categories extensions convert resizeable editable message',
  'download_formats.convert': 'to width height fit quality dpi color metadata enlarge',
  groups: 'id name',
  users: 'id name groups service',
  nodes: 'id type parent name position infofields access',
  'nodes.access': 'group view download',
  assets:
    'id file name type nodes infofields uploaded modified uploaded_by valid_until versions relations public_urls downloads size extension width height pages',
  'assets.versions': 'version file name date',
  'assets.relations': 'type to',
  'assets.public_urls': 'id name url provider',
  'assets.downloads': 'date count',
  reviews: 'asset user rating comment date',
} as const;

test('every key of the bundle format is used, and no other', () => {
  const seen = new Map<string, Set<string>>();
  collectKeys(demo.bundle, '', seen);
  for (const [place, keys] of Object.entries(KEYS)) {
    assert.deepEqual([...(seen.get(place) ?? [])].toSorted(), keys.split(' ').toSorted(), place);
  }
});

test('every type of information field has values on assets or nodes', () => {
  const used = new Set(
    [...demo.bundle.assets, ...demo.bundle.nodes].flatMap(({ infofields = {} }) => Object.keys(infofields)),
  );
  const types = demo.bundle.info_fields
    .filter(({ id }) => used.has(String(id)))
    .map(({ type, on }) => `${type} ${on.join(' ')}`);
  for (const type of ['text', 'number', 'date', 'node_reference', 'checkbox', 'dropdown']) {
    for (const on of ['asset', 'node'])
      assert.ok(
        types.some((each) => each.startsWith(type) && each.includes(on)),
        `${type} on ${on}`,
      );
  }
});

test('there are three trees, one of them four levels deep', () => {
  const parents = new Map(demo.bundle.nodes.map(({ id, parent }) => [id, parent]));
  const depth = (id: number): number => {
    const parent = parents.get(id) ?? null;
    return parent === null ? 1 : 1 + depth(parent);
  };
  assert.deepEqual(new Set(demo.bundle.nodes.map(({ type }) => type)), new Set([101, 102, 103]));
  assert.ok(Math.max(...demo.bundle.nodes.map(({ id }) => depth(id))) >= 4);
});

test('every text exists in both languages', () => {
  const texts: object[] = [];
  JSON.stringify(demo.bundle, (_, value: unknown) => {
    if (typeof value === 'object' && value !== null && ('en' in value || 'de' in value)) texts.push(value);
    return value;
  });
  assert.ok(texts.length > 400);
  for (const text of texts) {
    assert.deepEqual(Object.keys(text).toSorted(), ['de', 'en']);
    assert.ok(
      Object.values(text).every((words) => typeof words === 'string' && words.trim() !== ''),
      JSON.stringify(text),
    );
  }
});

test('the files are exactly those that the catalogue names', async () => {
  const { assets, download_formats } = demo.bundle;
  const named = [
    'catalogue.json',
    ...assets.flatMap(({ file, versions = [] }) => [
      ...(file === undefined ? [] : [file]),
      ...versions.map((version) => version.file),
    ]),
    ...download_formats.map(({ icon }) => icon),
  ];
  assert.equal(new Set(named).size, named.length);
  assert.deepEqual((await filesBelow(demo.directory)).toSorted(), named.toSorted());
});

test('downloads of the last thirty days and before exist', () => {
  const dates = demo.bundle.assets.flatMap(({ downloads = [] }) => downloads.map(({ date }) => date));
  assert.ok(dates.some((date) => date > '2026-10-22' && date <= '2026-11-21'));
  assert.ok(dates.some((date) => date < '2026-10-22'));
  assert.ok(dates.every((date) => date <= '2026-11-21'));
});

test('an interrupted run leaves no valid bundle', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'abs-demo-test-'));
  try {
    const stop = new AbortController();
    const reason = new Error('enough');
    const onProgress = (done: number): void => {
      if (done === 3) stop.abort(reason);
    };
    await assert.rejects(makeDemo(directory, { signal: stop.signal, today: TODAY, scale: 0.04, onProgress }), reason);
    assert.equal(existsSync(join(directory, 'catalogue.json')), false);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

/** Keys by the objects they are in; the contents of information fields and texts have keys of their own kind. */
function collectKeys(value: unknown, place: string, into: Map<string, Set<string>>): void {
  if (Array.isArray(value)) for (const item of value) collectKeys(item, place, into);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    into.set(place, (into.get(place) ?? new Set()).add(key));
    if (!['infofields', 'name', 'description', 'message'].includes(key))
      collectKeys(inner, place === '' ? key : `${place}.${key}`, into);
  }
}
