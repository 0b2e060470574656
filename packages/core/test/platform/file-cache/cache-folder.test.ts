import assert from 'node:assert/strict';
import { mkdir, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { CacheFolder } from '../../../src/platform/file-cache/cache-folder.ts';
import fc, { forRunsAsync } from '../../support/fast-check.ts';
import { newFolder } from '../../support/temporary-folder.ts';

const BLOCK = 4096;
/** The limit of the folder, in blocks. */
const MOST = 12;

const step = fc.record({
  do: fc.constantFrom('place' as const, 'use' as const, 'lose' as const),
  key: fc.nat(5),
  /** Part of the name: a new file for the key may have another name. */
  variant: fc.nat(2),
  blocks: fc.integer({ min: 1, max: 15 }),
});

test(`after any operations the folder holds exactly the counted files, within its limit except for the newest`, async () => {
  await forRunsAsync(30, fc.array(step, { maxLength: 25 }), async (steps) => {
    const directory = await newDirectory();
    const folder = open(directory);
    await folder.settled();
    // The expected files, the least recently used first.
    let list: readonly { readonly key: string; readonly file: string; readonly blocks: number }[] = [];
    const sum = () => list.reduce((total, { blocks }) => total + blocks, 0);
    for (const { do: deed, key: number, variant, blocks } of steps) {
      const key = `${number}${number}`;
      const known = list.find((each) => each.key === key);
      const others = list.filter((each) => each !== known);
      if (deed === 'place') {
        const file = `${key}-${variant}.cached`;
        await place(folder, { key, file, blocks });
        list = [...others, { key, file, blocks }];
        while (sum() > MOST && list.length > 1) list = list.slice(1);
      } else if (known && deed === 'use') {
        folder.used(key, known.file, known.blocks * BLOCK);
        list = [...others, known];
      } else if (deed === 'use') {
        // Evicted while it was read.
        folder.used(key, `${key}-${variant}.cached`, blocks * BLOCK);
      } else if (known) {
        await rm(folder.pathOf(key, known.file));
        folder.gone(key);
        list = others;
      }
      await folder.settled();
      const files = list.map(({ file }) => file).toSorted();
      assert.deepEqual(await filesIn(directory), files);
      assert.equal(folder.fileOf(key), list.find((each) => each.key === key)?.file);
    }
    await folder[Symbol.asyncDispose]();
    const next = open(directory);
    await next.settled();
    const paths = list.map(({ key }) => next.fileOf(key));
    const expected = list.map(({ file }) => file);
    assert.deepEqual(paths, expected);
    await rm(dirname(directory), { recursive: true });
  });
});

test('a file placed during the startup scan counts once, and as more recent than the scanned ones', async () => {
  const directory = await newDirectory();
  const earlier = open(directory);
  for (const key of ['11', '22', '33']) await place(earlier, { key, file: `${key}-0.cached`, blocks: 4 });
  await earlier[Symbol.asyncDispose]();
  const later = open(directory);
  await place(later, { key: '11', file: '11-1.cached', blocks: 4 });
  await later.settled();
  assert.deepEqual(await filesIn(directory), ['11-1.cached', '22-0.cached', '33-0.cached']);
  await place(later, { key: '44', file: '44-0.cached', blocks: 4 });
  await later.settled();
  assert.deepEqual(await filesIn(directory), ['11-1.cached', '33-0.cached', '44-0.cached']);
  await rm(dirname(directory), { recursive: true });
});

test('a file that another thread or process has used outlives those that nobody has', async () => {
  const directory = await newDirectory();
  const folder = open(directory);
  for (const key of ['11', '22', '33']) await place(folder, { key, file: `${key}-0.cached`, blocks: 4 });
  const later = Date.now() / 1000 + 100;
  await utimes(folder.pathOf('11', '11-0.cached'), later, later);
  for (const [key, kept] of [
    ['44', ['11', '33', '44']],
    ['55', ['11', '44', '55']],
    ['66', ['44', '55', '66']],
  ] as const) {
    await place(folder, { key, file: `${key}-0.cached`, blocks: 4 });
    await folder.settled();
    assert.deepEqual(
      await filesIn(directory),
      kept.map((each) => `${each}-0.cached`),
    );
  }
  await rm(dirname(directory), { recursive: true });
});

test('the newest file stays although others have used all earlier ones', async () => {
  const directory = await newDirectory();
  const folder = open(directory);
  const later = Date.now() / 1000 + 100;
  for (const key of ['11', '22', '33']) {
    await place(folder, { key, file: `${key}-0.cached`, blocks: 4 });
    await utimes(folder.pathOf(key, `${key}-0.cached`), later, later);
  }
  await place(folder, { key: '44', file: '44-0.cached', blocks: 4 });
  await folder.settled();
  assert.deepEqual(await filesIn(directory), ['22-0.cached', '33-0.cached', '44-0.cached']);
  await rm(dirname(directory), { recursive: true });
});

test('files that cannot be read or removed are reported, and all others are counted', async () => {
  const directory = await newDirectory();
  const earlier = open(directory);
  for (const key of ['11', '22', '33']) await place(earlier, { key, file: `${key}-0.cached`, blocks: 5 });
  await earlier[Symbol.asyncDispose]();
  // A link to itself can't be read.
  await symlink('10', join(directory, '10'));
  // A path longer than the system's limit can't be removed.
  const deep = join(...Array.from({ length: 10 }, () => 'd'.repeat(250)));
  const stale = join(directory, '11', 'stale.tmp');
  const other = join(directory, 'other');
  for (const start of [stale, other]) await mkdir(join(start, deep), { recursive: true });
  await rename(other, join(stale, deep, 'other'));
  await utimes(stale, 1, 1);
  const told: string[] = [];
  const later = open(directory, (what) => told.push(what));
  await later.settled();
  assert.deepEqual(told.toSorted(), ['count', 'remove']);
  assert.deepEqual(await filesIn(join(directory, '22')), ['22-0.cached']);
  const paths = ['11', '22', '33'].map((key) => later.fileOf(key));
  assert.deepEqual(paths, [undefined, '22-0.cached', '33-0.cached']);
  await rename(join(stale, deep, 'other'), other);
  await rm(dirname(directory), { recursive: true });
});

/** A new empty folder in a folder of its own. */
async function newDirectory(): Promise<string> {
  const directory = join(newFolder(), 'files');
  await mkdir(directory);
  return directory;
}

function open(
  directory: string,
  report: (what: string, cause: unknown) => void = (_, cause) => assert.fail(String(cause)),
): CacheFolder {
  return new CacheFolder({
    directory,
    megabytes: (MOST * BLOCK) / 2 ** 20,
    keyOf: (file) => /^(\d\d)-\d\.cached$/.exec(file)?.[1],
    report,
  });
}

async function place(
  folder: CacheFolder,
  { key, file, blocks }: { readonly key: string; readonly file: string; readonly blocks: number },
): Promise<void> {
  const temporary = await folder.temporary(key);
  // The last block is partly filled.
  const bytes = blocks * BLOCK - 1;
  await writeFile(temporary, Buffer.alloc(bytes));
  await folder.place(temporary, { key, file, bytes });
}

async function filesIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}
