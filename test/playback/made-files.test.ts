import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { openMadeFiles } from '../../src/playback/made-files.ts';

const MEGABYTE = Buffer.alloc(2 ** 20);
const name = (digit: string) => `${digit.repeat(32)}.mp4`;

suite('files that were made', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'made-'));
  });
  afterEach(() => rm(directory, { recursive: true }));
  const open = (megabytes: number) =>
    openMadeFiles({ directory, megabytes, report: (trouble) => assert.fail(trouble) });

  test('a file is found once it is whole, and also after a restart', async () => {
    const files = open(10);
    assert.equal(await files.find(name('a')), undefined);
    await files.make(name('a'), async (temporary) => {
      await writeFile(temporary, 'half');
      assert.equal(await files.find(name('a')), undefined);
      await writeFile(temporary, MEGABYTE);
    });
    const found = await open(10).find(name('a'));
    assert.equal(found?.size, MEGABYTE.length);
  });

  test('what fails leaves nothing behind', async () => {
    const files = open(10);
    const failing = files.make(name('a'), async (temporary) => {
      await writeFile(temporary, 'half');
      throw new Error('no');
    });
    await assert.rejects(failing, { message: 'no' });
    assert.deepEqual(await readdir(join(directory, 'aa')), []);
  });

  test('the least recently used goes first when there is no room', async () => {
    const files = open(2);
    for (const digit of ['a', 'b']) await files.make(name(digit), (temporary) => writeFile(temporary, MEGABYTE));
    await files.find(name('a'));
    await files.make(name('c'), (temporary) => writeFile(temporary, MEGABYTE));
    await files.settled();
    assert.deepEqual(
      await Promise.all(['a', 'b', 'c'].map(async (digit) => (await files.find(name(digit))) !== undefined)),
      [true, false, true],
    );
  });

  test('files of earlier runs count, and those that a killed one left half made go in time', async () => {
    const first = open(10);
    for (const digit of ['a', 'b', 'c']) await first.make(name(digit), (temporary) => writeFile(temporary, MEGABYTE));
    await utimes(join(directory, 'bb', name('b')), 1, 1);
    const stale = join(directory, 'aa', `${name('a')}.x.tmp`);
    await writeFile(stale, 'half');
    await utimes(stale, 1, 1);
    const second = open(2);
    await second.settled();
    assert.equal(existsSync(stale), false);
    assert.equal(await second.find(name('b')), undefined);
    assert.ok(await second.find(name('a')));
  });
});
