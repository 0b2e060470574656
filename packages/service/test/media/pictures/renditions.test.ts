import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { QueueFull } from '../../../src/concurrency/failures.ts';
import { FILE_CATEGORIES } from '../../../src/domain/file-properties.ts';
import { renditionKey } from '../../../src/media/pictures/key.ts';
import { openSharpRenderer } from '../../../src/media/pictures/renderer-sharp.ts';
import { openRenditions } from '../../../src/media/pictures/renditions.ts';
import { distance, patiently, planFor } from './pictures.ts';
import { originals, pictureOf, SIZES, useRenditions } from './renditions-world.ts';

suite('renditions', () => {
  const { world, open, counted, order, begunFiles, photoOf, untilBegun, slowFile } = useRenditions();

  test('a picture is drawn once and then comes from the cache, also after a restart', async () => {
    const first = await pictureOf(world.renditions, order(world.photo));
    const second = await pictureOf(world.renditions, order(world.photo));
    await using restarted = open();
    const third = await pictureOf(restarted, order(world.photo));
    assert.deepEqual([first.width, first.height, first.pages, first.isPlaceholder], [256, 171, 1, false]);
    const { source, plan } = order(world.photo);
    assert.ok(source);
    assert.equal(first.etag, renditionKey(source, plan, world.renderer.version));
    assert.deepEqual(structure(second), structure(first));
    assert.deepEqual(structure(third), structure(first));
    assert.equal(world.begun.length, 1);
  });

  test('one text under two names has a picture, and a failure, for each', async () => {
    const text = join(world.folder, 'text');
    await writeFile(text, 'fruit,colour\napple,red\npear,green\n'.repeat(20));
    const markdown = order(text, { mediaType: 'text/markdown' });
    const table = order(text, { mediaType: 'text/csv' });
    assert.equal(
      (await pictureOf(world.renditions, order(text, { mediaType: 'model/gltf+json' }))).isPlaceholder,
      true,
    );
    const asList = await pictureOf(world.renditions, markdown);
    const asTable = await pictureOf(world.renditions, table);
    assert.deepEqual([asList.isPlaceholder, asTable.isPlaceholder], [false, false]);
    assert.notEqual(asList.etag, asTable.etag);
    assert.notDeepEqual(Buffer.from(asList.bytes), Buffer.from(asTable.bytes));
  });

  test('64 concurrent callers cause one rendering, and callers that leave do not affect the others', async () => {
    const leaving = new AbortController();
    const asked = Array.from({ length: 64 }, (_, n) =>
      world.renditions.get(order(world.photo), n % 2 === 0 ? patiently() : { signal: leaving.signal }),
    );
    leaving.abort(new Error('gone'));
    const answers = await Promise.allSettled(asked);
    assert.deepEqual(
      new Set(answers.map(({ status }, n) => `${status} ${n % 2}`)),
      new Set(['fulfilled 0', 'rejected 1']),
    );
    assert.equal(world.begun.length, 1);
  });

  test('when all callers have left, no failure is recorded for the picture', async () => {
    const leaving = new AbortController();
    const asked = [1, 2].map(() => world.renditions.get(order(world.photo), { signal: leaving.signal }));
    leaving.abort(new Error('gone'));
    for (const answer of await Promise.allSettled(asked)) assert.equal(answer.status, 'rejected');
    assert.equal((await pictureOf(world.renditions, order(world.photo))).isPlaceholder, false);
  });

  test('a started picture is finished and stored even if all callers have left', async () => {
    const leaving = new AbortController();
    const left = world.renditions.get(order(world.photo), { signal: leaving.signal });
    await untilBegun();
    leaving.abort(new Error('gone'));
    await assert.rejects(left, { message: 'gone' });
    while (globSync('**/*.rendition', { cwd: world.directory }).length === 0) await setImmediate();
    assert.equal((await pictureOf(world.renditions, order(world.photo))).isPlaceholder, false);
    assert.equal(world.begun.length, 1);
  });

  test('a record without a file has a placeholder of its category', async () => {
    const drawn = await Promise.all(
      Object.values(FILE_CATEGORIES).map((category) => pictureOf(world.renditions, { plan: planFor(), category })),
    );
    for (const { isPlaceholder, width, height, pages } of drawn) {
      assert.deepEqual(
        { isPlaceholder, width, height, pages },
        { isPlaceholder: true, width: 256, height: 256, pages: 0 },
      );
    }
    assert.equal(new Set(drawn.map(({ etag }) => etag)).size, 7);
    for (const [n, one] of drawn.entries()) {
      for (const other of drawn.slice(n + 1)) assert.ok((await distance(one.bytes, other.bytes)) > 1);
    }
    const big = { plan: planFor({ kind: 'preview', big: true }), category: 3 } as const;
    const before = world.begun.length;
    for (let n = 0; n < 3; n++) assert.equal((await pictureOf(world.renditions, big)).width, 1024);
    assert.equal(world.begun.length, before + 1);
  });

  test('a corrupt file has a placeholder, and is not tried again for a minute', async () => {
    const broken = join(world.folder, 'broken.jpg');
    await writeFile(broken, 'not a picture');
    const asked = order(broken, { pages: 3 });
    const first = await pictureOf(world.renditions, asked);
    assert.deepEqual([first.isPlaceholder, first.pages], [true, 3]);
    assert.equal(world.begun.length, 2); // the file, the placeholder
    world.now = 59_999;
    assert.equal((await pictureOf(world.renditions, asked)).isPlaceholder, true);
    assert.equal(world.begun.length, 2);
    world.now = 60_000;
    assert.equal((await pictureOf(world.renditions, asked)).isPlaceholder, true);
    assert.equal(world.begun.length, 3);
    assert.deepEqual(world.reports, []);
  });

  test('a page that does not exist is refused without a placeholder, and is not tried again', async () => {
    const pages = join(world.folder, 'one-page.eps');
    await writeFile(pages, '%!PS-Adobe-3.0 EPSF-3.0');
    const asked = order(pages, { mediaType: 'application/postscript' }, { page: 1 });
    for (let n = 0; n < 2; n++) {
      assert.deepEqual(await world.renditions.get(asked, patiently()), { kind: 'no-such-page' });
      assert.deepEqual(world.begun, [asked.plan]);
    }
  });

  test('a file that exceeds the time limit has a placeholder, and is reported', async () => {
    await using own = open(counted(world.hasty));
    assert.equal((await pictureOf(own, order(await slowFile()))).isPlaceholder, true);
    assert.deepEqual(
      world.reports.map(({ name }) => name),
      ['WorkerTimeout'],
    );
    assert.equal((await pictureOf(world.renditions, order(world.photo))).isPlaceholder, false);
  });

  test('a killed render process costs its picture a placeholder, and does not affect the next picture', {
    skip: process.platform === 'linux' ? false : 'needs /proc to find the process',
  }, async () => {
    await using alone = openSharpRenderer({ processes: 1, seconds: 30, megabytes: 512, queue: 10 });
    await using own = openRenditions({
      directory: world.directory,
      renderer: alone,
      originals,
      storeMegabytes: 10,
      report: (trouble) => world.reports.push(trouble),
    });
    const others = children();
    await pictureOf(own, order(world.photo));
    const slow = pictureOf(own, order(await slowFile()));
    const [worker] = children().filter((pid) => !others.includes(pid));
    assert.ok(worker !== undefined);
    process.kill(worker, 'SIGKILL');
    assert.equal((await slow).isPlaceholder, true);
    assert.equal(world.reports.length, 1);
    assert.equal((await pictureOf(own, order(world.photo, {}, { kind: 'preview' }))).isPlaceholder, false);
  });

  test('a full queue rejects the caller, and no failure is recorded', async () => {
    await using narrow = openSharpRenderer({ processes: 1, seconds: 120, megabytes: 512, queue: 0 });
    await using own = openRenditions({ directory: world.directory, renderer: narrow, originals, storeMegabytes: 10 });
    const one = order(world.photo);
    const other = order(await photoOf('navy'));
    const answers = await Promise.allSettled([own.get(one, patiently()), own.get(other, patiently())]);
    const refused = answers.filter((answer) => answer.status === 'rejected');
    assert.equal(refused.length, 1);
    assert.ok(refused[0]?.reason instanceof QueueFull);
    for (const asked of [one, other]) assert.equal((await pictureOf(own, asked)).isPlaceholder, false);
  });

  test('a failure of one size applies to the others: a corrupt file costs one job', async () => {
    const broken = join(world.folder, 'broken.jpg');
    await writeFile(broken, 'not a picture');
    const sizes = SIZES.map((request) => order(broken, {}, request));
    const answers = await Promise.all(sizes.map((asked) => pictureOf(world.renditions, asked)));
    for (const { isPlaceholder } of answers) assert.equal(isPlaceholder, true);
    // The first one to finish its lookup in the cache.
    assert.equal(begunFiles().length, 1);
    assert.equal((await pictureOf(world.renditions, order(broken, {}, { page: 1 }))).isPlaceholder, true);
    assert.equal(begunFiles().length, 2);
  });

  test('a cached picture is served although its file is missing and another size has failed', async () => {
    const stored = await pictureOf(world.renditions, order(world.photo));
    const [thumb, preview] = SIZES.map((request) => order(world.photo, {}, request));
    assert.ok(thumb && preview);
    await rm(world.photo);
    assert.equal((await pictureOf(world.renditions, preview)).isPlaceholder, true);
    assert.deepEqual(structure(await pictureOf(world.renditions, thumb)), structure(stored));
  });

  test('a request that waits too long for a process is refused with QueueFull', async () => {
    await using alone = openSharpRenderer({ processes: 1, seconds: 120, megabytes: 512, queue: 10 });
    await using own = openRenditions({
      directory: world.directory,
      renderer: counted(alone),
      originals,
      storeMegabytes: 10,
      waitSeconds: 0.2,
    });
    const leaving = new AbortController();
    const slow = own.get(order(await slowFile()), { signal: leaving.signal });
    await untilBegun();
    await assert.rejects(own.get(order(world.photo), patiently()), QueueFull);
    leaving.abort(new Error('gone'));
    await Promise.allSettled([slow]);
  });
});

function children(): number[] {
  const text = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'latin1');
  return text.split(' ').filter(Boolean).map(Number);
}

function structure({ bytes, ...rest }: { readonly bytes: Uint8Array }): unknown {
  return { ...rest, bytes: Buffer.from(bytes).toString('hex') };
}
