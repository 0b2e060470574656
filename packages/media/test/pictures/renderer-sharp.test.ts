import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import sharp from 'sharp';
import { patiently, planFor, sourceAt, useRenderer } from './pictures.ts';

suite('sharp in child processes is a Renderer', () => {
  const { renderer, at } = useRenderer();

  test('a picture comes with its colour and its own size', async () => {
    const teal = sharp({ create: { width: 900, height: 600, channels: 3, background: '#3c7846' } });
    await teal.png().toFile(at('photo.png'));
    const { bytes: _, look, ...rest } = await renderer.render(planFor(), sourceAt(at('photo.png')), patiently());
    assert.equal(look?.color, '#3c7845');
    assert.deepEqual(rest, { format: 'jpg', width: 256, height: 171, pages: 1, natural: { width: 900, height: 600 } });
  });

  test('a file that is gone, unknown or no picture is refused for its reason', async () => {
    for (const [name, content, reason] of [
      ['gone.png', undefined, 'missing'],
      ['unknown.bin', 'anything', 'unsupported'],
      ['broken.png', 'not a picture', 'corrupt'],
      ['empty.jpg', '', 'corrupt'],
    ] as const) {
      if (content !== undefined) writeFileSync(at(name), content);
      const refused = renderer.render(planFor(), sourceAt(at(name)), patiently());
      await assert.rejects(refused, { name: 'CannotMake', reason }, name);
    }
  });
});
