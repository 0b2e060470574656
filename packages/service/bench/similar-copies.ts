/**
 * How many copies of the pictures of a folder, encoded again, resized, cropped by 5 % or toned, count as duplicates, and which
 * files of the folder do: `npm run bench:similar-copies -- DIR`
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { distanceOf, FEATURE_BYTES, readFeatures } from '../../core/src/domain/features.ts';
import { featuresOf } from '../../media/src/pictures/features.ts';
import { beside } from './beside.ts';
import { report } from './report.ts';

/** The default of `similar.duplicateDistance`. */
const NEAR = 0.1;
const MIN_SHARE = 0.95;
const MAX_PIXELS = 268e6;

type Sides = Readonly<Record<'left' | 'top' | 'right' | 'bottom', 0 | 1>>;

const cropped = (picture: Sharp, { width, height }: { width: number; height: number }, sides: Sides) => {
  const [across, down] = [Math.round(width * 0.05), Math.round(height * 0.05)];
  return picture.extract({
    left: sides.left * across,
    top: sides.top * down,
    width: width - (sides.left + sides.right) * across,
    height: height - (sides.top + sides.bottom) * down,
  });
};

type Copy = (picture: Sharp, size: { width: number; height: number }) => Sharp;

const COPIES: readonly Copy[] = [
  (picture) => picture.jpeg({ quality: 30 }),
  (picture) => picture.webp({ quality: 50 }),
  (picture) => picture.avif({ quality: 40, effort: 0 }),
  (picture, { width }) => picture.resize(Math.ceil(width / 2)),
  (picture) => picture.resize(320, 320, { fit: 'inside' }),
  (picture, { width, height }) => picture.resize(Math.ceil(width * 0.7), Math.ceil(height * 0.72), { fit: 'fill' }),
  (picture, size) => cropped(picture, size, { left: 1, top: 0, right: 0, bottom: 0 }),
  (picture, size) => cropped(picture, size, { left: 0, top: 0, right: 0, bottom: 1 }),
  (picture, size) => cropped(picture, size, { left: 1, top: 1, right: 0, bottom: 0 }),
  (picture, size) => cropped(picture, size, { left: 1, top: 1, right: 1, bottom: 1 }),
  (picture) => picture.modulate({ brightness: 1.15, saturation: 1.3 }),
  (picture) => picture.linear(1.2, -20),
  (picture) => picture.gamma(1.4),
  (picture) => picture.modulate({ brightness: 0.85, saturation: 0.7 }),
];

/** Features of a thumbnail like the one that an import draws. */
async function lookOf(picture: Buffer): Promise<Int8Array> {
  const thumbnail = sharp(picture, { limitInputPixels: MAX_PIXELS }).resize(256, 256, {
    fit: 'inside',
    withoutEnlargement: true,
  });
  const features = readFeatures(await featuresOf(await thumbnail.jpeg({ quality: 82 }).toBuffer()));
  if (features?.length !== FEATURE_BYTES) throw new Error('no features');
  return features;
}

const distance = (one: Int8Array, other: Int8Array) =>
  distanceOf(one.reduce((sum, each, at) => sum + (each - (other[at] as number)) ** 2, 0));

const folder = process.argv[2] ?? beside('corpus');
const groups: { readonly names: string[]; readonly looks: Int8Array[] }[] = [];
let [files, copies, found] = [0, 0, 0];
for (const name of globSync('**/*.{jpg,jpeg,png,webp,tif,tiff,gif,avif}', { cwd: folder }).toSorted()) {
  const whole = await sharp(join(folder, name), { limitInputPixels: MAX_PIXELS })
    .rotate()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(2048, 2048, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
    .catch(() => undefined);
  // Files that are broken on purpose are of no interest here.
  if (!whole) continue;
  const { width, height } = await sharp(whole).metadata();
  const look = await lookOf(whole);
  const group = groups.find(({ looks }) => looks.some((other) => distance(look, other) <= NEAR));
  if (group) {
    group.names.push(name);
    group.looks.push(look);
  } else groups.push({ names: [name], looks: [look] });
  files += 1;
  for (const copy of COPIES) {
    copies += 1;
    if (distance(look, await lookOf(await copy(sharp(whole), { width, height }).toBuffer())) <= NEAR) found += 1;
  }
}
const share = found / copies;
report({
  name: `copies of ${files} pictures found, of ${copies}`,
  asked: `${MIN_SHARE * 100} %`,
  measured: `${(share * 100).toFixed(1)} %`,
  isReached: share >= MIN_SHARE,
});
console.log('Look whether each of these groups shows one picture:');
for (const { names } of groups) if (names.length > 1) console.log(names.join(' '));
