/**
 * Features of a picture, by which pictures that look alike are found: the lowest frequencies of its brightness, the directions
 * of its edges in each part, how fine its patterns are, its colours and its shape, each divided by its strength so that brighter
 * and softer copies stay alike. A picture of one colour has neither frequencies nor edges; its brightness counts instead.
 */
import sharp from 'sharp';
import { FEATURE_BYTES, FEATURE_UNIT, writeFeatures } from '../../../core/src/domain/features.ts';

/** Sides of the picture that is compared, in pixels. */
const SIDE = 32;
/** Strength of the frequencies, in levels of brightness, below which a picture counts as one of one colour. */
const FLAT = 6;
/** Strengths that encoding may add to frequencies and to edges. */
const NOISE = 1;
const EDGE_NOISE = 2;
/** Strength below which colours are hardly seen. */
const COLOUR_NOISE = 16;
/** Weights, measured on pictures that were encoded again, resized, cropped and toned (decisions: search). */
const SHAPE = 1.18;
const WAVES = 0.93;
const EDGES = 3.33;
const SHARES = 1.65;
const HUE = 1.38;
const PATTERNS = 2;
const FLAT_BRIGHTNESS = 0.04;
/** A flat picture has no patterns; the numbers in their place say how far its brightness is from each of these levels. */
const FLAT_LEVELS = [32, 96, 160, 224];
const INT8_MAX = 127;
/** Places in `numbers` of those that differ most between photographs, which are stored first. */
const FIRST = [30, 0, 33, 25, 27, 23, 2, 22, 38, 39, 36, 5, 37, 3, 28, 1];

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

type Plane = Float64Array;

interface Planes {
  readonly brightness: Plane;
  /** Towards blue, and towards red. */
  readonly colours: readonly [Plane, Plane];
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
  const [mean = 0, ...waves] = wavesOf(brightness, MAX_WAVES);
  const flatness = ((FLAT * FLAT) / (squaresOf(waves) + FLAT * FLAT)) ** 4;
  // Compressed, so that one strong wave, such as that of the square behind an icon, doesn't outweigh what is drawn on it.
  const softened = waves.map((wave) => Math.sign(wave) * Math.abs(wave) ** 0.7);
  const patterns = patternsOf(brightness, mean);
  const hues = colours.flatMap((plane) => wavesOf(plane, 1));
  // 1 for the shape, 20 waves, 9 shares of colours, 6 hues, 4 patterns and 48 edges.
  const numbers = [
    Math.log2(ratio) * SHAPE,
    ...softened.map((wave) => (wave * WAVES) / Math.sqrt(squaresOf(softened) + NOISE ** 2)),
    ...sharesOf(colours).map((share) => share * SHARES),
    ...hues.map((wave) => (wave * HUE) / Math.sqrt(squaresOf(hues) + COLOUR_NOISE ** 2)),
    ...patterns.map(
      (pattern, at) =>
        pattern * PATTERNS * (1 - flatness) +
        within((mean - (FLAT_LEVELS[at] as number)) * FLAT_BRIGHTNESS, INT8_MAX / FEATURE_UNIT) * flatness,
    ),
    ...edgesOf(brightness).map((edge) => edge * EDGES),
  ];
  const order = [...FIRST, ...numbers.keys().filter((at) => !FIRST.includes(at))];
  const features = new Int8Array(FEATURE_BYTES);
  for (const [at, from] of order.entries()) {
    features[at] = Math.round(within((numbers[from] as number) * FEATURE_UNIT, INT8_MAX));
  }
  return features;
}

function within(number: number, most: number): number {
  return Math.max(-most, Math.min(most, number));
}

function squaresOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each * each, 0);
}

/** Levels from grey beyond which colours count as the same. */
const COLOURFUL = 32;
/** Shades of colours in each of two directions. */
const SHADES = 3;

/** Roots of the shares of the picture that are of each colour. */
function sharesOf([blue, red]: Planes['colours']): number[] {
  const shares = new Float64Array(SHADES ** 2);
  const shade = (level: number) => ((within(level, COLOURFUL) / COLOURFUL + 1) * (SHADES - 1)) / 2;
  for (let at = 0; at < SIDE * SIDE; at++) {
    const [down, across] = [shade(blue[at] as number), shade(red[at] as number)];
    for (let cell = 0; cell < shares.length; cell++) {
      const [y, x] = [Math.floor(cell / SHADES), cell % SHADES];
      const share = nearness(down, y, 1) * nearness(across, x, 1);
      shares[cell] = (shares[cell] as number) + share / SIDE ** 2;
    }
  }
  return [...shares.map(Math.sqrt)];
}

/** 1 where both are the same, falling to 0 at a distance. */
function nearness(one: number, other: number, distance: number): number {
  return Math.max(0, 1 - Math.abs(one - other) / distance);
}

/** Parts of the picture in each direction in which edges are told, and directions of edges. */
const PARTS = 4;
const DIRECTIONS = 3;
const PART_SIDE = SIDE / PARTS;
/** Weight of each row or column in each part. Parts overlap, so that cropping moves an edge only a little. */
const IN_PARTS = Array.from({ length: SIDE }, (_, at) => {
  const near = Array.from({ length: PARTS }, (_, part) => nearness(at, (part + 0.5) * PART_SIDE - 0.5, PART_SIDE));
  const sum = near.reduce((total, each) => total + each, 0);
  return near.map((each) => each / sum);
});

/** How strong the edges of each direction are in each part, in relation to that part. */
function edgesOf(brightness: Plane): number[] {
  const sums = Array.from({ length: PARTS ** 2 }, () => new Float64Array(DIRECTIONS));
  for (let at = 0; at < SIDE * SIDE; at++) addEdge(brightness, at, sums);
  const parts = sums.map((part) => part.map((sum) => sum / PART_SIDE ** 2));
  const strengths = parts.map((part) => Math.sqrt(squaresOf([...part])));
  const mean = strengths.reduce((sum, each) => sum + each, 0) / parts.length;
  return parts.flatMap((part, at) =>
    [...part].map((edge) => edge / ((strengths[at] as number) + mean / 2 + EDGE_NOISE) / PARTS),
  );
}

function addEdge(plane: Plane, at: number, sums: readonly Float64Array[]): void {
  const [y, x] = [Math.floor(at / SIDE), at % SIDE];
  const slope = (place: number, step: number) =>
    place === 0 || place === SIDE - 1 ? 0 : ((plane[at + step] as number) - (plane[at - step] as number)) / 2;
  const [across, down] = [slope(x, 1), slope(y, SIDE)];
  const strength = Math.hypot(across, down);
  if (strength === 0) return;
  const angle = (((Math.atan2(down, across) + Math.PI) / Math.PI) * DIRECTIONS) % DIRECTIONS;
  const direction = Math.floor(angle);
  for (const [part, sum] of sums.entries()) {
    const share = (IN_PARTS[y]?.[Math.floor(part / PARTS)] as number) * (IN_PARTS[x]?.[part % PARTS] as number);
    const next = (direction + 1) % DIRECTIONS;
    sum[direction] = (sum[direction] as number) + strength * share * (1 - angle + direction);
    sum[next] = (sum[next] as number) + strength * share * (angle - direction);
  }
}

/** Largest sum of how often a wave swings across and down. */
const MAX_WAVES = 5;
const COSINES = Array.from({ length: MAX_WAVES + 1 }, (_, wave) =>
  Float64Array.from(
    { length: SIDE },
    (_, at) => (Math.cos((Math.PI * wave * (at + 0.5)) / SIDE) * (wave === 0 ? 1 : Math.SQRT2)) / SIDE,
  ),
);

/**
 * The longest waves of the discrete cosine transform, which swing at most so often across and down in sum; the first is the
 * mean.
 */
function wavesOf(plane: Plane, most: number): number[] {
  const sum = (cosines: Float64Array, value: (at: number) => number) =>
    cosines.reduce((total, each, at) => total + each * value(at), 0);
  const rows = COSINES.map((cosines) =>
    Float64Array.from({ length: SIDE }, (_, y) => sum(cosines, (x) => plane[y * SIDE + x] ?? 0)),
  );
  return Array.from({ length: most + 1 }, (_, together) =>
    COSINES.slice(0, together + 1).map((cosines, down) => sum(cosines, (y) => rows[together - down]?.[y] ?? 0)),
  ).flat();
}

/** Bounds of the two ranges of fineness, in waves across the picture; from the last on, waves are noise. */
const FINENESS = [3, 5, 8];
const FINEST = 8;
/** Strength of patterns that encoding may add. */
const PATTERN_NOISE = 2;
/** Weight of each column or row, with which the sides of the picture fade out (Hann window). */
const WINDOW = Float64Array.from({ length: SIDE }, (_, at) => Math.sin((Math.PI * (at + 1)) / (SIDE + 1)) ** 2);
/** One swing of the cosine. */
const SWING = Float64Array.from({ length: SIDE }, (_, step) => Math.cos((2 * Math.PI * step) / SIDE));
const cosine = (steps: number) => SWING[steps & (SIDE - 1)] as number;
const sine = (steps: number) => SWING[(steps - SIDE / 4) & (SIDE - 1)] as number;

/**
 * How strong patterns of each fineness are, across and down. Their place makes no difference, so that a cropped copy has
 * nearly the same numbers, though its lines are elsewhere.
 */
function patternsOf(plane: Plane, mean: number): number[] {
  const energies = new Float64Array(2 * (FINENESS.length - 1));
  for (let across = 0; across < FINEST; across++) {
    const rows = Array.from({ length: SIDE }, (_, y) =>
      fourier((x) => (WINDOW[x] as number) * ((plane[y * SIDE + x] ?? 0) - mean), across),
    );
    for (let down = 1 - FINEST; down < FINEST; down++) {
      // Waves to the other side have the same energy, so these count twice.
      if (across === 0 && down < 0) continue;
      const fineness = FINENESS.findLastIndex((least) => Math.hypot(across, down) >= least);
      if (fineness < 0 || fineness === FINENESS.length - 1) continue;
      const [a, b] = [0, 1].map((part) => fourier((y) => (WINDOW[y] as number) * (rows[y]?.[part] ?? 0), down)) as [
        Complex,
        Complex,
      ];
      const energy = ((a[0] - b[1]) ** 2 + (a[1] + b[0]) ** 2) / SIDE ** 2;
      const steepness = Math.atan2(Math.abs(down), across) / (Math.PI / 2);
      energies[2 * fineness] = (energies[2 * fineness] as number) + 2 * energy * (1 - steepness);
      energies[2 * fineness + 1] = (energies[2 * fineness + 1] as number) + 2 * energy * steepness;
    }
  }
  const strength = Math.sqrt(energies.reduce((sum, each) => sum + each, 0) + PATTERN_NOISE ** 2);
  return [...energies.map((energy) => Math.sqrt(energy) / strength)];
}

type Complex = readonly [number, number];

/** One number of the discrete Fourier transform, as its two parts. */
function fourier(value: (at: number) => number, wave: number): Complex {
  let [real, imaginary] = [0, 0];
  for (let at = 0; at < SIDE; at++) {
    const each = value(at);
    real += each * cosine(wave * at);
    imaginary -= each * sine(wave * at);
  }
  return [real, imaginary];
}
