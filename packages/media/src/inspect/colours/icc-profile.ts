/** A colour as its place in the CIE 1931 chromaticity diagram. */
export type Chromaticity = readonly [x: number, y: number];

export interface Primaries {
  readonly white: Chromaticity;
  readonly red: Chromaticity;
  readonly green: Chromaticity;
  readonly blue: Chromaticity;
}

/** How stored values from 0 to 1 become light: by a power, or as in sRGB. */
export type Curve = number | 'srgb';

export interface ProfileColours {
  /** Absent for grey. */
  readonly primaries?: Primaries;
  readonly curve: Curve;
}

export const D65: Chromaticity = [0.3127, 0.329];
export const SRGB: Primaries = { white: D65, red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06] };
/** Adobe RGB (1998), the optional colour space of cameras (DCF 2.0). */
export const ADOBE_RGB: ProfileColours & { readonly primaries: Primaries } = {
  primaries: { ...SRGB, green: [0.21, 0.71] },
  curve: 563 / 256,
};

type Matrix = readonly (readonly [number, number, number])[];

/** From XYZ to the response of the eye's cones, by which whites are adapted (Bradford). */
const CONES: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
/** The white of all profiles, in XYZ. */
const D50 = [0.9642, 1, 0.8249] as const;

const HEADER_BYTES = 128;
const VERSION = 0x04300000;

/** Writes an ICC profile (ISO 15076-1) of a screen. */
export function iccProfile({ primaries, curve }: ProfileColours): Buffer {
  const trc = curveOf(curve);
  const columns = primaries ? columnsOf(primaries) : [];
  const tags: [name: string, content: Buffer][] = [
    ['desc', textOf(primaries === ADOBE_RGB.primaries ? 'Compatible with Adobe RGB (1998)' : 'Colours of the file')],
    ['cprt', textOf('CC0')],
    ['wtpt', xyz(D50)],
    ...columns.map((column, index): [string, Buffer] => [`${'rgb'[index]}XYZ`, xyz(column)]),
    ...(primaries ? ['r', 'g', 'b'] : ['k']).map((channel): [string, Buffer] => [`${channel}TRC`, trc]),
  ];
  let end = HEADER_BYTES + 4 + tags.length * 12;
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length);
  for (const [index, [name, content]] of tags.entries()) {
    table.write(name, 4 + index * 12, 'latin1');
    table.writeUInt32BE(end, 8 + index * 12);
    table.writeUInt32BE(content.length, 12 + index * 12);
    end += content.length;
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(end);
  header.writeUInt32BE(VERSION, 8);
  header.write(`mntr${primaries ? 'RGB ' : 'GRAY'}XYZ `, 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  for (const [index, value] of D50.entries()) header.writeInt32BE(fixed(value), 68 + index * 4);
  return Buffer.concat([header, table, ...tags.map(([, content]) => content)]);
}

/** Makes a parametric curve (type `para`): a power alone, or the five numbers of sRGB. */
function curveOf(curve: Curve): Buffer {
  const numbers = curve === 'srgb' ? [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] : [curve];
  const content = Buffer.alloc(12 + numbers.length * 4);
  content.write('para', 0, 'latin1');
  content.writeUInt16BE(curve === 'srgb' ? 3 : 0, 8);
  for (const [index, number] of numbers.entries()) content.writeInt32BE(fixed(number), 12 + index * 4);
  return content;
}

/** Returns the XYZ values of pure red, green and blue, adapted to the white of profiles. */
function columnsOf({ white, red, green, blue }: Primaries): Matrix {
  const [r, g, b, w] = [red, green, blue, white].map(([x, y]) => [x / y, 1, (1 - x - y) / y] as const);
  if (!r || !g || !b || !w) return [];
  const all = transposed([r, g, b]);
  const amounts = times(inverse(all), w);
  const to = times(CONES, D50);
  const from = times(CONES, w);
  const adapted = to.map((value, index) => value / (from[index] ?? 1));
  return [r, g, b].map((column, index) => {
    const cones = times(CONES, column).map((value, cone) => value * (adapted[cone] ?? 1) * (amounts[index] ?? 0));
    return times(inverse(CONES), [cones[0] ?? 0, cones[1] ?? 0, cones[2] ?? 0]);
  });
}

function times(matrix: Matrix, [a, b, c]: readonly [number, number, number]): [number, number, number] {
  const [x = 0, y = 0, z = 0] = matrix.map((row) => row[0] * a + row[1] * b + row[2] * c);
  return [x, y, z];
}

function transposed(matrix: Matrix): Matrix {
  return ([0, 1, 2] as const).map((at) => [matrix[0]?.[at] ?? 0, matrix[1]?.[at] ?? 0, matrix[2]?.[at] ?? 0]);
}

function inverse(matrix: Matrix): Matrix {
  const at = (row: number, column: number) => matrix[row % 3]?.[column % 3] ?? 0;
  const minor = (row: number, column: number) =>
    at(row + 1, column + 1) * at(row + 2, column + 2) - at(row + 1, column + 2) * at(row + 2, column + 1);
  const determinant = at(0, 0) * minor(0, 0) + at(0, 1) * minor(0, 1) + at(0, 2) * minor(0, 2);
  return [0, 1, 2].map((row) => [
    minor(0, row) / determinant,
    minor(1, row) / determinant,
    minor(2, row) / determinant,
  ]);
}

function xyz(numbers: readonly number[]): Buffer {
  const content = Buffer.alloc(20);
  content.write('XYZ ', 0, 'latin1');
  for (const [index, number] of numbers.entries()) content.writeInt32BE(fixed(number), 8 + index * 4);
  return content;
}

/** One text in one language. */
function textOf(text: string): Buffer {
  const utf16 = Buffer.from(text, 'utf16le').swap16();
  const content = Buffer.alloc(28 + utf16.length + (utf16.length % 4));
  content.write('mluc', 0, 'latin1');
  content.writeUInt32BE(1, 8);
  content.writeUInt32BE(12, 12);
  content.write('enUS', 16, 'latin1');
  content.writeUInt32BE(utf16.length, 20);
  content.writeUInt32BE(28, 24);
  utf16.copy(content, 28);
  return content;
}

/** Converts a number to the format with 16 bits after the point. */
function fixed(number: number): number {
  return Math.round(Math.min(32_767, Math.max(-32_768, number)) * 65_536);
}
