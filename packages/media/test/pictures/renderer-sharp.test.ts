import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { before, suite, test } from 'node:test';
import sharp from 'sharp';
import type { CannotMakeReason } from '../../src/derived/cannot-make.ts';
import { isNear, middle, patiently, planFor, sourceAt, useRenderer } from './pictures.ts';

suite('sharp in child processes is a Renderer', () => {
  const { renderer, at } = useRenderer();
  const photo = at('photo.png');
  before(async () => {
    await sharp({ create: { width: 900, height: 600, channels: 3, background: '#3c7846' } })
      .png()
      .toFile(photo);
  });

  test('a picture is rendered as baseline sRGB JPEG of the planned size, without metadata', async () => {
    const { bytes, look, ...rest } = await renderer.render(planFor(), sourceAt(photo), patiently());
    assert.equal(look?.color, '#3c7845');
    assert.deepEqual(rest, { format: 'jpg', width: 256, height: 171, pages: 1, natural: { width: 900, height: 600 } });
    const { format, width, height, space, channels, isProgressive, ...metadata } = await sharp(bytes).metadata();
    const properties = { format, width, height, space, channels, isProgressive };
    assert.deepEqual(properties, {
      format: 'jpeg',
      width: 256,
      height: 171,
      space: 'srgb',
      channels: 3,
      isProgressive: false,
    });
    for (const block of ['exif', 'icc', 'iptc', 'xmp'] as const) assert.equal(metadata[block], undefined, block);
    assert.ok(isNear(await middle(bytes), [0x3c, 0x78, 0x46], 3));
  });

  test('a generated drawing has the size of its box', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><rect width="800" height="800" fill="#123456"/></svg>';
    const { bytes, width, height } = await renderer.render(planFor(), { svg }, patiently());
    assert.deepEqual([width, height], [256, 256]);
    assert.ok(isNear(await middle(bytes), [0x12, 0x34, 0x56], 3));
  });

  const refusals: [string, CannotMakeReason, () => Promise<string>][] = [
    ['a file that is gone', 'missing', async () => at('gone.png')],
    ['an unknown type', 'unsupported', () => file('unknown.bin', 'anything')],
    ['a picture without a picture in it', 'corrupt', () => file('broken.png', 'not a picture')],
    ['an empty file', 'corrupt', () => file('empty.jpg', '')],
  ];
  test('a file that is gone, unknown or no picture is refused for its reason', async () => {
    for (const [what, reason, path] of refusals) {
      const source = sourceAt(await path());
      await assert.rejects(renderer.render(planFor(), source, patiently()), { name: 'CannotMake', reason }, what);
    }
  });

  async function file(fileName: string, content: string): Promise<string> {
    const path = at(fileName);
    await writeFile(path, content);
    return path;
  }
});
