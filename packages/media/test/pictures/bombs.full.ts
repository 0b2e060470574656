import assert from 'node:assert/strict';
import { truncate, writeFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import type { CannotMakeReason } from '../../src/derived/cannot-make.ts';
import type { Rendered } from '../../src/pictures/renderer.ts';
import { patiently, planFor, sourceAt, useRenderer } from './pictures.ts';
import { fixture } from './sources-of-drawing.ts';
import { writeBmp, writeIco } from './writers/bmp.ts';
import { writeRaw } from './writers/raw.ts';

const icon = (bytes: Buffer): Buffer => writeIco([{ width: 256, height: 256, bytes }]);
/** A small file of `test/fixtures/bombs` with the largest sides or rows of gigabytes, or that unpacks thousandfold. */
const bomb = (name: string): Promise<Buffer> => fixture(`../bombs/${name}`);
const previews = (): Buffer => Buffer.from(`%!PS-Adobe-3.0 EPSF-3.0\n${'%%BeginPreview: 8 4 8 4\n'.repeat(700_000)}`);

suite('files that claim more than they hold', () => {
  const { renderer, at, draw } = useRenderer();

  const refused: [what: string, mediaType: string, bytes: () => Buffer | Promise<Buffer>, reason: CannotMakeReason][] =
    [
      ['a PNG of 65,535 x 65,535 pixels', 'image/png', () => bomb('65535.png'), 'too_large'],
      ['a GIF of 65,535 x 65,535 pixels', 'image/gif', () => bomb('65535.gif'), 'too_large'],
      ['a TIFF of 4 gigapixels', 'image/tiff', () => bomb('65535.tiff'), 'too_large'],
      ['a bitmap of 60,000 x 60,000 pixels', 'image/bmp', () => bmp(60_000, 60_000, 24, 0), 'too_large'],
      ['a bitmap of the smallest height', 'image/bmp', () => bmp(1, -(2 ** 31), 24, 0), 'too_large'],
      ['a bitmap of run lengths of 50,000 pixels a side', 'image/bmp', () => bmp(50_000, 50_000, 8, 1), 'too_large'],
      ['65,535 icons that are none', 'image/x-icon', icons, 'corrupt'],
      ['an icon that is a PNG of 4 gigapixels', 'image/x-icon', async () => icon(await bomb('65535.png')), 'corrupt'],
      ['a PSD of 30,000 x 30,000 pixels', 'image/vnd.adobe.photoshop', () => bomb('30000.psd'), 'too_large'],
      ['a PSB of sides beyond the format', 'image/vnd.adobe.photoshop', () => bomb('beyond.psb'), 'corrupt'],
      ['a PSD whose rows are missing', 'image/vnd.adobe.photoshop', () => bomb('without-rows.psd'), 'corrupt'],
      ['a PSD whose rows claim gigabytes', 'image/vnd.adobe.photoshop', () => bomb('greedy.psb'), 'corrupt'],
      ['a PSD that unpacks to more than its pixels', 'image/vnd.adobe.photoshop', () => bomb('zip.psd'), 'corrupt'],
      ['a JPEG 2000 codestream of 4 gigapixels a side', 'image/jp2', () => bomb('largest.j2k'), 'too_large'],
      ['a JPEG 2000 file with a box in itself', 'image/jp2', boxes, 'corrupt'],
      ['a JPEG XL of a gigapixel a side', 'image/jxl', () => bomb('largest.jxl'), 'corrupt'],
      ['16 MB of previews that begin and never end', 'application/postscript', previews, 'corrupt'],
      ['a raw file full of beginnings', 'image/x-nikon-nef', beginnings, 'unsupported'],
      ['a raw file with a JPEG of 65,535 x 65,535 pixels', 'image/x-nikon-nef', () => raw(65_535, 65_535), 'too_large'],
    ];
  for (const [what, mediaType, bytes, reason] of refused) {
    test(`${what}: refused as ${reason}`, async () => {
      await assert.rejects(render(await bytes(), mediaType), (error) => {
        assert.ok(error instanceof Error && 'reason' in error, String(error));
        assert.deepEqual([error.name, error.reason], ['CannotMake', reason], error.message);
        return true;
      });
    });
  }

  const long: [mediaType: string, megabytes: number, beginning: () => Buffer | Promise<Buffer>][] = [
    ['image/heic', 128, () => bomb('hollow.heic')],
    ['image/svg+xml', 32, () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['application/pdf', 256, () => Buffer.from('%PDF-1.7\n')],
    ['model/stl', 200, () => Buffer.alloc(84)],
  ];
  for (const [mediaType, megabytes, beginning] of long) {
    test(`${mediaType} of more than ${megabytes} MB is refused before it is read`, async () => {
      const path = at('long');
      await writeFile(path, await beginning());
      await truncate(path, megabytes * 2 ** 20 + 1);
      const source = sourceAt(path, { mediaType });
      await assert.rejects(renderer.render(planFor(), source, patiently()), {
        reason: 'too_large',
        message: `a file of ${megabytes * 2 ** 20 + 1} bytes`,
      });
    });
  }

  test('rows that unpack to a hundred thousand times their size are drawn within the limits', async () => {
    const { width } = await render(bmp(7000, 7000, 8, 1), 'image/bmp');
    assert.equal(width, 256);
    assert.equal((await render(await bomb('white-rows.psd'), 'image/vnd.adobe.photoshop')).width, 256);
  });

  test('a JPEG XL of 8,000 x 8,000 pixels in 13 KB is shrunk while it is decoded, within the limits', async () =>
    assert.equal((await render(await fixture('bomb.jxl'), 'image/jxl')).width, 256));

  test('the process that refused all these files still draws', async () => {
    const { width, height } = await render(
      writeBmp({ width: 3, height: 2, bits: 24, pixels: [1, 2, 3, 4, 5, 6] }),
      'image/bmp',
    );
    assert.deepEqual([width, height], [3, 2]);
  });

  function render(bytes: Buffer, mediaType: string): Promise<Rendered> {
    return draw('bomb', bytes, { mediaType });
  }
});

function bmp(width: number, height: number, bits: number, compression: number): Buffer {
  const bytes = writeBmp({ width: 4, height: 4, bits: 24, pixels: Array(16).fill(0) });
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(bits, 28);
  bytes.writeUInt32LE(compression, 30);
  return bytes;
}

function icons(): Buffer {
  const bytes = writeIco(Array.from({ length: 65_535 }, () => ({ width: 1, height: 1, bytes: Buffer.alloc(0) })));
  for (let at = 6; at < bytes.length; at += 16) bytes.writeUInt32LE(6, at + 12);
  return bytes;
}

async function boxes(): Promise<Buffer> {
  const head = Buffer.concat([uint32(0), Buffer.from('jp2h')]);
  return Buffer.concat([(await fixture('drawing.jp2')).subarray(0, 32), ...Array.from({ length: 2000 }, () => head)]);
}

function beginnings(): Buffer {
  return writeRaw({ orientation: 1, parts: [Buffer.alloc(3_000_000, Buffer.from([0xff, 0xd8, 0xff]))] });
}

function raw(width: number, height: number): Buffer {
  const frame = Buffer.concat([uint16(17), Buffer.from([8]), uint16(height), uint16(width), Buffer.alloc(100)]);
  return writeRaw({ orientation: 6, parts: [Buffer.from([0xff, 0xd8, 0xff, 0xc0]), frame] });
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}
