import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { distanceOf, FEATURE_BYTES, readFeatures } from '../../../core/src/domain/features.ts';
import { featuresOf } from '../../src/pictures/features.ts';

/** A picture with a few shapes, other ones for each number. */
function drawn(number: number, width = 400, height = 300): Sharp {
  const at = (place: number, most: number) => (((number + 3) * (place + 5) * 7919) % 101) * (most / 101);
  const shapes = Array.from({ length: 7 }, (_, shape) => {
    const fill = `hsl(${Math.round(at(shape, 360))},${30 + Math.round(at(shape + 20, 50))}%,${20 + Math.round(at(shape + 40, 60))}%)`;
    return `<ellipse cx="${at(shape + 1, width)}" cy="${at(shape + 9, height)}" rx="${30 + at(shape + 2, 90)}" ry="${20 + at(shape + 7, 70)}" fill="${fill}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="hsl(${at(0, 360)},40%,50%)"/>${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' });
}

async function look(picture: Sharp): Promise<Int8Array> {
  const thumbnail = picture.resize(256, 256, { fit: 'inside', withoutEnlargement: true }).jpeg({ quality: 82 });
  return readFeatures(await featuresOf(await thumbnail.toBuffer())) as Int8Array;
}

function distance(a: Int8Array, b: Int8Array): number {
  return distanceOf(a.reduce((sum, each, at) => sum + (each - (b[at] as number)) ** 2, 0));
}

/** The default of `similar.duplicateDistance`. */
const NEAR = 0.1;
const PICTURES = Array.from({ length: 40 }, (_, number) => number);

test('copies that were encoded again, resized, cropped by 5 % or toned are near, and other pictures are not', async () => {
  const again = async (picture: Sharp) => sharp(await picture.toBuffer());
  const copies: readonly ((number: number) => Promise<Sharp>)[] = [
    async (number) => await again(drawn(number).jpeg({ quality: 30 })),
    async (number) => await again(drawn(number).resize(120).webp({ quality: 50 })),
    async (number) => await again(drawn(number).extract({ left: 10, top: 7, width: 380, height: 285 }).png()),
    async (number) => await again(drawn(number).extract({ left: 20, top: 0, width: 380, height: 300 }).png()),
    async (number) => await again(drawn(number).modulate({ brightness: 1.15, saturation: 1.3 }).png()),
    async (number) => await again(drawn(number).linear(1.2, -20).png()),
  ];
  const originals = await Promise.all(PICTURES.map((number) => look(drawn(number))));
  const found = await Promise.all(
    originals.flatMap((original, number) =>
      copies.map(async (copy) => distance(original, await look(await copy(number))) <= NEAR),
    ),
  );
  const share = found.filter(Boolean).length / found.length;
  assert.ok(share >= 0.95, `${share} of ${found.length} found`);
  for (const [at, one] of originals.entries()) {
    for (const [place, other] of originals.slice(0, at).entries()) {
      assert.ok(distance(one, other) > NEAR, `${at} and ${place}: ${distance(one, other)}`);
    }
  }
});

test('pictures of one colour are near the same colour only, and every picture has as many features', async () => {
  const flat = (background: string) => look(sharp({ create: { width: 90, height: 60, channels: 3, background } }));
  const [grey, sameGrey, dark, red] = await Promise.all(['#808080', '#818181', '#303030', '#a03030'].map(flat));
  assert.ok(grey && sameGrey && dark && red);
  assert.deepEqual([grey.length, distance(grey, sameGrey) <= NEAR], [FEATURE_BYTES, true]);
  for (const other of [dark, red]) assert.ok(distance(grey, other) > NEAR);
  for (const picture of [
    drawn(1, 1, 1),
    drawn(1, 3000, 2),
    drawn(1).greyscale(),
    sharp({ create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } }),
  ]) {
    assert.equal(readFeatures(await featuresOf(await picture.png().toBuffer()))?.length, FEATURE_BYTES);
  }
});
