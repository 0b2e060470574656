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

/** What happens to a folder of 24 files, half of them in `sub`; what is missing, and why it may be away, if it may. */
const CASES: Readonly<Record<string, readonly [happen: (folder: string) => void, missing: string, reasons?: string]>> =
  {
    'all files have gone': [empty, '24 of 24', 'the folder holds no files, that is more than half'],
    'only folders are left': [
      (at) => empty(at, 'x/y'),
      '24 of 24',
      'the folder holds no files, that is more than half',
    ],
    'only folders of systems are left': [
      (at) => empty(at, 'lost+found', '#recycle/a'),
      '24 of 24',
      'the folder holds no files, that is more than half',
    ],
    'another folder is there': [
      (at) => replace(at, NAMES.slice(1)),
      '1 of 24',
      'it is another folder than at the last import',
    ],
    'another folder has the same files': [(at) => replace(at, NAMES), '0 of 24'],
    'a folder of the first level is empty': [
      (at) => empty(join(at, 'sub'), '@eaDir/a', 'deep'),
      '12 of 24',
      'the folder "sub" held 12 files and holds none',
    ],
    'a folder of the first level has gone': [(at) => rmSync(join(at, 'sub'), { recursive: true }), '12 of 24'],
    'half are missing': [(at) => remove(at, 12), '12 of 24'],
    'more than half are missing': [(at) => remove(at, 13), '13 of 24', 'that is more than half'],
    'all are left out': [(at) => rules(at, '*.txt'), '0 of 0'],
    'all of a folder are left out': [(at) => rules(at, '/sub/'), '0 of 12'],
    'most are left out, and few have gone': [(at) => [rules(at, '/sub/'), remove(at, 10)], '5 of 12'],
    'most are left out, and the rest has gone': [
      (at) => [rules(at, '/sub/'), remove(at, 24)],
      '12 of 12',
      'the folder holds no files',
    ],
  };

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
  for (const [closed, folders] of [
    ['sub', ['', 'sub']],
    ['', ['']],
  ] as const) {
    const files = closed === '' ? [] : all.files.filter(({ path }) => path === 'a.txt');
    const found = compare({ ...all, folders, files, closed: [closed] }, knownFrom(all));
    assert.deepEqual([found.goneFiles, found.goneFolders, found.mayBeAway], [[], [], false], `${closed} is closed`);
  }
});

for (const [name, [happen, missing, reasons = '']] of Object.entries(CASES)) {
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
    const { identity: _, ...first } = known;
    const isOther = reasons.startsWith('it is');
    assert.equal(
      compare(await walk(), first).mayBeAway,
      reasons !== '' && !isOther,
      'without a record of the last import',
    );
  });
}
