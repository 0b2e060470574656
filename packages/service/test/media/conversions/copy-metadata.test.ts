import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import sharp from 'sharp';
import { WorkerDied } from '../../../../core/src/concurrency/failures.ts';
import { newFolder } from '../../../../core/test/support/temporary-folder.ts';
import { conversionCalls } from '../../../../media/src/conversions/conversion-calls.ts';
import { planPicture } from '../../../../media/src/conversions/conversion-plan.ts';
import { CopyFailed, copyMetadata } from '../../../../media/src/conversions/copy-metadata.ts';
import { sourceAt } from '../../../../media/test/pictures/pictures.ts';
import { withoutPerl } from './sources.ts';

const OWN = { width: 40, height: 30, isSrgb: true };

describe('copying descriptive metadata', { skip: withoutPerl }, () => {
  const folder = newFolder();
  const at = (name: string) => join(folder, name);
  before(async () => {
    const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: '#c83232' } }).jpeg();
    await plain.clone().toFile(at('plain.jpg'));
    await plain
      .clone()
      .withMetadata({ orientation: 6, exif: { IFD0: { Artist: 'Ann' } } })
      .toFile(at('described.jpg'));
  });

  /** A new picture without metadata. */
  function target(name: string): string {
    writeFileSync(at(name), readFileSync(at('plain.jpg')));
    return at(name);
  }

  test('metadata is copied, but no orientation, by which programs would turn the converted picture again', async () => {
    await copyMetadata(at('described.jpg'), target('new.jpg'), OWN);
    assert.match(readFileSync(at('new.jpg'), 'latin1'), /Ann/);
    assert.equal((await sharp(at('described.jpg')).metadata()).orientation, 6);
    assert.equal((await sharp(at('new.jpg')).metadata()).orientation ?? 1, 1);
  });

  test('damaged metadata does not fail the conversion', async () => {
    const bytes = readFileSync(at('described.jpg'));
    const tiff = bytes.indexOf('Exif') + 6;
    writeFileSync(at('damaged.jpg'), bytes.fill(0xff, tiff, tiff + 30));
    await copyMetadata(at('damaged.jpg'), target('of-damaged.jpg'), OWN);
    assert.equal((await sharp(at('of-damaged.jpg')).metadata()).width, 40);
  });

  test('a killed program is not mistaken for damaged metadata', async () => {
    const name = target('late.jpg');
    await assert.rejects(copyMetadata(at('described.jpg'), name, OWN, { seconds: 0.001 }), CopyFailed);
    assert.deepEqual(readFileSync(name), readFileSync(at('plain.jpg')));
  });

  test('a missing source or target is an error', async () => {
    await assert.rejects(copyMetadata(at('gone.jpg'), target('of-gone.jpg'), OWN), CopyFailed);
    await assert.rejects(copyMetadata(at('described.jpg'), at('no-target.jpg'), OWN), CopyFailed);
  });

  test('a conversion whose program is killed fails as lost, not as corrupt', async () => {
    mkdirSync(at('bin'));
    writeFileSync(at('bin/perl'), '#!/bin/sh\nkill -9 $$\n');
    chmodSync(at('bin/perl'), 0o755);
    const source = sourceAt(at('described.jpg'), { width: 40, height: 30 });
    const plan = planPicture({ to: 'jpg' }, source.properties, {});
    const path = process.env['PATH'];
    process.env['PATH'] = at('bin');
    try {
      await assert.rejects(conversionCalls.convert({ source, plan, target: at('lost.jpg') }), WorkerDied);
    } finally {
      process.env['PATH'] = path;
    }
  });
});
