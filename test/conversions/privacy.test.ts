/** What a converted file must not tell: what a crop cut off, and what the camera noted about its owner. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { exiftoolPath } from 'exiftool-vendored';
import sharp from 'sharp';
import { convertPicture } from '../../src/conversions/convert-picture.ts';
import { type PictureTarget, planPicture } from '../../src/conversions/plan.ts';
import { FILE_CATEGORIES } from '../../src/domain/facts.ts';
import { perl, withoutPerl } from './sources.ts';

/** Stands in the small picture within the file. */
const SMALL_PICTURE = 'uncropped-small-picture';
/** Stands in the maker notes. */
const OWNER = 'serial-4711-of-ann';
const TARGETS: readonly PictureTarget[] = ['jpg', 'png', 'webp', 'avif', 'tif', 'pdf'];
const TYPES = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', avif: 'image/avif', tif: 'image/tiff' };
const SOURCES = Object.keys(TYPES) as (keyof typeof TYPES)[];

describe('converted files', { skip: withoutPerl }, () => {
  let folder: string;
  const sourceOf = (extension: string) => join(folder, `source.${extension}`);

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'abs-privacy-'));
    const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#c83232' } });
    const plain = await picture.jpeg().toBuffer();
    const small = await picture.resize(30, 20).jpeg().toBuffer();
    writeFileSync(sourceOf('jpg'), withExif(plain, exifBlock(withComment(small))));
    exiftool('-overwrite_original', '-XMP-dc:Format=image/jpeg', '-IFD0:Artist=Ann', sourceOf('jpg'));
    for (const extension of SOURCES.filter((each) => each !== 'jpg')) {
      await picture.toFormat(extension === 'tif' ? 'tiff' : extension).toFile(sourceOf(extension));
      const tags = ['-all:all', '-ExifIFD:all', '-MakerNotes', '-IFD1:all', '-ThumbnailImage', '-XMP:all'];
      exiftool('-overwrite_original', '-TagsFromFile', sourceOf('jpg'), ...tags, sourceOf(extension));
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const extension of SOURCES) {
    test(`a ${extension} holds both secrets, so that their absence says something`, () => {
      const bytes = readFileSync(sourceOf(extension));
      assert.ok(bytes.includes(OWNER), 'maker notes');
      // AVIF and PNG have room for it; TIFF keeps small pictures as pages.
      if (extension !== 'tif') assert.ok(bytes.includes(SMALL_PICTURE), 'small picture');
    });

    for (const to of TARGETS) {
      for (const [metadata, dpi] of [['strip'], ['strip', 300], ['keep', 300]] as const) {
        test(`${extension} to ${to}, metadata: ${metadata}, ${dpi ?? 'no'} dpi: it holds neither secret`, async () => {
          const bytes = await convert(extension, to, metadata, dpi);
          assert.equal(bytes.includes(SMALL_PICTURE), false, 'small picture');
          assert.equal(bytes.includes(OWNER), false, 'maker notes');
          assert.equal(bytes.includes('image/jpeg</dc:format>'), false, 'the format of the source');
          if (to !== 'pdf') assert.equal(bytes.includes('Ann'), metadata === 'keep', 'the artist');
        });
      }
    }
  }

  for (const to of ['png', 'tif', 'webp', 'avif', 'jpg'] as const) {
    test(`a ${to} has the density of its format, or none`, async () => {
      const density = async (dpi: number | undefined) => {
        const path = join(folder, `density.${to}`);
        writeFileSync(path, await convert('jpg', to, 'strip', dpi));
        const [tags] = JSON.parse(
          exiftool('-j', '-n', '-XResolution', '-ResolutionUnit', '-PixelsPerUnitX', '-PixelUnits', path),
        );
        const { PixelUnits: unit, PixelsPerUnitX: perMetre, ResolutionUnit, XResolution } = tags;
        if (to === 'png') return unit === 1 ? Math.round(perMetre * 0.0254) : undefined;
        return ResolutionUnit === 2 || to === 'jpg' ? XResolution && Math.round(XResolution) : undefined;
      };
      assert.equal(await density(300), 300);
      assert.equal(await density(undefined), undefined);
    });
  }

  /** What the file becomes. */
  async function convert(
    extension: keyof typeof TYPES,
    to: PictureTarget,
    metadata: 'keep' | 'strip',
    dpi: number | undefined,
  ): Promise<Buffer> {
    const facts = {
      ...{ category: FILE_CATEGORIES.image, extension, mediaType: TYPES[extension], width: 60, height: 40 },
      ...{ pages: 0, durationSeconds: 0, colorSpace: '', colorProfile: '', dpi: 0, bitDepth: 8 },
    };
    const plan = planPicture({ to, metadata, ...(dpi === undefined ? {} : { dpi }) }, facts, {});
    const target = join(folder, `converted.${to}`);
    rmSync(target, { force: true });
    const answer = await convertPicture({ path: sourceOf(extension), facts }, plan, target);
    assert.equal(typeof answer, 'number', String(answer));
    return readFileSync(target);
  }
});

function exiftool(...args: string[]): string {
  assert.ok(perl);
  return execFileSync(perl, [EXIFTOOL, '-q', '-q', '-m', ...args], { encoding: 'utf8' });
}
const EXIFTOOL = await exiftoolPath();

/** The JPEG with a comment that a search of bytes finds. */
function withComment(jpeg: Buffer): Buffer {
  const text = Buffer.from(SMALL_PICTURE);
  const comment = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), comment, text, jpeg.subarray(2)]);
}

/** The JPEG with an EXIF segment behind its first marker. */
function withExif(jpeg: Buffer, exif: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xffe1, 0);
  head.writeUInt16BE(exif.length + 8, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from('Exif\0\0'), exif, jpeg.subarray(2)]);
}

/** EXIF with maker notes in the directory of the camera and a small picture in the second directory. */
function exifBlock(small: Buffer): Buffer {
  const notes = Buffer.from(`${OWNER}\0`);
  const [short, long, undef] = [3, 4, 7];
  const directory = (entries: readonly (readonly [number, number, number, number])[], next: number) => {
    const bytes = Buffer.alloc(2 + entries.length * 12 + 4);
    bytes.writeUInt16LE(entries.length, 0);
    for (const [at, [tag, type, count, value]] of entries.entries()) {
      bytes.writeUInt16LE(tag, 2 + at * 12);
      bytes.writeUInt16LE(type, 4 + at * 12);
      bytes.writeUInt32LE(count, 6 + at * 12);
      bytes.writeUInt32LE(value, 10 + at * 12);
    }
    bytes.writeUInt32LE(next, 2 + entries.length * 12);
    return bytes;
  };
  const lengthOf = (count: number) => 2 + count * 12 + 4;
  const exifAt = 8 + lengthOf(1);
  const notesAt = exifAt + lengthOf(1);
  const secondAt = notesAt + notes.length;
  const smallAt = secondAt + lengthOf(3);
  return Buffer.concat([
    Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0]),
    directory([[0x8769, long, 1, exifAt]], secondAt),
    directory([[0x927c, undef, notes.length, notesAt]], 0),
    notes,
    directory(
      [
        [0x0103, short, 1, 6],
        [0x0201, long, 1, smallAt],
        [0x0202, long, 1, small.length],
      ],
      0,
    ),
    small,
  ]);
}
