import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { createRandom } from '../../../demo/drawing/random.ts';
import { renderPicture } from '../../../demo/drawing/render.ts';
import { encodePicture } from '../../../demo/files/encode-picture.ts';
import { textWidth } from '../../../demo/scenes/lettering.ts';
import { SCENES, type SceneName } from '../../../demo/scenes/scenes.ts';
import { BRAND_PIECES } from '../../../demo/story/brand.ts';
import { LIGHTS } from '../../../demo/story/lights.ts';
import { motifOf } from '../../../demo/story/motifs.ts';
import { SERIES } from '../../../demo/story/series.ts';

test('a seed determines the whole sequence of numbers', () => {
  const [numbers, again, others] = ['a', 'a', 'b'].map((seed) => Array.from({ length: 5 }, createRandom(seed).next));
  assert.deepEqual(again, numbers);
  assert.notDeepEqual(others, numbers);
  assert.ok(numbers?.every((number) => number >= 0 && number < 1));
});

test('every letter of every poster can be drawn', () => {
  for (const { variant } of BRAND_PIECES.filter(({ scene }) => scene === 'poster')) {
    for (const letter of variant.split(' ').slice(2).join(' ')) assert.ok(textWidth(`${letter}I`, 10, 0) > 0.2, letter);
  }
});

test('every view has words for its motif and its light', () => {
  for (const { scene, variants, lights } of SERIES) {
    for (const variant of variants) assert.ok(motifOf(scene, variant).sentence.de !== '', `${scene} ${variant}`);
    for (const light of lights) assert.ok(light in LIGHTS);
  }
});

/** A variant for each scene that requires a valid one. */
const VARIANTS: Readonly<Partial<Record<SceneName, string>>> = {
  studio: 'mug ochre',
  poster: 'cabin aframe LIRA',
  icon: 'summit',
  logo: 'mark',
};

for (const scene of Object.keys(SCENES) as SceneName[]) {
  test(`${scene} fills its frame by day and by night`, async () => {
    for (const palette of ['dawn', 'noon', 'moonlight'] as const) {
      const variant = VARIANTS[scene] ?? 'any';
      const { data } = await renderPicture({ scene, palette, variant, seed: palette, width: 96, height: 64 });
      assert.equal(data.length, 96 * 64 * 3);
      assert.ok(new Set(data).size > 8, palette);
    }
  });
}

test('a picture stored on its side has the right orientation tag', async () => {
  const order = { scene: 'coast', palette: 'noon', variant: 'lighthouse', seed: 's', width: 96, height: 144 } as const;
  const { width, height, orientation } = await sharp(
    await encodePicture({ ...order, path: 'a.jpg', treatment: 'turned' }),
  ).metadata();
  assert.deepEqual({ width, height, orientation }, { width: 144, height: 96, orientation: 6 });
});
