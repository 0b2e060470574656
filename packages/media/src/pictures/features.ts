/**
 * Features of a picture, by which pictures that look alike are found: the lowest frequencies of its brightness, divided by
 * their strength so that brighter and softer copies stay alike, and, less important, its colours, its brightness and its
 * shape. A picture of one colour has no such frequencies; its exact colour and the direction of its finest lines count instead.
 */
import sharp from 'sharp';
import { FEATURE_BYTES, FEATURE_UNIT, writeFeatures } from '../../../core/src/domain/features.ts';

/** Sides of the picture that is compared, in pixels. */
const SIDE = 32;
const BRIGHTNESS_WAVES = 30;
const COLOUR_WAVES = 5;
/** Strength of the frequencies, in levels of brightness, below which a picture counts as one of one colour. */
const FLAT = 6;
/** Strength of the frequencies that encoding may add. */
const NOISE = 0.5;
/** Weights, measured on pictures that were encoded again, resized, cropped and toned (decisions: files). */
const COLOUR = 0.15;
const BRIGHTNESS = 0.05;
const SHAPE = 0.5;
const FLAT_LINES = 0.6;
const FLAT_COLOUR = 0.04;
/** Middles of the ranges in which the brightness of a flat picture is told, a byte each. */
const RANGES = [32, 96, 160, 224];
const MOST = 127;

/** Computes the features of a drawn picture, in Base64. */
export async function featuresOf(picture: Uint8Array): Promise<string> {
  const { width = 1, height = 1 } = await sharp(picture).metadata();
  const { data, info } = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize({ width: SIDE, height: SIDE, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return writeFeatures(featuresFrom(planesOf(data, info.channels), width / height));
}

interface Planes {
  readonly brightness: Float64Array;
  /** Towards blue, and towards red. */
  readonly colours: readonly [Float64Array, Float64Array];
}

function planesOf(data: Uint8Array, channels: number): Planes {
  const pixels = SIDE * SIDE;
  const [brightness, blue, red] = [new Float64Array(pixels), new Float64Array(pixels), new Float64Array(pixels)];
  for (let at = 0; at < pixels; at++) {
    const first = at * channels;
    const r = data[first] ?? 0;
    const g = channels < 3 ? r : (data[first + 1] ?? 0);
    const b = channels < 3 ? r : (data[first + 2] ?? 0);
    brightness[at] = 0.299 * r + 0.587 * g + 0.114 * b;
    blue[at] = -0.168736 * r - 0.331264 * g + 0.5 * b;
    red[at] = 0.5 * r - 0.418688 * g - 0.081312 * b;
  }
  return { brightness, colours: [blue, red] };
}

function featuresFrom({ brightness, colours }: Planes, ratio: number): Int8Array {
  const [mean = 0, ...waves] = wavesOf(brightness, BRIGHTNESS_WAVES + 1);
  const squares = waves.reduce((sum, wave) => sum + wave * wave, 0);
  const strength = Math.sqrt(squares + NOISE * NOISE);
  const flatness = (FLAT * FLAT) ** 2 / (squares + FLAT * FLAT) ** 2;
  const flatColour = FLAT_COLOUR * flatness * flatness;
  const lines = [linesOf(brightness, 1), linesOf(brightness, SIDE)];
  const numbers = [
    Math.log2(ratio) * SHAPE,
    ...waves.map((wave) => wave / strength),
    ...colours.flatMap((plane) => wavesOf(plane, COLOUR_WAVES).map((wave) => wave * (COLOUR / strength + flatColour))),
    ((mean - 128) * BRIGHTNESS) / strength,
    ...RANGES.map((middle) => within((mean - middle) * FLAT_COLOUR, MOST / FEATURE_UNIT) * flatness * flatness),
    ...lines.map((line) => Math.log2(1 + line) * FLAT_LINES * flatness),
  ];
  const features = new Int8Array(FEATURE_BYTES);
  for (const [at, number] of numbers.entries()) features[at] = Math.round(within(number * FEATURE_UNIT, MOST));
  return features;
}

function within(number: number, most: number): number {
  return Math.max(-most, Math.min(most, number));
}

/** Mean difference of neighbours in one direction. */
function linesOf(plane: Float64Array, step: number): number {
  let sum = 0;
  for (let y = 0; y < SIDE - 1; y++) {
    for (let x = 0; x < SIDE - 1; x++) {
      const at = y * SIDE + x;
      sum += Math.abs((plane[at] ?? 0) - (plane[at + step] ?? 0));
    }
  }
  return sum / (SIDE - 1) ** 2;
}

const MOST_WAVES = 8;
const COSINES = Array.from({ length: MOST_WAVES }, (_, wave) =>
  Float64Array.from(
    { length: SIDE },
    (_, at) => (Math.cos((Math.PI * wave * (at + 0.5)) / SIDE) * (wave === 0 ? 1 : Math.SQRT2)) / SIDE,
  ),
);
/** Waves in both directions, the mean first, then those that differ most between pictures, then the longest. */
const DIFFER_MOST = [
  [0, 0],
  [2, 0],
  [0, 2],
  [1, 0],
  [3, 0],
  [0, 1],
  [4, 0],
  [0, 4],
] as const;
const isFirst = ([y, x]: readonly [number, number]) => DIFFER_MOST.some(([down, across]) => down === y && across === x);
const ORDER = [
  ...DIFFER_MOST,
  ...Array.from({ length: MOST_WAVES ** 2 }, (_, at) => [Math.floor(at / MOST_WAVES), at % MOST_WAVES] as const)
    .filter((each) => !isFirst(each))
    .sort(([y, x], [otherY, otherX]) => y + x - otherY - otherX || y - otherY),
];

/** The first of the discrete cosine transform; the very first is the mean. */
function wavesOf(plane: Float64Array, count: number): number[] {
  const sum = (cosines: Float64Array, value: (at: number) => number) =>
    cosines.reduce((total, each, at) => total + each * value(at), 0);
  const rows = COSINES.map((cosines) =>
    Float64Array.from({ length: SIDE }, (_, y) => sum(cosines, (x) => plane[y * SIDE + x] ?? 0)),
  );
  return ORDER.slice(0, count).map(([down, across]) =>
    sum(COSINES[down] as Float64Array, (y) => rows[across]?.[y] ?? 0),
  );
}
