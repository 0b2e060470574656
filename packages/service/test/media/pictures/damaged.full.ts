import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import sharp from 'sharp';
import { isNear, middle, patiently, planFor, sourceAt, useRenderer } from '../../../../media/test/pictures/pictures.ts';
import { fixture } from '../../../../media/test/pictures/sources-of-drawing.ts';
import { boxedJp2 } from '../../../../media/test/pictures/writers/jp2.ts';
import { ffmpeg, media, withoutMedia } from '../playback/recordings.ts';

suite('damaged pictures', () => {
  const { renderer, at, draw } = useRenderer(2, media);
  const noise = { width: 400, height: 400, channels: 3, background: 'gray' } as const;
  const busy = () => sharp({ create: { ...noise, noise: { type: 'gaussian', mean: 128, sigma: 40 } } });
  const cutFiles: [name: string, make: () => Promise<Buffer>][] = [
    ['cut.jpg', () => busy().jpeg().toBuffer()],
    ['cut.png', () => busy().png().toBuffer()],
    ['cut.gif', () => busy().gif().toBuffer()],
  ];
  for (const [name, make] of cutFiles) {
    test(`${name} is drawn while most of it is readable, and refused otherwise`, async () => {
      const bytes = await make();
      const { width, height } = await draw(name, bytes.subarray(0, bytes.length * 0.6));
      assert.deepEqual([width, height], [256, 256]);
      await assert.rejects(draw(name, bytes.subarray(0, bytes.length * 0.1)), { reason: 'corrupt' });
    });
  }

  test('a JPEG 2000 file that does not decode is refused', async () => {
    const bytes = await fixture('drawing.j2k');
    await assert.rejects(draw('cut.jp2', boxedJp2(bytes.subarray(0, bytes.length / 2), { space: 16 })), {
      reason: 'corrupt',
    });
    const alpha = await fixture('alpha.jp2');
    await assert.rejects(draw('cut.jp2', alpha.subarray(0, alpha.length / 2)), { reason: 'corrupt' });
  });

  test('an undamaged picture of one colour is drawn', async () => {
    for (const background of ['white', 'black', '#808080']) {
      const plain = () => sharp({ create: { width: 300, height: 200, channels: 3, background } });
      const files: [string, Buffer][] = [
        ['plain.png', await plain().png().toBuffer()],
        ['plain.jpg', await plain().jpeg().toBuffer()],
        ['plain.gif', await plain().gif().toBuffer()],
        ['plain.tiff', await plain().tiff({ compression: 'lzw' }).toBuffer()],
        ['plain.webp', await plain().webp().toBuffer()],
      ];
      for (const [name, bytes] of files) {
        const drawn = await draw(name, bytes);
        assert.deepEqual([drawn.width, drawn.height], [256, 171], `${background} ${name}`);
      }
    }
  });

  test('an undamaged JPEG 2000 file that is white all over is drawn', async () =>
    assert.ok(isNear(await middle((await draw('white.jp2', await fixture('white.jp2'))).bytes), [255, 255, 255], 1)));

  suite('frames of films', { skip: withoutMedia }, () => {
    const encoded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

    test('are drawn if they are undamaged, even in one colour', async () => {
      for (const colour of ['black', 'white']) {
        const path = at(`${colour}.mkv`);
        ffmpeg(['-f', 'lavfi', '-i', `color=${colour}:s=160x120:r=10:d=1`, ...encoded, path]);
        const { width, height } = await render(path, 'video/matroska');
        assert.deepEqual([width, height], [160, 120]);
      }
    });

    test('are refused if the decoder concealed missing data', async () => {
      const path = at('broken.mkv');
      ffmpeg(['-f', 'lavfi', '-i', 'testsrc=s=160x120:r=10:d=2', ...encoded, path]);
      const bytes = await readFile(path);
      // After the header and the first bytes of the first frame; what remains there is one colour.
      await writeFile(path, bytes.fill(0, 2000));
      await assert.rejects(render(path, 'video/matroska'), { reason: 'corrupt' });
    });

    test('are as wide as they are seen', async () => {
      for (const name of ['anamorphic.avi', 'anamorphic.mkv']) {
        const path = at(name);
        ffmpeg(['-f', 'lavfi', '-i', 'testsrc=s=180x144:r=5:d=0.4', '-vf', 'setsar=64/45', '-c:v', 'mpeg4', path]);
        for (const properties of [
          { width: 180, height: 144 },
          { width: 256, height: 144 },
        ]) {
          const { width, height } = await render(path, 'video/x-any', properties);
          assert.deepEqual([width, height], [256, 144], name);
        }
      }
    });
  });

  async function render(path: string, mediaType: string, size: { width?: number; height?: number } = {}) {
    return await renderer.render(planFor(), sourceAt(path, { mediaType, ...size }), patiently());
  }
});
