/** Pictures with secrets in their metadata, which their conversions must not contain. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { exiftoolPath } from 'exiftool-vendored';
import sharp from 'sharp';
import { newFolder } from '../../../../core/test/support/temporary-folder.ts';
import { planPicture } from '../../../../media/src/conversions/conversion-plan.ts';
import { convertPicture } from '../../../../media/src/conversions/convert-picture.ts';
import { sourceAt } from '../../../../media/test/pictures/pictures.ts';
import { perl } from './sources.ts';

/** A JPEG of 60 x 40 pixels with both. */
const SECRETS = new URL('../../fixtures/pictures/secrets.jpg', import.meta.url);
/** The secret of the embedded thumbnail. */
const SMALL_PICTURE = 'uncropped-small-picture';
/** The secret of the maker notes. */
const OWNER = 'serial-4711-of-ann';
export const SOURCES = ['jpg', 'png', 'webp', 'avif', 'tif'] as const;
type Source = (typeof SOURCES)[number];
export const TARGETS = ['jpg', 'png', 'webp', 'avif', 'tif', 'pdf'] as const;

/** One conversion of a picture with secrets. */
export interface Conversion {
  readonly from: Source;
  readonly to: (typeof TARGETS)[number];
  readonly metadata: 'keep' | 'strip';
  readonly dpi?: number;
}

export interface Secrets extends Disposable {
  source(extension: Source): Buffer;
  /** The path of the conversion. Equal conversions run once. */
  convert(conversion: Conversion): Promise<string>;
}

/** Makes a picture of each format in a folder of its own. */
export async function openSecrets(): Promise<Secrets> {
  const folder = newFolder();
  const sourceOf = (extension: Source) => join(folder, `source.${extension}`);
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#c83232' } });
  copyFileSync(SECRETS, sourceOf('jpg'));
  const others = SOURCES.filter((each) => each !== 'jpg');
  for (const extension of others)
    await picture.toFormat(extension === 'tif' ? 'tiff' : extension).toFile(sourceOf(extension));
  const tags = ['-all:all', '-ExifIFD:all', '-MakerNotes', '-IFD1:all', '-ThumbnailImage', '-XMP:all'];
  exiftool('-overwrite_original', '-TagsFromFile', sourceOf('jpg'), ...tags, ...others.map(sourceOf));
  return {
    source: (extension) => readFileSync(sourceOf(extension)),
    async convert({ from, to, metadata, dpi }) {
      const target = join(folder, `${from}-${metadata}-${dpi ?? 'no'}.${to}`);
      if (existsSync(target)) return target;
      const source = sourceAt(sourceOf(from), { width: 60, height: 40 });
      const plan = planPicture({ to, metadata, ...(dpi === undefined ? {} : { dpi }) }, source.properties, {});
      const answer = await convertPicture(source, plan, target);
      assert.equal(typeof answer, 'number', String(answer));
      return target;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Tests that a conversion contains none of the secrets. */
export function testConversion(conversion: Conversion, secrets: () => Secrets): void {
  const { from, to, metadata, dpi } = conversion;
  test(`${from} to ${to}, metadata: ${metadata}, ${dpi ?? 'no'} dpi: the result contains neither secret`, async () => {
    const bytes = readFileSync(await secrets().convert(conversion));
    assert.equal(bytes.includes(SMALL_PICTURE), false, 'small picture');
    assert.equal(bytes.includes(OWNER), false, 'maker notes');
    assert.equal(bytes.includes('image/jpeg</dc:format>'), false, 'the format of the source');
    if (to !== 'pdf') assert.equal(bytes.includes('Ann'), metadata === 'keep', 'the artist');
  });
}

/** Tests that a picture contains the secrets before conversion; without that, their absence would prove nothing. */
export function testSource(extension: Source, secrets: () => Secrets): void {
  test(`a ${extension} contains both secrets`, () => {
    const bytes = secrets().source(extension);
    assert.ok(bytes.includes(OWNER), 'maker notes');
    // A TIFF stores thumbnails as pages, and gets none here.
    if (extension !== 'tif') assert.ok(bytes.includes(SMALL_PICTURE), 'small picture');
  });
}

/** The output of exiftool, started once for all paths. */
export function exiftool(...args: string[]): string {
  assert.ok(perl);
  return execFileSync(perl, [EXIFTOOL, '-q', '-q', '-m', ...args], { encoding: 'utf8' });
}
const EXIFTOOL = await exiftoolPath();
