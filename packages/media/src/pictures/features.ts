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
/** Strengths that encoding may add, of frequencies and of edges; colours that are weaker than the last are hardly seen. */
const NOISE = 1;
const EDGE_NOISE = 2;
const COLOUR_NOISE = 16;
/** Weights, measured on pictures that were encoded again, resized, cropped and toned (decisions: search). */
const SHAPE = 1.18;
const WAVES = 0.93;
const EDGES = 3.33;
const SHARES = 1.65;
const HUE = 1.38;
const PATTERNS = 2;
const FLAT_BRIGHTNESS = 0.04;
/** Middles of the ranges in which the brightness of a flat picture is told, a byte each, where others have their patterns. */
const RANGES = [32, 96, 160, 224];
const MOST = 127;
/** Of the numbers as they are computed, those that differ most between photographs; they come first. */
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
  // Roots, because one strong wave, such as that of a sign on a square, must not outweigh all that is drawn on it.
  const softened = waves.map((wave) => Math.sign(wave) * Math.abs(wave) ** 0.7);
  const patterns = patternsOf(brightness, mean);
  const hues = colours.flatMap((plane) => wavesOf(plane, 1));
  const numbers = [
    Math.log2(ratio) * SHAPE,
    ...softened.map((wave) => (wave * WAVES) / Math.sqrt(squaresOf(softened) + NOISE ** 2)),
    ...sharesOf(colours).map((share) => share * SHARES),
    ...hues.map((wave) => (wave * HUE) / Math.sqrt(squaresOf(hues) + COLOUR_NOISE ** 2)),
    ...patterns.map(
      (pattern, at) =>
        pattern * PATTERNS * (1 - flatness) +
        within((mean - (RANGES[at] as number)) * FLAT_BRIGHTNESS, MOST / FEATURE_UNIT) * flatness,
    ),
    ...edgesOf(brightness).map((edge) => edge * EDGES),
  ];
  const order = [...FIRST, ...numbers.keys().filter((at) => !FIRST.includes(at))];
  const features = new Int8Array(FEATURE_BYTES);
  for (const [at, from] of order.entries()) {
    features[at] = Math.round(within((numbers[from] as number) * FEATURE_UNIT, MOST));
  }
  return features;
}

function within(number: number, most: number): number {
  return Math.max(-most, Math.min(most, number));
}

function squaresOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each * each, 0);
}

/** Range of colours that are told apart, in levels from grey, and how many of them in each of two directions. */
const COLOURFUL = 32;
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
/** For each row or column, what it counts in each part: parts blend, so that cropping moves an edge only a little. */
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
  const turn = (((Math.atan2(down, across) + Math.PI) / Math.PI) * DIRECTIONS) % DIRECTIONS;
  const direction = Math.floor(turn);
  for (const [part, sum] of sums.entries()) {
    const share = (IN_PARTS[y]?.[Math.floor(part / PARTS)] as number) * (IN_PARTS[x]?.[part % PARTS] as number);
    const next = (direction + 1) % DIRECTIONS;
    sum[direction] = (sum[direction] as number) + strength * share * (1 - turn + direction);
    sum[next] = (sum[next] as number) + strength * share * (turn - direction);
  }
}

/** Waves down and across together. */
const MAX_WAVES = 5;
const COSINES = Array.from({ length: MAX_WAVES + 1 }, (_, wave) =>
  Float64Array.from(
    { length: SIDE },
    (_, at) => (Math.cos((Math.PI * wave * (at + 0.5)) / SIDE) * (wave === 0 ? 1 : Math.SQRT2)) / SIDE,
  ),
);

/** The longest waves of the discrete cosine transform, with at most so many down and across together; the first is the mean. */
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

/** Waves across the picture that are a fine pattern, the finer ones apart; the last is the first that is too fine. */
const FINE = [3, 5, 8];
const FINEST = 8;
/** Strength of patterns that encoding may add. */
const PATTERN_NOISE = 2;
/** For each column, a weight that lets what is at the sides of the picture fade out, and the turn of each wave. */
const WINDOW = Float64Array.from({ length: SIDE }, (_, at) => Math.sin((Math.PI * (at + 1)) / (SIDE + 1)) ** 2);
const TURNS = Float64Array.from({ length: SIDE }, (_, step) => Math.cos((2 * Math.PI * step) / SIDE));
const cosine = (steps: number) => TURNS[steps & (SIDE - 1)] as number;
const sine = (steps: number) => TURNS[(steps - SIDE / 4) & (SIDE - 1)] as number;

/**
 * How strong patterns of each fineness are, across and down. Where they are in the picture makes no difference, so that these
 * numbers of a cropped copy are nearly the same though it is drawn by more than a line beside the other.
 */
function patternsOf(plane: Plane, mean: number): number[] {
  const energies = new Float64Array(2 * (FINE.length - 1));
  for (let across = 0; across < FINEST; across++) {
    const rows = Array.from({ length: SIDE }, (_, y) =>
      turned((x) => (WINDOW[x] as number) * ((plane[y * SIDE + x] ?? 0) - mean), across),
    );
    for (let down = 1 - FINEST; down < FINEST; down++) {
      // The other half of all waves is the same.
      if (across === 0 && down < 0) continue;
      const fineness = FINE.findLastIndex((least) => Math.hypot(across, down) >= least);
      if (fineness < 0 || fineness === FINE.length - 1) continue;
      const [a, b] = [0, 1].map((part) => turned((y) => (WINDOW[y] as number) * (rows[y]?.[part] ?? 0), down)) as [
        Turned,
        Turned,
      ];
      const energy = ((a[0] - b[1]) ** 2 + (a[1] + b[0]) ** 2) / SIDE ** 2;
      const turn = Math.atan2(Math.abs(down), across) / (Math.PI / 2);
      energies[2 * fineness] = (energies[2 * fineness] as number) + 2 * energy * (1 - turn);
      energies[2 * fineness + 1] = (energies[2 * fineness + 1] as number) + 2 * energy * turn;
    }
  }
  const strength = Math.sqrt(energies.reduce((sum, each) => sum + each, 0) + PATTERN_NOISE ** 2);
  return [...energies.map((energy) => Math.sqrt(energy) / strength)];
}

type Turned = readonly [number, number];

/** One number of the discrete Fourier transform, as its two parts. */
function turned(value: (at: number) => number, wave: number): Turned {
  let [real, imaginary] = [0, 0];
  for (let at = 0; at < SIDE; at++) {
    const each = value(at);
    real += each * cosine(wave * at);
    imaginary -= each * sine(wave * at);
  }
  return [real, imaginary];
}
