import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { openConversionPool, openConversions } from '../../../src/media/conversions/conversions.ts';
import { planPicture } from '../../../src/media/conversions/plan.ts';
import { originalsAt } from '../../support/local-originals.ts';
import { patiently, sourceAt } from '../pictures/pictures.ts';

const LIMITS = { processes: 1, seconds: 120, megabytes: 1024, queue: 8, waitSeconds: 60, storeMegabytes: 64 };

describe('conversions', () => {
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'conversions-'));
    const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const;
    await sharp({ create: { width: 800, height: 800, channels: 3, noise, background: '#fff' } })
      .png()
      .toFile(join(folder, 'noise.png'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function open(directory: string) {
    const pool = openConversionPool(LIMITS, undefined);
    const troubles: Error[] = [];
    const conversions = openConversions({
      directory,
      storeMegabytes: 64,
      originals: originalsAt(() => join(folder, 'noise.png')),
      pictures: pool,
      renditions: { pdf: async () => undefined },
      report: (trouble) => troubles.push(trouble),
    });
    return {
      troubles,
      pool,
      get: async (width: number) => {
        const { properties } = sourceAt(join(folder, 'noise.png'), { width: 800, height: 800 });
        const source = { properties, sha256: 'a'.repeat(64) };
        const plan = planPicture({ to: 'png', width }, source.properties, {});
        return await conversions.get({ source, plan, seconds: 120 }, patiently());
      },
      async [Symbol.asyncDispose]() {
        await conversions[Symbol.asyncDispose]();
        await pool[Symbol.asyncDispose]();
      },
    };
  }

  test('a conversion and its checksum survive a restart, and nothing is converted again', async () => {
    const directory = join(folder, 'kept');
    let first: unknown;
    {
      await using opened = open(directory);
      first = await opened.get(100);
      assert.equal((first as { kind: string }).kind, 'made');
    }
    await using again = open(directory);
    // Without the pool it could convert nothing.
    await again.pool[Symbol.asyncDispose]();
    assert.deepEqual(await again.get(100), first);
  });

  test('a full disk is reported, leaves no partial file, and conversions resume when there is room', async (context) => {
    const directory = join(folder, 'small');
    mkdirSync(directory);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory], { stdio: 'ignore' });
    } catch {
      return context.skip('only root may mount a small disk');
    }
    try {
      await using opened = open(directory);
      assert.equal((await opened.get(800)).kind, 'full');
      assert.deepEqual(globSync('*/*', { cwd: directory }), []);
      assert.equal(opened.troubles.length, 1);
      assert.equal((await opened.get(100)).kind, 'made');
      execFileSync('mount', ['-o', 'remount,size=16m', directory]);
      assert.equal((await opened.get(800)).kind, 'made');
    } finally {
      execFileSync('umount', [directory]);
    }
  });
});
