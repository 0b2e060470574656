import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import sharp from 'sharp';
import { blankTiffOf } from '../../src/pictures/write-tiff.ts';
import { DRAWING, drawing } from './drawing.ts';
import { distance, isNear, middle, patiently, planFor, sourceAt, useRenderer } from './pictures.ts';
import { fixture } from './sources-of-drawing.ts';
import { boxedJp2 } from './writers/jp2.ts';

const COLOURS = [
  [200, 60, 60],
  [60, 120, 70],
  [70, 80, 140],
  [128, 128, 128],
] as const;

const RGBA = { channels: 4, bits: 8, photometric: 2, hasAlpha: true, isPlanar: false } as const;

suite('colours', () => {
  const { renderer, at } = useRenderer();
  const render = async (path: string) =>
    await middle((await renderer.render(planFor(), sourceAt(path), patiently())).bytes);

  for (const [space, tolerance] of [
    ['p3', 3],
    // The gamut of inks is smaller than that of screens.
    ['cmyk', 20],
  ] as const) {
    test(`colours stored in ${space} equal the originals in sRGB`, async () => {
      for (const [r, g, b] of COLOURS) {
        const path = at(`${space}-${r}.jpg`);
        const patch = sharp({ create: { width: 64, height: 64, channels: 3, background: { r, g, b } } });
        const stored = space === 'cmyk' ? patch.toColourspace('cmyk') : patch;
        await stored.withIccProfile(space).jpeg({ quality: 100 }).toFile(path);
        const seen = await render(path);
        assert.ok(isNear(seen, [r, g, b], tolerance), `${seen} instead of ${r},${g},${b}`);
      }
    });
  }

  test('a moving picture shows its first frame, whether or not it has a still one', async () => {
    const both = await fixture('avif-moving-three-frames.avif');
    const frames = Buffer.from(both);
    frames.write('free', frames.indexOf('meta'));
    for (const [name, bytes] of Object.entries({ 'both.avif': both, 'frames.avif': frames })) {
      await writeFile(at(name), bytes);
      assert.ok(isNear(await render(at(name)), [220, 30, 30], 2), name);
    }
  });

  test('the profile of a JPEG 2000 file is applied', async () => {
    const codestream = await fixture('drawing.j2k');
    const { icc } = await sharp(await drawing().withIccProfile('p3').png().toBuffer()).metadata();
    assert.ok(icc !== undefined);
    const path = at('profiled.jp2');
    await writeFile(path, boxedJp2(codestream, { profile: icc }));
    // The same numbers with the same profile.
    const tiff = blankTiffOf({ ...DRAWING, ...RGBA, profile: icc });
    tiff.pixels.set(await drawing().ensureAlpha().raw().toBuffer());
    const twin = at('twin.tiff');
    await writeFile(twin, tiff.file);
    const [seen, expected] = await Promise.all(
      [path, twin].map((file) => renderer.render(planFor(), sourceAt(file), patiently())),
    );
    assert.ok(seen && expected);
    assert.ok((await distance(seen.bytes, expected.bytes)) < 3);
    assert.ok((await distance(seen.bytes, await drawing().jpeg().toBuffer())) > 4);
  });

  test('a JPEG 2000 whose profile turns white into a colour is refused', async () => {
    const codestream = await fixture('drawing.j2k');
    const { icc } = await sharp(await drawing().withIccProfile('p3').png().toBuffer()).metadata();
    assert.ok(icc !== undefined);
    const broken = Buffer.from(icc);
    const entry = broken.indexOf('rXYZ');
    broken.fill(0, broken.readUInt32BE(entry + 4) + 8, broken.readUInt32BE(entry + 4) + 20);
    const path = at('green.jp2');
    await writeFile(path, boxedJp2(codestream, { profile: broken }));
    await assert.rejects(renderer.render(planFor(), sourceAt(path), patiently()), { reason: 'unsupported' });
  });
});
