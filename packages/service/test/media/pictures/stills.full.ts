import assert from 'node:assert/strict';
import { open, readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { before, suite, test } from 'node:test';
import sharp from 'sharp';
import { detect, HEAD_BYTES } from '../../../../media/src/inspect/detect.ts';
import { headerSize } from '../../../../media/src/inspect/header-size.ts';
import { fitInside } from '../../../../media/src/pictures/plan.ts';
import type { Rendered } from '../../../../media/src/pictures/renderer.ts';
import { SharpRenderer } from '../../../../media/src/pictures/renderer-sharp.ts';
import { DRAWING, drawing } from '../../../../media/test/pictures/drawing.ts';
import { distance, patiently, planFor, sourceAt, useRenderer } from '../../../../media/test/pictures/pictures.ts';
import { fixture } from '../../../../media/test/pictures/sources-of-drawing.ts';
import { ffmpeg, media, withoutMedia } from '../playback/recordings.ts';

const { width, height } = DRAWING;

suite('pictures of rarer formats', () => {
  const { renderer, folder } = useRenderer(2, media);
  const png = join(folder, 'drawing.png');
  before(async () => writeFile(png, await drawing().png().toBuffer()));

  for (const name of ['flat.hdr', 'packed.hdr', '8.dds', '16.dds', '24.dds', '32.dds']) {
    test(`${name} is drawn correctly, and refused when it is truncated`, async () => {
      const bytes = await fixture(`small/${name}`);
      const isGrey = name === '8.dds' || name === '16.dds';
      assert.ok((await far(await draw(name, bytes), isGrey)) < 4);
      await assert.rejects(draw(name, bytes.subarray(0, bytes.length / 2)), { reason: 'corrupt' });
    });
  }

  test('the largest intact icon of an ICNS file is drawn', async () => {
    const whole = await fixture('small/drawing.icns');
    const part = (type: string) => {
      const at = whole.indexOf(type, 8, 'latin1');
      return { content: at + 8, end: at + whole.readUInt32BE(at + 4) };
    };
    const seen = await drawing().resize({ width: 256, height: 256, fit: 'fill' }).png().toBuffer();
    const drawn = await draw('drawing.icns', whole);
    assert.deepEqual([drawn.width, drawn.height], [256, 256]);
    assert.ok((await distance(drawn.bytes, seen)) < 5);
    const cut = Buffer.from(whole).fill(0, part('ic08').content + 20, part('ic08').end);
    const smaller = await draw('cut in its largest.icns', cut);
    assert.deepEqual([smaller.width, smaller.height], [128, 128]);
    assert.ok((await distance(smaller.bytes, seen)) < 5);
    await assert.rejects(draw('cut.icns', whole.subarray(0, 115)), { reason: 'corrupt' });
  });

  suite('formats decoded by ffmpeg', { skip: withoutMedia }, () => {
    test('a portable pixmap is drawn, whatever its name asks of ffmpeg', async () => {
      const rgb = await drawing().raw().toBuffer();
      const binary = Buffer.concat([Buffer.from(`P6\n# made here\n${width} ${height}\n255\n`), rgb]);
      const text = Buffer.from(`P3 ${width} ${height} 255\n${[...rgb].join(' ')}\n`);
      assert.ok((await far(await draw('binary.ppm', binary))) < 4);
      assert.ok((await far(await draw('plain.ppm', text))) < 4);
      assert.ok((await far(await draw('%03d.ppm', binary))) < 4);
    });

    // What remains of the last two is drawn.
    for (const extension of ['tga', 'pcx', 'dpx', 'pam', 'fits', 'sgi', 'xwd', 'pfm', 'ras', 'qoi']) {
      test(`drawing.${extension} is drawn correctly, and most kinds are refused when truncated`, async () => {
        const name = `drawing.${extension}`;
        const isGrey = extension === 'fits';
        ffmpeg(['-i', png, ...(isGrey ? ['-pix_fmt', 'gray'] : []), join(folder, name)]);
        const bytes = await readFile(join(folder, name));
        const drawn = await draw(name, bytes);
        assert.deepEqual([drawn.width, drawn.height], [256, 171]);
        assert.ok((await far(drawn, isGrey)) < 8);
        if (extension === 'ras' || extension === 'qoi') return;
        await assert.rejects(draw(name, bytes.subarray(0, bytes.length / 3)), { reason: 'corrupt' });
      });
    }

    test('light in an EXR file is converted for screens, with or without alpha', async () => {
      // A fifth of the light is 124 of 255, and transparent areas are white.
      for (const [alpha, expected] of [
        [undefined, 124],
        ['0.75', 188],
        ['0', 124],
      ] as const) {
        const format = alpha === undefined ? 'gbrpf32le' : 'gbrapf32le';
        const share = alpha === undefined ? '' : `:a=${alpha}`;
        const picture = `color=white:s=64x64,format=${format},geq=r=0.2:g=0.2:b=0.2${share}`;
        const path = join(folder, `grey${alpha}.exr`);
        ffmpeg(['-f', 'lavfi', '-i', picture, '-frames:v', '1', path]);
        const drawn = await draw(basename(path), await readFile(path));
        assert.ok((await distance(drawn.bytes, await sharp(plain(expected)).png().toBuffer())) < 3, `${alpha}`);
      }
    });
  });

  test('are refused without ffmpeg', async () => {
    await using without = new SharpRenderer({ processes: 1, seconds: 120, megabytes: 512, queue: 10 });
    const path = join(folder, 'lonely.ppm');
    await writeFile(path, Buffer.concat([Buffer.from('P6 1 1 255\n'), Buffer.alloc(3)]));
    const source = sourceAt(path, { mediaType: 'image/x-portable-anymap' });
    await assert.rejects(without.render(planFor(), source, patiently()), { reason: 'no_tool' });
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

  async function far({ bytes }: Rendered, isGrey = false): Promise<number> {
    const seen = drawing().toColourspace(isGrey ? 'b-w' : 'srgb');
    return await distance(bytes, await seen.png().toBuffer());
  }
});

function plain(grey: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="rgb(${grey},${grey},${grey})"/></svg>`,
  );
}
