/** A demo with few and tiny pictures. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { makeDemo } from '../../../demo/make.ts';
import { openStore } from '../transfer/bundle/store.ts';

/** The part of `catalogue.json` that the tests read. */
interface Bundle {
  readonly languages: readonly string[];
  readonly default_language: string;
  readonly info_fields: readonly { readonly id: number; readonly type: string; readonly on: readonly string[] }[];
  readonly download_formats: readonly { readonly icon: string }[];
  readonly nodes: readonly { readonly type: number; readonly infofields?: object }[];
  readonly assets: readonly {
    readonly file?: string;
    readonly infofields: object;
    readonly versions?: readonly { readonly file: string }[];
  }[];
  readonly reviews: readonly object[];
}

const folders: string[] = [];
let demo: string;
let bundle: Bundle;
before(async () => {
  demo = await make();
  bundle = JSON.parse(readFileSync(join(demo, 'catalogue.json'), 'utf8'));
});
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'abs-demo-'));
  folders.push(folder);
  return folder;
}

async function make(signal = new AbortController().signal, onProgress = (_: number) => {}, folder = newFolder()) {
  await makeDemo(folder, { signal, today: new Date('2026-11-21T15:00:00Z'), scale: 0.04, onProgress });
  return folder;
}

/** SHA-256 of the files, by their paths. */
function hashesOf(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')];
    }),
  );
}

test('the service imports the demo, and warns only of the file that is unknown on purpose', async () => {
  await using store = openStore();
  const imported = await store.importFrom(demo);
  assert.deepEqual(
    imported.warnings.map((warning) => warning.slice(0, 27)),
    ['"models/pack-sattel.vloom":'],
  );
  const { reviews, languages, default_language: _, ...kinds } = bundle;
  const objects = Object.values(kinds).reduce((sum, { length }) => sum + length, 0);
  assert.ok(reviews.length > 20 && languages.length === 2);
  assert.deepEqual([imported.added, imported.changed, imported.unchanged], [objects, 0, 0]);
});

test('the same day gives the same bytes', async () => {
  assert.deepEqual(hashesOf(await make()), hashesOf(demo));
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

test('every key of the bundle format is used, and no other, and every type of field on assets and nodes', () => {
  const seen = new Map<string, Set<string>>();
  collectKeys(bundle, '', seen);
  for (const [place, keys] of Object.entries(KEYS)) {
    assert.deepEqual([...(seen.get(place) ?? [])].toSorted(), keys.split(' ').toSorted(), place);
  }
  const used = new Set([...bundle.assets, ...bundle.nodes].flatMap(({ infofields = {} }) => Object.keys(infofields)));
  const fields = bundle.info_fields.filter(({ id }) => used.has(String(id)));
  for (const type of ['text', 'number', 'date', 'node_reference', 'checkbox', 'dropdown']) {
    for (const on of ['asset', 'node'])
      assert.ok(
        fields.some((field) => field.type.startsWith(type) && field.on.includes(on)),
        `${type} on ${on}`,
      );
  }
  assert.deepEqual(new Set(bundle.nodes.map(({ type }) => type)), new Set([101, 102, 103]));
});

test('every text exists in both languages', () => {
  const texts: object[] = [];
  JSON.stringify(bundle, (_, value: unknown) => {
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

test('the files are exactly those that the catalogue names', () => {
  const originals = bundle.assets.flatMap(({ file, versions = [] }) => [file, ...versions.map((each) => each.file)]);
  const named = ['catalogue.json', ...originals, ...bundle.download_formats.map(({ icon }) => icon)];
  assert.deepEqual([...hashesOf(demo).keys()].toSorted(), named.filter((name) => name !== undefined).toSorted());
});

test('an interrupted run leaves no valid bundle', async () => {
  const [folder, stop, reason] = [newFolder(), new AbortController(), new Error('enough')];
  const stopAtThird = (done: number) => {
    if (done === 3) stop.abort(reason);
  };
  await assert.rejects(make(stop.signal, stopAtThird, folder), reason);
  assert.equal(existsSync(join(folder, 'catalogue.json')), false);
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
