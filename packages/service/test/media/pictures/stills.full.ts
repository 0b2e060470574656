import assert from 'node:assert/strict';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import sharp from 'sharp';
import { detect, HEAD_BYTES } from '../../../src/media/inspect/detect.ts';
import { headerSize } from '../../../src/media/inspect/header-size.ts';
import { fitInside } from '../../../src/media/pictures/plan.ts';
import type { Rendered } from '../../../src/media/pictures/renderer.ts';
import { openSharpRenderer } from '../../../src/media/pictures/renderer-sharp.ts';
import { ffmpeg, media, withoutMedia } from '../playback/recordings.ts';
import { DRAWING, drawing, drawingPixels } from './drawing.ts';
import { distance, patiently, planFor, sourceAt } from './pictures.ts';

const { width, height } = DRAWING;
/** Rows of the drawing, with red, green and blue side by side. */
const rgb = await drawingPixels();

suite('pictures of rarer formats', () => {
  const renderer = openSharpRenderer({ processes: 2, seconds: 120, megabytes: 1024, queue: 100 }, { media });
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stills-'));
  });
  after(async () => {
    await renderer[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  const radiance: [string, Buffer][] = [
    ['flat.hdr', writeRadiance(false)],
    ['packed.hdr', writeRadiance(true)],
  ];
  for (const [name, bytes] of radiance) {
    test(`${name} is drawn correctly`, async () => {
      const drawn = await draw(name, bytes);
      assert.ok((await distance(drawn.bytes, await expected(false))) < 4);
      await assert.rejects(draw(name, bytes.subarray(0, bytes.length / 2)), { reason: 'corrupt' });
    });
  }

  for (const bits of [8, 16, 24, 32] as const) {
    test(`an uncompressed texture of ${bits} bits is drawn correctly`, async () => {
      const bytes = await writeDds(bits);
      const drawn = await draw('flat.dds', bytes);
      assert.ok((await distance(drawn.bytes, await expected(bits < 24))) < 4);
      await assert.rejects(draw('flat.dds', bytes.subarray(0, bytes.length / 2)), { reason: 'corrupt' });
    });
  }

  test('the largest intact icon of an ICNS file is drawn', async () => {
    const sized = (side: number) => drawing().resize({ width: side, height: side, fit: 'fill' });
    const packed: [string, Buffer] = ['it32', await packedIcon(await sized(128).raw().toBuffer())];
    const mask: [string, Buffer] = ['t8mk', Buffer.alloc(128 * 128, 255)];
    const png = await sized(256).png().toBuffer();
    const expectations = [
      [256, writeIcns([packed, mask, ['ic08', png]])],
      [128, writeIcns([packed, mask, ['ic08', png.subarray(0, 20)]])],
    ] as const;
    for (const [side, bytes] of expectations) {
      const drawn = await draw(side === 256 ? 'drawing.icns' : 'cut in its largest.icns', bytes);
      assert.deepEqual([drawn.width, drawn.height], [side, side]);
      assert.ok((await distance(drawn.bytes, await sized(256).png().toBuffer())) < 5);
    }
    const clear = await draw('clear.icns', writeIcns([packed, ['t8mk', Buffer.alloc(128 * 128)]]));
    assert.ok((await distance(clear.bytes, await sharp(plain(255)).png().toBuffer())) < 1);
    await assert.rejects(draw('cut.icns', writeIcns([['it32', packed[1].subarray(0, 99)]])), { reason: 'corrupt' });
  });

  suite('formats decoded by ffmpeg', { skip: withoutMedia }, () => {
    const written: [string, () => Buffer][] = [
      ['binary.ppm', () => Buffer.concat([Buffer.from(`P6\n# made here\n${width} ${height}\n255\n`), rgb])],
      ['plain.ppm', () => Buffer.from(`P3 ${width} ${height} 255\n${[...rgb].join(' ')}\n`)],
      ['%03d.ppm', () => Buffer.concat([Buffer.from(`P6 ${width} ${height} 255\n`), rgb])],
    ];
    for (const [name, make] of written) {
      test(`${name} is drawn correctly`, async () => {
        assert.ok((await distance((await draw(name, make())).bytes, await expected(false))) < 4);
      });
    }

    test('a Targa file whose alpha is 0 everywhere shows its colours', async () => {
      assert.ok((await distance((await draw('flat.tga', writeTarga())).bytes, await expected(false))) < 4);
    });

    test('a page of a fax is the PCX picture named in its list', async () => {
      await writeFile(join(folder, 'drawing.png'), await drawing().png().toBuffer());
      ffmpeg(['-i', join(folder, 'drawing.png'), join(folder, 'page.pcx')]);
      const page = await readFile(join(folder, 'page.pcx'));
      const list = Buffer.alloc(16);
      for (const [index, value] of [0x3ade68b1, 17, 17].entries()) list.writeUInt32LE(value, index * 4);
      const drawn = await draw('two, of pages.dcx', Buffer.concat([list, Buffer.alloc(1), page]));
      assert.equal(drawn.pages, 2);
      assert.ok((await distance(drawn.bytes, await expected(false))) < 4);
      await assert.rejects(draw('none.dcx', list.subarray(0, 4)), { reason: 'corrupt' });
    });

    test('XPM is drawn, and refused if ffmpeg would take its colours for black', async () => {
      const xpm = (colour: string) =>
        Buffer.from(`/* XPM */\nstatic char *a[] = {\n"2 2 2 1",\n"a c ${colour}",\n"b c black",\n"ab",\n"ba"};\n`);
      const { bytes } = await draw('a.xpm', xpm('#ff0000'));
      const { channels } = await sharp(bytes).stats();
      assert.ok((channels[0]?.mean ?? 0) > 100 && (channels[1]?.mean ?? 255) < 20);
      for (const colour of ['#ffff00000000', 'gray100', '#f00'])
        await assert.rejects(draw('b.xpm', xpm(colour)), { reason: 'unsupported' });
    });

    test('a grey Targa file with alpha, which ffmpeg misreads as coloured, is refused', async () => {
      const head = Buffer.alloc(18);
      head[2] = 3;
      head.writeUInt16LE(width, 12);
      head.writeUInt16LE(height, 14);
      head[16] = 16;
      head[17] = 8;
      const bytes = Buffer.concat([head, Buffer.alloc(width * height * 2, 200)]);
      await assert.rejects(draw('grey.tga', bytes), { reason: 'unsupported' });
    });

    test('an X11 bitmap is drawn black where bits are set', async () => {
      const rows = Array.from({ length: 8 }, (_, y) => (y < 4 ? '0x0f' : '0xf0'));
      const text = `#define a_width 8\n#define a_height 8\nstatic char a_bits[] = {${rows.join(', ')}};\n`;
      const drawn = await draw('a.xbm', Buffer.from(text));
      const pixels = await sharp(drawn.bytes).toColourspace('b-w').raw().toBuffer();
      const seen = [0, 7, 56, 63].map((at) => ((pixels[at] ?? 128) > 127 ? 'white' : 'black'));
      assert.deepEqual(seen, ['black', 'white', 'white', 'black']);
    });

    for (const name of [
      ...['packed.tga', 'drawing.pcx', 'drawing.dpx', 'drawing.pam', 'drawing.fits'],
      ...['drawing.sgi', 'drawing.xwd', 'drawing.pfm'],
    ]) {
      test(`${name} is drawn correctly, and refused when it is truncated`, async () => {
        const path = join(folder, name);
        await writeFile(join(folder, 'drawing.png'), await drawing().png().toBuffer());
        ffmpeg(['-i', join(folder, 'drawing.png'), ...(name.endsWith('fits') ? ['-pix_fmt', 'gray'] : []), path]);
        const bytes = await readFile(path);
        const drawn = await draw(name, bytes);
        assert.deepEqual([drawn.width, drawn.height], [256, 171]);
        assert.ok((await distance(drawn.bytes, await expected(name.endsWith('fits')))) < 8);
        await assert.rejects(draw(name, bytes.subarray(0, bytes.length / 3)), { reason: 'corrupt' });
      });
    }

    // The decoder draws what exists of these.
    for (const name of ['drawing.ras', 'drawing.qoi']) {
      test(`${name} is drawn correctly`, async () => {
        const path = join(folder, name);
        await writeFile(join(folder, 'drawing.png'), await drawing().png().toBuffer());
        ffmpeg(['-i', join(folder, 'drawing.png'), path]);
        assert.ok((await distance((await draw(name, await readFile(path))).bytes, await expected(false))) < 8);
      });
    }

    // A fifth of the light is 124 of 255, and transparent areas are white.
    for (const [alpha, expected] of [
      [undefined, 124],
      ['0.75', 188],
      ['0', 124],
    ] as const) {
      test(`light in an EXR file with an alpha of ${alpha} is converted for screens`, async () => {
        const format = alpha === undefined ? 'gbrpf32le' : 'gbrapf32le';
        const share = alpha === undefined ? '' : `:a=${alpha}`;
        const picture = `color=white:s=64x64,format=${format},geq=r=0.2:g=0.2:b=0.2${share}`;
        const path = join(folder, `grey${alpha}.exr`);
        ffmpeg(['-f', 'lavfi', '-i', picture, '-frames:v', '1', path]);
        const drawn = await draw(basename(path), await readFile(path));
        const grey = drawing()
          .resize(64, 64)
          .composite([{ input: plain(expected) }]);
        assert.ok((await distance(drawn.bytes, await grey.png().toBuffer())) < 3);
      });
    }
  });

  test('are refused without ffmpeg', async () => {
    await using without = openSharpRenderer({ processes: 1, seconds: 120, megabytes: 512, queue: 10 });
    const path = join(folder, 'lonely.ppm');
    await writeFile(path, Buffer.concat([Buffer.from('P6 1 1 255\n'), Buffer.alloc(3)]));
    const source = sourceAt(path, { mediaType: 'image/x-portable-anymap' });
    await assert.rejects(without.render(planFor(), source, patiently()), { reason: 'unsupported' });
  });

  async function draw(name: string, bytes: Buffer): Promise<Rendered> {
    const path = join(folder, `given-${basename(name)}`);
    await writeFile(path, bytes);
    const extension = extname(name).slice(1);
    const { mediaType } = await detect(path, bytes.subarray(0, HEAD_BYTES), bytes.length, extension);
    await using file = await open(path);
    const told = await headerSize(mediaType, bytes.subarray(0, HEAD_BYTES), file);
    const drawn = await renderer.render(planFor(), sourceAt(path, { mediaType }), patiently());
    const isWhole = !name.startsWith('cut') && told.width !== undefined && told.height !== undefined;
    if (isWhole)
      assert.deepEqual(fitInside(told.width, told.height, 256), { width: drawn.width, height: drawn.height });
    return drawn;
  }
});

async function expected(isGrey: boolean): Promise<Buffer> {
  return await drawing()
    .toColourspace(isGrey ? 'b-w' : 'srgb')
    .png()
    .toBuffer();
}

function plain(grey: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="rgb(${grey},${grey},${grey})"/></svg>`,
  );
}

/** 32 bits a pixel, eight of them declared as alpha and all of these 0, top-down, uncompressed. */
function writeTarga(): Buffer {
  const head = Buffer.alloc(18);
  head[2] = 2;
  head.writeUInt16LE(width, 12);
  head.writeUInt16LE(height, 14);
  head[16] = 32;
  head[17] = 0x28;
  return Buffer.concat([head, bgr0()]);
}

/** An uncompressed texture: grey, grey with alpha, or colours from blue to red. */
async function writeDds(bits: 8 | 16 | 24 | 32): Promise<Buffer> {
  const head = Buffer.alloc(128);
  head.write('DDS ', 'latin1');
  const masks = bits < 24 ? [0xff0000, 0xff0000, 0xff0000] : [0xff0000, 0xff00, 0xff];
  const numbers = new Map([
    [4, 124],
    [8, 0x100f],
    [12, height],
    [16, width],
    [20, (width * bits) / 8],
    [76, 32],
    [80, bits === 8 ? 0x20000 : bits === 16 ? 0x20001 : 0x40],
    [88, bits],
    // Some writers of grey declare the bits of red in a colour.
    ...masks.map((mask, index): [number, number] => [92 + index * 4, bits === 16 ? 0xff : mask]),
    [104, bits === 16 ? 0xff00 : 0],
    [108, 0x1000],
  ]);
  for (const [at, value] of numbers) head.writeUInt32LE(value, at);
  if (bits >= 24) {
    const wide = bgr0();
    const pixels = bits === 32 ? wide : Buffer.from(wide.filter((_, at) => at % 4 !== 3));
    return Buffer.concat([head, pixels]);
  }
  const grey = await drawingPixels('b-w');
  return Buffer.concat([head, bits === 8 ? grey : Buffer.from([...grey].flatMap((value) => [value, 255]))]);
}

function writeIcns(icons: readonly (readonly [string, Buffer])[]): Buffer {
  const parts = icons.map(([type, bytes]) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(bytes.length + 8, 4);
    return Buffer.concat([head, bytes]);
  });
  const file = Buffer.concat([Buffer.from('icns\0\0\0\0', 'latin1'), ...parts]);
  file.writeUInt32BE(file.length, 4);
  return file;
}

/** Red, green and blue one after the other, each as runs and literals of 128 bytes. */
async function packedIcon(rgb: Buffer): Promise<Buffer> {
  const out: number[] = [0, 0, 0, 0];
  for (let channel = 0; channel < 3; channel++) {
    const plane = rgb.filter((_, at) => at % 3 === channel);
    for (let at = 0; at < plane.length; ) {
      let run = 1;
      while (run < 130 && plane[at + run] === plane[at] && at + run < plane.length) run += 1;
      const size = run >= 3 ? run : 1;
      out.push(size >= 3 ? size + 125 : 0, plane[at] ?? 0);
      at += size;
    }
  }
  return Buffer.from(out);
}

function bgr0(): Buffer {
  const pixels = Buffer.alloc(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < 3; channel++) pixels[pixel * 4 + channel] = rgb[pixel * 3 + 2 - channel] ?? 0;
  }
  return pixels;
}

/** One exponent for all: light from 0 to 1 in 256 steps. Packed: runs of one byte for the exponents, literals for the rest. */
function writeRadiance(isPacked: boolean): Buffer {
  const exponent = 128;
  const light = Buffer.from(
    rgb.map((value) =>
      Math.min(255, Math.round(256 * (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4))),
    ),
  );
  const rows = Array.from({ length: height }, (_, y) => {
    const row = light.subarray(y * width * 3, (y + 1) * width * 3);
    if (!isPacked) {
      return Buffer.from(
        Array.from({ length: width * 4 }, (_, at) => (at % 4 === 3 ? exponent : (row[(at >> 2) * 3 + (at % 4)] ?? 0))),
      );
    }
    const parts: number[] = [2, 2, width >> 8, width & 255];
    for (let channel = 0; channel < 3; channel++) {
      for (let x = 0; x < width; x += 128) {
        parts.push(128);
        for (let at = x; at < x + 128; at++) parts.push(row[at * 3 + channel] ?? 0);
      }
    }
    for (let x = 0; x < width; x += 96) parts.push(128 + 96, exponent);
    return Buffer.from(parts);
  });
  return Buffer.concat([Buffer.from(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${height} +X ${width}\n`), ...rows]);
}
