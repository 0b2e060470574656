import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, suite, test } from 'node:test';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { type FileProperties, NO_FILE_PROPERTIES } from '../../../src/domain/file-properties.ts';
import { openExtractor } from '../../../src/media/inspect/extractor.ts';
import { SHEET_TYPES } from '../../../src/media/pictures/drawn-types.ts';
import { previewSize } from '../../../src/media/pictures/preview-size.ts';
import { sourceOpener } from '../../../src/media/pictures/sources.ts';
import { ffmpeg, media, withoutMedia } from '../playback/recordings.ts';
import { patiently, planFor, useRenderer } from './pictures.ts';

const FILE = { sha256: '', size: 0, crc32: 0 };
const BOX = 1024;

async function pdf(size: [number, number], rotation = 0): Promise<Buffer> {
  const document = new PDFDocument({ size });
  if (rotation !== 0) Object.assign(document.page.dictionary.data, { Rotate: rotation });
  document.text('one').end();
  return await buffer(document);
}

const svg = (attributes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect width="9" height="9"/></svg>`;
const colour = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
const cells = (count: number, text: string) => `${`${text},`.repeat(count)}\n`.repeat(5);

suite('the size of a preview before it is drawn', () => {
  const { renderer, at } = useRenderer(2, media);
  const extractor = openExtractor({ processes: 2, secondsPerFile: 120 });
  after(() => extractor[Symbol.asyncDispose]());

  const drawn: [name: string, make: () => Promise<Buffer | string>, size: string][] = [
    ['turned.pdf', () => pdf([300, 200], 90), '683x1024'],
    ['drawing.ai', () => pdf([400, 300]), '1024x768'],
    ['words.txt', async () => 'Some words.\n', '724x1024'],
    ['wide.csv', async () => cells(20, 'some words'), '1024x724'],
    ['drawing.svg', async () => svg('width="30" height="20"'), '1024x683'],
    ['huge.svg', async () => svg('width="1000000000" height="5e8"'), '1024x512'],
    ['thread.png', () => colour(1, 60_000), '1x1024'],
    ['model.obj', async () => 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n', '1024x1024'],
    ['unknown.bin', async () => Buffer.from([1, 2, 3, 255, 254]), 'placeholder'],
    ['scan.ply', async () => 'ply\nformat ascii 1.0\nelement vertex 0\nend_header\n', 'placeholder'],
  ];
  test('is that of the drawn preview', async () => {
    for (const [name, make, size] of drawn) {
      await writeFile(at(name), await make());
      assert.equal(await toldOf(at(name)), size === 'placeholder' ? '1024x1024' : size, name);
      assert.equal(await sizeOf(at(name)), size, name);
    }
  });

  const SINE = ['-f', 'lavfi', '-i', 'sine=440:d=1'];
  const COVER = ['-f', 'lavfi', '-i', 'color=red:s=300x200:d=0.1', '-map', '0:a', '-map', '1:v', '-frames:v', '1'];
  /** A picture of the artist, and then the front cover. */
  const FRONT = [
    ...[...SINE, '-f', 'lavfi', '-i', 'color=red:s=300x200:d=0.1', '-f', 'lavfi', '-i', 'color=blue:s=100x50:d=0.1'],
    ...['-map', '0', '-map', '1', '-map', '2', '-frames:v', '1', '-c:v', 'png', '-disposition:v', 'attached_pic'],
    ...['-metadata:s:v:0', 'comment=Artist/performer', '-metadata:s:v:1', 'comment=Cover (front)'],
  ];
  const films: readonly (readonly [name: string, recipe: readonly string[], size: string])[] = [
    ['bars.wav', SINE, '1024x576'],
    ['covered.mp3', [...SINE, ...COVER, '-c:v', 'png', '-disposition:v', 'attached_pic'], '300x200'],
    ...['front.mp3', 'front.flac'].map((name) => [name, FRONT, '100x50'] as const),
    ['film.mp4', ['-f', 'lavfi', '-i', 'testsrc=s=320x180:d=1', '-pix_fmt', 'yuv420p'], '320x180'],
  ];
  test('is that of the poster, of the front cover or of a waveform', { skip: withoutMedia }, async () => {
    for (const [name, recipe, size] of films) {
      ffmpeg([...recipe, at(name)]);
      assert.deepEqual([await toldOf(at(name)), await sizeOf(at(name))], [size, size], name);
    }
  });

  async function propertiesOf(path: string): Promise<FileProperties> {
    return (await extractor.extract(path, { name: basename(path), metadata: false, ...patiently() })).properties;
  }

  async function toldOf(path: string): Promise<string> {
    const { width, height } = previewSize({ file: FILE, properties: await propertiesOf(path) }, BOX);
    return `${width}x${height}`;
  }

  async function sizeOf(path: string): Promise<string> {
    const source = { path, properties: await propertiesOf(path) };
    return await renderer.render(planFor({ kind: 'preview' }), source, patiently()).then(
      ({ width, height }) => `${width}x${height}`,
      () => 'placeholder',
    );
  }
});

test('a record without a file has the size of its placeholder, whatever it claims', () => {
  const properties = {
    ...NO_FILE_PROPERTIES,
    category: 1,
    mediaType: 'image/tiff',
    width: 4000,
    height: 3000,
  } as const;
  assert.deepEqual(previewSize({ properties }, 1024), { width: 1024, height: 1024 });
  assert.deepEqual(previewSize({ properties }, 300), { width: 300, height: 300 });
  assert.deepEqual(previewSize({ properties }, 2000), { width: 1024, height: 1024 });
});

test('an Office file, a PDF that does not open and a picture without a size have no predicted size', () => {
  for (const mediaType of ['application/msword', 'application/pdf', 'image/jpeg', 'application/epub+zip']) {
    const properties = { ...NO_FILE_PROPERTIES, category: mediaType.startsWith('image') ? 1 : 2, mediaType } as const;
    assert.deepEqual(previewSize({ file: FILE, properties }, BOX), { width: 0, height: 0 }, mediaType);
  }
});

test('every text with the predicted size of a sheet is drawn as a sheet', () => {
  for (const mediaType of SHEET_TYPES) assert.ok(sourceOpener(mediaType), mediaType);
});
