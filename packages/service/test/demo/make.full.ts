/** A demo with few and tiny pictures. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeDemo } from '../../../demo/make.ts';
import { openStore } from '../transfer/bundle/store.ts';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'abs-demo-'));
  folders.push(folder);
  return folder;
}

async function make(
  signal = new AbortController().signal,
  onProgress = (_: number) => {},
  folder = newFolder(),
  isBeginning = false,
) {
  await makeDemo(folder, { signal, today: new Date('2026-11-21T15:00:00Z'), scale: 0.04, onProgress, isBeginning });
  return folder;
}

test('the service imports the demo, and warns of nothing', async () => {
  await using store = openStore();
  const demo = await make();
  const imported = await store.importFrom(demo);
  assert.deepEqual(imported.warnings, []);
  const {
    default_language: _,
    reviews,
    languages,
    ...kinds
  } = JSON.parse(readFileSync(join(demo, 'catalogue.json'), 'utf8')) as Record<string, readonly unknown[]>;
  const objects = Object.values(kinds).reduce((sum, { length }) => sum + length, 0);
  assert.ok(reviews && reviews.length > 20 && languages?.length === 2);
  assert.deepEqual([imported.added, imported.changed, imported.unchanged], [objects, 0, 0]);
});

test('an interrupted run leaves no valid bundle', async () => {
  const [folder, stop, reason] = [newFolder(), new AbortController(), new Error('enough')];
  const stopAtThird = (done: number) => {
    if (done === 3) stop.abort(reason);
  };
  await assert.rejects(make(stop.signal, stopAtThird, folder), reason);
  assert.equal(existsSync(join(folder, 'catalogue.json')), false);
});

test('the demo begins with the newest pictures, and the rest is added to them', async () => {
  await using store = openStore();
  const folder = await make(undefined, undefined, undefined, true);
  const read = () =>
    JSON.parse(readFileSync(join(folder, 'catalogue.json'), 'utf8')).assets as {
      id: number;
      file: string;
      name: string;
    }[];
  const first = read();
  assert.ok(first.length >= 24);
  assert.deepEqual((await store.importFrom(folder)).warnings, []);
  let drawn = 0;
  await make(undefined, () => drawn++, folder);
  const whole = read();
  const others = whole.filter(({ id }) => !first.some((each) => each.id === id));
  assert.ok(others.length > 0);
  const byId = new Map(whole.map((each) => [each.id, each]));
  assert.deepEqual(
    first.map(({ id }) => byId.get(id)?.file),
    first.map(({ file }) => file),
  );
  assert.ok(drawn < whole.length, 'only what is missing is drawn');
  const { warnings, added } = await store.importFrom(folder);
  assert.deepEqual([warnings, added >= others.length], [[], true]);
});
