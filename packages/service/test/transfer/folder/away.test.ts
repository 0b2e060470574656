import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compare } from '../../../src/transfer/folder/away.ts';
import { type FoundFolder, walkFolder } from '../../../src/transfer/folder/walk.ts';
import { place } from './imported.ts';

const NAMES = Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? `a${i}.txt` : `sub/a${i}.txt`));

function empty(folder: string, ...left: string[]): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  for (const path of left) mkdirSync(join(folder, path), { recursive: true });
}
function replace(folder: string, left: readonly string[]): void {
  renameSync(folder, `${folder}-away`);
  for (const name of left) cpSync(join(`${folder}-away`, name), join(folder, name));
}
function remove(folder: string, count: number): void {
  for (const name of NAMES.slice(0, count)) rmSync(join(folder, name));
}
const rules = (folder: string, text: string) => writeFileSync(join(folder, '.absignore'), text);

const NONE = 'the folder holds no files';
const HALF = 'that is more than half';
const OTHER = 'it is another folder than at the last import';
const EMPTY = 'the folder "sub" held 12 files and holds none';

type Case = readonly [name: string, missing: string, reasons: string, happen: (folder: string) => unknown];
/** What happens to a folder of 24 files, half of them in `sub`; what is missing, and why it may be away, if it may. */
const CASES: readonly Case[] = [
  ['all files have gone', '24 of 24', `${NONE}, ${HALF}`, (at) => empty(at)],
  ['only folders are left', '24 of 24', `${NONE}, ${HALF}`, (at) => empty(at, 'x/y')],
  ['only folders of systems are left', '24 of 24', `${NONE}, ${HALF}`, (at) => empty(at, 'lost+found', '#recycle/a')],
  ['another folder is there', '1 of 24', OTHER, (at) => replace(at, NAMES.slice(1))],
  ['another folder has the same files', '0 of 24', '', (at) => replace(at, NAMES)],
  ['a folder of the first level is empty', '12 of 24', EMPTY, (at) => empty(join(at, 'sub'), '@eaDir/a', 'deep')],
  ['a folder of the first level has gone', '12 of 24', '', (at) => rmSync(join(at, 'sub'), { recursive: true })],
  ['half are missing', '12 of 24', '', (at) => remove(at, 12)],
  ['more than half are missing', '13 of 24', HALF, (at) => remove(at, 13)],
  ['all are left out', '0 of 0', '', (at) => rules(at, '*.txt')],
  ['all of a folder are left out', '0 of 12', '', (at) => rules(at, '/sub/')],
  ['most are left out, and few have gone', '5 of 12', '', (at) => [rules(at, '/sub/'), remove(at, 10)]],
  ['most are left out, and the rest has gone', '12 of 12', NONE, (at) => [rules(at, '/sub/'), remove(at, 24)]],
];

/** What an import knows of the folder that it found. */
const knownFrom = ({ identity, folders, files }: FoundFolder) => ({
  ...(identity === undefined ? {} : { identity }),
  nodes: new Map(folders.map((path, id) => [path, id])),
  assets: new Map(files.map(({ path, stamp }, id) => [path, { id, stamp }])),
});

test('what cannot be read at the moment has not gone', async () => {
  using at = place();
  for (const path of ['a.txt', 'sub/b.txt', 'sub/deep/c.txt']) at.write(path, path);
  const { signal } = new AbortController();
  const all = await walkFolder({ root: at.source, excluded: [] }, { exclude: [], signal });
  for (const [closed, folders] of Object.entries({ sub: ['', 'sub'], '': [''] })) {
    const files = closed === '' ? [] : all.files.filter(({ path }) => path === 'a.txt');
    const found = compare({ ...all, folders, files, closed: [closed] }, knownFrom(all));
    assert.deepEqual([found.goneFiles, found.goneFolders, found.mayBeAway], [[], [], false], `${closed} is closed`);
  }
});

for (const [name, missing, reasons, happen] of CASES) {
  test(`where ${name}, ${missing} files are missing${reasons === '' ? '' : ' and may be away'}`, async () => {
    using at = place();
    for (const each of NAMES) at.write(each, each);
    const walk = () =>
      walkFolder({ root: at.source, excluded: [] }, { exclude: [], signal: new AbortController().signal });
    const before = await walk();
    const known = knownFrom(before);
    happen(at.source);
    const found = compare(await walk(), known);
    assert.deepEqual([`${found.missing} of ${found.known}`, found.mayBeAway], [missing, reasons !== '']);
    assert.equal(found.mayBeAway ? found.reasons.join(', ') : '', reasons);
    // Without a record of the last import, as after an upgrade.
    const { identity: _, ...first } = known;
    assert.equal(compare(await walk(), first).mayBeAway, reasons !== '' && reasons !== OTHER);
  });
}
