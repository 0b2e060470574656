import { CannotMake } from '../../../derived/cannot-make.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { boundTriangles, CLAY, MAX_TRIANGLES, type Scene } from './scene.ts';
import { Words } from './words.ts';

const MAX_HEADER_BYTES = 64 * 1024;
/** Maximum corners of a face; more mean a damaged file. */
const MAX_CORNERS = 1024;

/** Types of numbers with their sizes in bytes. */
const BYTES = { int8: 1, uint8: 1, int16: 2, uint16: 2, int32: 4, uint32: 4, float32: 4, float64: 8 } as const;
type NumberKind = keyof typeof BYTES;
const OLDER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({ char: 'int8', uchar: 'uint8', short: 'int16', ushort: 'uint16', int: 'int32', uint: 'uint32' }),
)
  .set('float', 'float32')
  .set('double', 'float64');

interface Property {
  readonly name: string;
  readonly kind: NumberKind;
  /** For a list: type of its length. */
  readonly countKind?: NumberKind;
}

interface Element {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly Property[];
}

/** Returns the next number of the body, which is of the given type. */
type Next = (kind: NumberKind) => number;

/** Reads a PLY file, text or binary: faces, and normals and colours of vertices. */
export function readPly(file: Buffer): Scene {
  const { format, elements, bodyAt } = readHeader(file);
  const next =
    format === 'ascii' ? textReader(file, bodyAt) : binaryReader(file, bodyAt, format.endsWith('little_endian'));
  let vertices: Vertices | undefined;
  const corners = new GrowingNumbers((length) => new Uint32Array(length));
  for (const element of elements) {
    if (element.name === 'vertex') vertices = readVertices(element, next, file.length);
    else if (element.name === 'face') readFaces(element, next, corners);
    else if (element.properties.length > 0) readElement(element, next, () => undefined);
  }
  if (vertices === undefined || corners.length === 0) throw new CannotMake('unsupported', 'a PLY file without faces');
  const { positions, normals, colours } = vertices;
  return {
    surfaces: [
      {
        positions,
        corners: corners.all(),
        ...(normals === undefined ? {} : { normals }),
        ...(colours === undefined ? {} : { colours }),
        material: colours === undefined ? CLAY : { ...CLAY, colour: [1, 1, 1, 1] },
      },
    ],
    up: 'y',
  };
}

function readHeader(file: Buffer): { format: string; elements: readonly Element[]; bodyAt: number } {
  const text = file.toString('latin1', 0, MAX_HEADER_BYTES);
  const end = /^end_header[ \t]*(?:\r\n|\r|\n)/im.exec(text);
  if (end === null) throw new CannotMake('corrupt', 'a PLY file without the end of its header');
  const elements: { name: string; count: number; properties: Property[] }[] = [];
  let format = '';
  for (const line of text.slice(0, end.index).split(/[\r\n]+/)) {
    const [word = '', first = '', second = '', third = '', fourth = ''] = line.trim().toLowerCase().split(/\s+/);
    if (word === 'format') format = first;
    if (word === 'element') elements.push({ name: first, count: Number(second), properties: [] });
    if (word === 'property') {
      const isList = first === 'list';
      const kind = kindOf(isList ? third : first);
      const countKind = isList ? kindOf(second) : undefined;
      if (kind === undefined || (isList && countKind === undefined))
        throw new CannotMake('corrupt', `a property that is ${line.trim().slice(0, 100)}`);
      elements.at(-1)?.properties.push({ name: isList ? fourth : second, kind, ...(countKind ? { countKind } : {}) });
    }
  }
  if (!['ascii', 'binary_little_endian', 'binary_big_endian'].includes(format))
    throw new CannotMake('unsupported', `a PLY file of the format ${format.slice(0, 100)}`);
  if (elements.some(({ count }) => !(Number.isSafeInteger(count) && count >= 0)))
    throw new CannotMake('corrupt', 'an element without a count');
  return { format, elements, bodyAt: end.index + end[0].length };
}

function kindOf(word: string): NumberKind | undefined {
  const name = OLDER_NAMES.get(word) ?? word;
  return Object.hasOwn(BYTES, name) ? (name as NumberKind) : undefined;
}

function textReader(file: Buffer, from: number): Next {
  const words = new Words(file);
  words.at = from;
  return () => {
    while (!words.hasWord()) {
      if (words.isAtEnd) throw new CannotMake('corrupt', 'the model ends too early');
      words.nextLine();
    }
    return words.number();
  };
}

function binaryReader(file: Buffer, from: number, isLittle: boolean): Next {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let at = from;
  const read = {
    int8: () => view.getInt8(at),
    uint8: () => view.getUint8(at),
    int16: () => view.getInt16(at, isLittle),
    uint16: () => view.getUint16(at, isLittle),
    int32: () => view.getInt32(at, isLittle),
    uint32: () => view.getUint32(at, isLittle),
    float32: () => view.getFloat32(at, isLittle),
    float64: () => view.getFloat64(at, isLittle),
  };
  return (kind) => {
    const size = BYTES[kind];
    if (at + size > file.length) throw new CannotMake('corrupt', 'the model ends too early');
    const value = read[kind]();
    at += size;
    return value;
  };
}

/** Calls back with the value of each scalar property, in order, and with each list. */
function readElement(
  { count, properties }: Element,
  next: Next,
  take: (property: number, index: number, values: readonly number[]) => void,
): void {
  for (let index = 0; index < count; index++) {
    for (const [property, { kind, countKind }] of properties.entries()) {
      const length = countKind === undefined ? 1 : next(countKind);
      if (!(length >= 0 && length <= MAX_CORNERS)) throw new CannotMake('corrupt', `a list of ${length} values`);
      take(
        property,
        index,
        Array.from({ length }, () => next(kind)),
      );
    }
  }
}

interface Vertices {
  readonly positions: Float32Array;
  readonly normals?: Float32Array;
  readonly colours?: Float32Array;
}

function readVertices(element: Element, next: Next, fileBytes: number): Vertices {
  const { count, properties } = element;
  // A vertex takes at least three bytes, so this check prevents allocating memory for counts that a header only claims.
  if (count > MAX_TRIANGLES * 3 || count * 3 > fileBytes) throw new CannotMake('too_large', `${count} vertices`);
  const placesOf = (names: readonly string[]) =>
    names.map((name) => properties.findIndex((each) => each.name === name));
  const groups = [
    { places: placesOf(['x', 'y', 'z']), values: new Float32Array(count * 3), step: 3, isColour: false },
    { places: placesOf(['nx', 'ny', 'nz']), values: new Float32Array(count * 3), step: 3, isColour: false },
    {
      places: placesOf(['red', 'green', 'blue']),
      values: new Float32Array(count * 4).fill(1),
      step: 4,
      isColour: true,
    },
  ].filter(({ places }) => !places.includes(-1));
  const [positions, ...others] = groups;
  if (positions?.isColour !== false) throw new CannotMake('corrupt', 'vertices without positions');
  const targets = new Map(
    groups.flatMap((group) => group.places.map((place, axis) => [place, { ...group, axis }] as const)),
  );
  readElement(element, next, (property, index, [value = 0]) => {
    const target = targets.get(property);
    if (target === undefined) return;
    const most = MOST[properties[property]?.kind ?? 'float32'] ?? 1;
    // Converts to linear light, because scans store the colours for screens.
    target.values[index * target.step + target.axis] = target.isColour ? Math.max(0, value / most) ** 2.2 : value;
  });
  const normals = others.find(({ isColour }) => !isColour)?.values;
  const colours = others.find(({ isColour }) => isColour)?.values;
  return { positions: positions.values, ...(normals ? { normals } : {}), ...(colours ? { colours } : {}) };
}

/** The value of full colour, for integer types. */
const MOST: Partial<Record<NumberKind, number>> = { uint8: 255, uint16: 65_535 };

function readFaces(element: Element, next: Next, corners: GrowingNumbers<Uint32Array<ArrayBuffer>>): void {
  const list = element.properties.findIndex(({ name }) => name === 'vertex_indices' || name === 'vertex_index');
  if (list < 0) throw new CannotMake('corrupt', 'faces without vertices');
  readElement(element, next, (property, _, values) => {
    if (property !== list) return;
    for (let corner = 2; corner < values.length; corner++) {
      for (const value of [values[0], values[corner - 1], values[corner]]) corners.push(value ?? 0);
    }
    boundTriangles(corners.length / 3);
  });
}
