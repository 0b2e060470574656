/** Random assets and byte ranges, the same in every run: DOWNLOAD_ROUNDS gives more, SEED others. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from '../../../core/test/support/fast-check.ts';
import { SEED } from '../../../core/test/support/seed.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { safeFileName, uniqueFileNames } from '../../src/downloads/file-names.ts';
import { startAppWith } from './bundle.ts';
import { missingUnpackers, openAll, sha256 } from './unpackers.ts';

const rounds = Number(process.env['DOWNLOAD_ROUNDS'] || 20);
/** Archives that are tested together: starting a program takes longer than testing one archive. */
const TOGETHER = 100;

const FILES = [
  ['a.jpg', 0],
  ['A.JPG', 1],
  ['a.jpg', 10],
  ['Äpfel, rote.tif', 1000],
  ['写真/夜.png', 5000],
  ['صورة.png', 70_000],
  ['con.txt', 300],
  ['../../etc/passwd', 20],
  ['x'.repeat(400), 40],
  ['no extension', 262_144],
  ['large.bin', 700_001],
  ['👩‍👩‍👧.gif', 262_143],
] as const;

/** Ends of the pieces, each a part of the whole. */
const order = fc.record({
  assets: fc.uniqueArray(fc.integer({ min: 1, max: FILES.length }), { minLength: 1, maxLength: FILES.length }),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
});

test(`the pieces of ${rounds} downloads make up the whole, and other programs open it (SEED=${SEED})`, async (t) => {
  if (missingUnpackers.length > 0) t.diagnostic(`not asked, for they are missing: ${missingUnpackers.join(', ')}`);
  const files = FILES.map(([name, size]) => ({ name, content: randomBytes(size) }));
  await using app = await startAppWith(files);
  const folder = newFolder();
  const expected = new Map<string, Record<string, string>>();

  function openThem(): void {
    const found = openAll(folder);
    if (!missingUnpackers.includes('python3')) assert.deepEqual(found, expected);
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    expected.clear();
  }

  let round = 0;
  await fc.assert(
    fc.asyncProperty(order, async ({ assets, cuts }) => {
      const url = `${app.url}/asset.do?download=${assets.join(',')}&forcezip=true`;
      const answer = await fetch(url);
      const whole = Buffer.from(await answer.arrayBuffer());
      assert.equal(answer.headers.get('content-length'), String(whole.length));

      const etag = answer.headers.get('etag') ?? '';
      const places = [0, ...cuts.map((cut) => Math.floor(cut * whole.length)), whole.length].sort((a, b) => a - b);
      const pieces = await Promise.all(
        places.slice(1).map(async (end, n) => {
          const start = places[n] ?? 0;
          if (start === end) return Buffer.alloc(0);
          const part = await fetch(url, { headers: { range: `bytes=${start}-${end - 1}`, 'if-range': etag } });
          assert.equal(part.status, 206);
          return Buffer.from(await part.arrayBuffer());
        }),
      );
      assert.ok(Buffer.concat(pieces).equals(whole), `pieces of ${assets} at ${places}`);

      const chosen = assets.map((id) => files[id - 1]);
      const names = uniqueFileNames(chosen.map((file) => safeFileName(file?.name ?? '')));
      round += 1;
      const archive = `${round}.zip`.padStart(9, '0');
      writeFileSync(join(folder, archive), whole);
      const hashes = chosen.map((file, n) => [names[n], sha256(file?.content ?? Buffer.alloc(0))]);
      expected.set(archive, Object.fromEntries(hashes));
      if (round % TOGETHER === 0) openThem();
    }),
    { numRuns: rounds, endOnFailure: true },
  );
  if (expected.size > 0) openThem();
});
