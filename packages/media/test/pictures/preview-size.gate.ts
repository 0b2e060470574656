import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { NO_FEATURES } from '../../../core/src/domain/features.ts';
import { type FileCategory, NO_FILE_PROPERTIES } from '../../../core/src/domain/file-properties.ts';
import { zipOf } from '../../../core/test/support/zip.ts';
import { withItemProperty } from '../../src/conversions/avif-colours.ts';
import { misfitOf } from '../../src/conversions/misfit.ts';
import { PICTURE_TYPES, SHEET_TYPES } from '../../src/pictures/drawn-types.ts';
import { ALL_MEANS, previewSize } from '../../src/pictures/preview-size.ts';
import { withOrientation } from '../../src/pictures/sources/raw-preview.ts';
import { sourceOpener } from '../../src/pictures/sources.ts';
import { propertiesOf } from '../support/extracting.ts';
import { drawing } from './drawing.ts';
import { fixture } from './sources-of-drawing.ts';
import { BOX, FILE, useSizes } from './told-and-drawn.ts';
import { compoundOf } from './writers/compound.ts';
import { writeCr3, writeRaf, writeRaw } from './writers/raw.ts';

async function pdf(size: [number, number], rotation = 0): Promise<Buffer> {
  const document = new PDFDocument({ size });
  if (rotation !== 0) Object.assign(document.page.dictionary.data, { Rotate: rotation });
  document.text('one').end();
  return await buffer(document);
}

const svg = (attributes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect width="9" height="9"/></svg>`;
const photo = async (width: number, height: number) =>
  sharp(await colour(width, height))
    .jpeg()
    .toBuffer();
const colour = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
const box = (type: string, content: readonly number[]) =>
  Buffer.from([0, 0, 0, 8 + content.length, ...Buffer.from(type), ...content]);
const int = (number: number) => [number >> 24, number >> 16, number >> 8, number];
/** A clean aperture of 41 x 20 pixels, left of the middle. */
const CUT = box('clap', [41, 1, 20, 1, -9, 2, 0, 2].flatMap(int));
/** An AVIF of 60 x 40 pixels with these properties. */
const avif = async (...properties: readonly Buffer[]) =>
  properties.reduce(withItemProperty, await drawing().resize(60, 40).avif({ effort: 0 }).toBuffer());
/** A HEIC of 334 x 102 pixels cut to 100 x 30, then turned. */
async function smallPart(): Promise<Buffer> {
  const file = await fixture('heic-clap-333x101.heic');
  const at = file.indexOf('clap');
  file.writeUInt32BE(100, at + 4);
  file.writeUInt32BE(30, at + 12);
  return withItemProperty(file, box('irot', [1]));
}
/** A GIF of one colour: the size of its screen, and place and size of its frame, after a comment. */
function gif(screen: readonly [number, number], frame: readonly [number, number, number, number]): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\x80\x80\xff\xff\xff!\xfe\x01,\0,\0\0\0\0\0\0\0\0\0', 'latin1');
  for (const [at, number] of screen.entries()) head.writeUInt16LE(number, 6 + at * 2);
  for (const [at, number] of frame.entries()) head.writeUInt16LE(number, head.length - 9 + at * 2);
  // Each pixel and each clearing of the table is a byte of eight bits.
  const [, , width, height] = frame;
  const codes = Array.from({ length: width * height }, () => [128, 0]).flat();
  const blocks = Array.from({ length: Math.ceil(codes.length / 255) }, (_, n) => codes.slice(n * 255, n * 255 + 255));
  return Buffer.concat([
    head,
    Buffer.from([7, ...blocks.flatMap((block) => [block.length, ...block]), 1, 129, 0]),
    Buffer.from(';'),
  ]);
}
const book = (name: string, cover: string | Buffer) =>
  zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<rootfile full-path="a.opf"/>',
    'a.opf': `<meta name="cover" content="${name}"/>`,
    [name]: cover,
  });
const turnedPng = async () =>
  sharp(await colour(90, 60))
    .withMetadata({ orientation: 6 })
    .png()
    .toBuffer();
/** A PNG whose EXIF stands behind its pixels, where no browser heeds it either. */
async function turnedTooLate(): Promise<Buffer> {
  const file = await turnedPng();
  const from = file.indexOf('eXIf') - 4;
  const to = from + file.readUInt32BE(from) + 12;
  const end = file.length - 12;
  return Buffer.concat([file.subarray(0, from), file.subarray(to, end), file.subarray(from, to), file.subarray(end)]);
}
/** A grey Photoshop file whose EXIF still says how the camera was held. */
async function turnedInExif(): Promise<Buffer> {
  const png = await turnedPng();
  const at = png.indexOf('eXIf') + 4;
  const length = png.readUInt32BE(at - 8);
  const exif = Buffer.concat([png.subarray(at, at + length), Buffer.alloc(length % 2)]);
  const head = Buffer.from([...Buffer.from('8BPS'), 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, ...int(20), ...int(30), 0, 8, 0, 1]);
  const resource = Buffer.from([...Buffer.from('8BIM'), 4, 0x22, 0, 0, ...int(length)]);
  const sizes = [...int(0), ...int(resource.length + exif.length)];
  return Buffer.concat([head, Buffer.from(sizes), resource, exif, Buffer.alloc(6 + 20 * 30)]);
}
/** A TIFF compressed by a way that nothing here unpacks. */
async function rareTiff(): Promise<Buffer> {
  const tiff = await drawing().resize(60, 40).tiff({ compression: 'none' }).toBuffer();
  const entries = tiff.readUInt32LE(4) + 2;
  const ways = Array.from({ length: tiff.readUInt16LE(entries - 2) }, (_, n) => entries + n * 12);
  tiff.writeUInt16LE(34_887, (ways.find((at) => tiff.readUInt16LE(at) === 259) ?? 0) + 8);
  return tiff;
}
/** What is told of files without a picture. */
const TOLD: Readonly<Record<string, string>> = { placeholder: '1024x1024', unknown: '0x0' };
const cells = (count: number, text: string) => `${`${text},`.repeat(count)}\n`.repeat(5);

suite('the size of a preview before it is drawn', () => {
  const { at, toldOf, sizeOf } = useSizes();

  const drawn: [name: string, make: () => Promise<Buffer | string>, size: string][] = [
    ['turned.pdf', () => pdf([300, 200], 90), '683x1024'],
    ['drawing.ai', () => pdf([400, 300]), '1024x768'],
    ['after.pdf', async () => Buffer.concat([Buffer.alloc(1000, 'x'), await pdf([400, 300])]), '1024x768'],
    ['after.ai', async () => Buffer.concat([Buffer.from('\n'), await pdf([400, 300])]), '1024x768'],
    ['words.txt', async () => 'Some words.\n', '724x1024'],
    ['wide.csv', async () => cells(20, 'some words'), '1024x724'],
    ['drawing.svg', async () => svg('width="30" height="20"'), '1024x683'],
    ['fraction.svg', async () => svg('width="100" viewBox="0 0 300 202"'), '1024x689'],
    ['unsized.svg', async () => svg(''), '1024x1024'],
    ['packed.svgz', async () => gzipSync(svg('width="100" viewBox="0 0 300 202"')), '1024x689'],
    ['unsized.svgz', async () => gzipSync(svg('')), '1024x1024'],
    ['packed.svg', async () => gzipSync(svg('width="30" height="20"')), '1024x683'],
    ['cut.heic', () => fixture('heic-clap-333x101.heic'), '333x101'],
    ['small-part-turned.heic', () => smallPart(), '30x100'],
    ['cut.avif', () => avif(CUT), '41x20'],
    ['cut-then-turned.avif', () => avif(CUT, box('irot', [1])), '20x41'],
    ['cut-then-turned-then-mirrored.avif', () => avif(CUT, box('irot', [3]), box('imir', [1])), '20x41'],
    ['upside-down.avif', () => avif(box('irot', [2])), '60x40'],
    ['moving.avif', () => fixture('avif-moving-three-frames.avif'), '64x48'],
    ['huge.svg', async () => svg('width="1000000000" height="5e8"'), '1024x512'],
    ['dos.eps', () => fixture('dos.eps'), '600x400'],
    ['metadata.eps', () => fixture('metadata.eps'), '300x200'],
    ['two-pages.indd', () => fixture('two-pages.indd'), '300x200'],
    ['turned.nef', async () => writeRaw({ orientation: 6, parts: [await photo(90, 60)] }), '60x90'],
    ['canon.cr3', async () => writeCr3(1, await photo(90, 60)), '90x60'],
    ['fuji.raf', async () => writeRaf(await photo(90, 60)), '90x60'],
    ['bare.dng', async () => writeRaw({ orientation: 1, parts: [] }), 'placeholder'],
    ['turned-elsewhere.psd', turnedInExif, '30x20'],
    ['turned-by-nothing.jpg', async () => withOrientation(await photo(90, 60), 99), '90x60'],
    ['turned.png', turnedPng, '60x90'],
    ['turned-too-late.png', turnedTooLate, '90x60'],
    ['frame-beyond-screen.gif', async () => gif([20, 10], [10, 5, 60, 40]), '70x45'],
    ['no-screen.gif', async () => gif([0, 0], [0, 0, 60, 40]), '60x40'],
    ['screen-not-meant.gif', async () => gif([640, 480], [20, 10, 60, 40]), '80x50'],
    ['small-frame.gif', async () => gif([64, 48], [20, 10, 30, 20]), '64x48'],
    ['turned.hdr', async () => `#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n+X 2 -Y 3\n${'x'.repeat(24)}`, '2x3'],
    ['thread.png', () => colour(1, 60_000), '1x1024'],
    ['book.epub', async () => book('cover.png', await colour(300, 200)), '300x200'],
    ['drawn.epub', async () => book('cover.svg', svg('width="30" height="20.2"')), '1024x689'],
    ['bare.epub', async () => book('none.txt', ''), 'placeholder'],
    ['model.obj', async () => 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n', '1024x1024'],
    ['unknown.bin', async () => Buffer.from([1, 2, 3, 255, 254]), 'placeholder'],
    ['scan.ply', async () => 'ply\nformat ascii 1.0\nelement vertex 0\nend_header\n', 'placeholder'],
    ['lines.obj', async () => 'v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2 3\n', 'placeholder'],
    ['bare.gltf', async () => '{"asset":{"version":"2.0"},"scenes":[{"nodes":[]}],"scene":0}', 'placeholder'],
    ['largest.psd', () => fixture('../bombs/30000.psd'), 'placeholder'],
    ['hollow.heic', () => fixture('../bombs/hollow.heic'), 'placeholder'],
    ['rare.tif', () => rareTiff(), 'placeholder'],
    ['hollow.docx', async () => zipOf({ '[Content_Types].xml': '' }), 'placeholder'],
    ['hollow.doc', async () => compoundOf({ Other: Buffer.alloc(9) }), 'placeholder'],
  ];
  test('is that of the drawn preview, and what has only a placeholder is offered in no other format', async () => {
    for (const [name, make, size] of drawn) {
      await writeFile(at(name), await make());
      assert.equal(await toldOf(at(name)), TOLD[size] ?? size, name);
      assert.equal(await sizeOf(at(name)), size === 'unknown' ? 'placeholder' : size, name);
      const properties = await propertiesOf(at(name));
      const isOffered = !properties.isDamaged && misfitOf({ to: 'jpg' }, { properties }) === undefined;
      assert.equal(isOffered, size !== 'placeholder', name);
    }
  });
});

test('a record without a file has the size of its placeholder, whatever it claims', () => {
  const properties = { ...NO_FILE_PROPERTIES, category: 1, mediaType: 'image/png', width: 4000, height: 3000 } as const;
  assert.deepEqual(previewSize({ properties }, 1024, ALL_MEANS), { width: 1024, height: 1024 });
  assert.deepEqual(previewSize({ properties }, 300, ALL_MEANS), { width: 300, height: 300 });
  assert.deepEqual(previewSize({ properties }, 2000, ALL_MEANS), { width: 1024, height: 1024 });
});

test('an Office file, a PDF that does not open, a damaged picture and one without a size have no predicted size', () => {
  const damaged = { ...NO_FILE_PROPERTIES, category: 1, mediaType: 'image/png', width: 9, height: 9 } as const;
  assert.deepEqual(previewSize({ file: FILE, properties: { ...damaged, isDamaged: true } }, BOX, ALL_MEANS), {
    width: 0,
    height: 0,
  });
  for (const mediaType of ['application/msword', 'application/pdf', 'image/jpeg']) {
    const properties = { ...NO_FILE_PROPERTIES, category: mediaType.startsWith('image') ? 1 : 2, mediaType } as const;
    assert.deepEqual(previewSize({ file: FILE, properties }, BOX, ALL_MEANS), { width: 0, height: 0 }, mediaType);
  }
});

test('a picture with more pixels than are opened has the size of its placeholder', () => {
  const box = 5000;
  const told = (mediaType: string, side: number, features?: string) => {
    const found = { ...NO_FILE_PROPERTIES, category: 1, mediaType, width: side, height: side } as const;
    const properties = { ...found, ...(features !== undefined && { features }) };
    return previewSize({ file: FILE, properties }, box, ALL_MEANS).width;
  };
  const sides: Readonly<Record<string, readonly [fits: number, exceeds: number]>> = {
    'image/bmp': [7999, 8001],
    'image/heic': [9999, 10_001],
    'image/webp': [16_000, 17_000],
    'image/jpeg': [31_000, 32_000],
    // The decoder may halve it.
    'image/jp2': [19_999, 20_001],
  };
  for (const [type, pair] of Object.entries(sides))
    assert.deepEqual(
      pair.map((side) => told(type, side)),
      [box, 1024],
      type,
    );
  // Only opening it tells.
  assert.deepEqual([told('image/jxl', 6000), told('image/jxl', 6000, NO_FEATURES)], [box, 1024]);
});

test('an Office file without a picture has a placeholder if it is damaged, or its program is not there', () => {
  const mediaType = 'application/vnd.oasis.opendocument.presentation';
  const told = (others: object, officePrograms = ALL_MEANS.officePrograms) => {
    const properties = { ...NO_FILE_PROPERTIES, category: 2, mediaType, ...others } as const;
    return previewSize({ file: FILE, properties }, BOX, { ...ALL_MEANS, officePrograms }).width;
  };
  const isDamaged = true;
  assert.deepEqual(
    [told({ isDamaged, features: NO_FEATURES }), told({ features: NO_FEATURES }, ['Writer'])],
    [BOX, BOX],
  );
  assert.deepEqual([told({ features: NO_FEATURES }), told({ isDamaged }), told({}, ['Writer'])], [0, 0, 0]);
});

test('what nothing here draws has the size of its placeholder', () => {
  const file = { ...NO_FILE_PROPERTIES, width: 40, height: 30 };
  const sizes = (category: FileCategory, mediaType: string) =>
    [true, false].map((hasFfmpeg) => {
      const { width, height } = previewSize({ file: FILE, properties: { ...file, category, mediaType } }, BOX, {
        ...ALL_MEANS,
        hasFfmpeg,
      });
      return `${width}x${height}`;
    });
  const placeholder = `${BOX}x${BOX}`;
  for (const [category, mediaType] of [
    [3, 'video/mp4'],
    [3, 'application/mxf'],
    [4, 'audio/mpeg'],
    [1, 'image/x-tga'],
    [1, 'image/x-dcx'],
  ] as const) {
    const [withIt, without] = sizes(category, mediaType);
    assert.notEqual(withIt, placeholder, mediaType);
    assert.equal(without, placeholder, mediaType);
  }
  for (const [category, mediaType] of [
    [3, 'application/x-shockwave-flash'],
    [1, 'image/x-xcf'],
    [2, 'image/vnd.djvu'],
  ] as const)
    assert.deepEqual(sizes(category, mediaType), [placeholder, placeholder], mediaType);
});

test('every picture with a predicted size is drawn', () => {
  for (const mediaType of PICTURE_TYPES) assert.ok(sourceOpener(mediaType), mediaType);
});

test('every text with the predicted size of a sheet is drawn as a sheet', () => {
  for (const mediaType of SHEET_TYPES) assert.ok(sourceOpener(mediaType), mediaType);
});
