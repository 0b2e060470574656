/** Pictures with secrets in their metadata, which their conversions must not contain. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { exiftoolPath } from 'exiftool-vendored';
import sharp from 'sharp';
import { FILE_CATEGORIES } from '../../../src/domain/file-properties.ts';
import { convertPicture } from '../../../src/media/conversions/convert-picture.ts';
import { planPicture } from '../../../src/media/conversions/plan.ts';
import { perl } from './sources.ts';

/** The secret of the embedded thumbnail. */
const SMALL_PICTURE = 'uncropped-small-picture';
/** The secret of the maker notes. */
const OWNER = 'serial-4711-of-ann';
const TYPES = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', avif: 'image/avif', tif: 'image/tiff' };

type Source = keyof typeof TYPES;
export const SOURCES = Object.keys(TYPES) as Source[];
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
  const folder = mkdtempSync(join(tmpdir(), 'abs-privacy-'));
  const sourceOf = (extension: Source) => join(folder, `source.${extension}`);
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#c83232' } });
  const plain = await picture.jpeg().toBuffer();
  const small = await picture.resize(30, 20).jpeg().toBuffer();
  writeFileSync(sourceOf('jpg'), withExif(plain, exifBlock(withComment(small))));
  exiftool('-overwrite_original', '-XMP-dc:Format=image/jpeg', '-IFD0:Artist=Ann', sourceOf('jpg'));
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
      const properties = {
        ...{ category: FILE_CATEGORIES.image, extension: from, mediaType: TYPES[from], width: 60, height: 40 },
        ...{ pages: 0, durationSeconds: 0, colorSpace: '', colorProfile: '', dpi: 0, bitDepth: 8 },
      };
      const plan = planPicture({ to, metadata, ...(dpi === undefined ? {} : { dpi }) }, properties, {});
      const answer = await convertPicture({ path: sourceOf(from), properties }, plan, target);
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

/** The JPEG with a comment that a search for bytes finds. */
function withComment(jpeg: Buffer): Buffer {
  const text = Buffer.from(SMALL_PICTURE);
  const comment = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), comment, text, jpeg.subarray(2)]);
}

/** The JPEG with an EXIF segment after its first marker. */
function withExif(jpeg: Buffer, exif: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xffe1, 0);
  head.writeUInt16BE(exif.length + 8, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from('Exif\0\0'), exif, jpeg.subarray(2)]);
}

/** EXIF with maker notes in the camera's directory and a thumbnail in the second directory. */
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
