import { CannotMake } from '../../../derived/cannot-make.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import { boundTriangles, CLAY, type Scene } from './scene.ts';
import { Words } from './words.ts';

const HEADER_BYTES = 84;
const TRIANGLE_BYTES = 50;
/** Size of the facet's normal, which is ignored: it is often zero or wrong, so the corners decide. */
const NORMAL_BYTES = 12;

/** Bytes at the beginning in which a text has no zero. */
const MAX_HEAD_BYTES = 1024;
/** The beginning of a text, perhaps after a byte order mark. */
const TEXT = /^(?:\xef\xbb\xbf)?\s*solid/i;

/** Reads an STL file, binary or text. z points up, as is usual in 3D printing. */
export function readStl(file: Buffer): Scene {
  const positions = readBinary(file) ?? readText(file);
  if (positions.length === 0) throw new CannotMake('corrupt', 'an STL file without triangles');
  const corners = Uint32Array.from({ length: positions.length / 3 }, (_, corner) => corner);
  return { surfaces: [{ positions, corners, material: CLAY }], up: 'z' };
}

/**
 * Reads a binary file; undefined if the size doesn't match one. The start "solid" doesn't tell, because some binary
 * files begin with it too.
 */
function readBinary(file: Buffer): Float32Array | undefined {
  if (file.length < HEADER_BYTES) return undefined;
  // Programs that don't know the number beforehand leave it out.
  const count = file.readUInt32LE(HEADER_BYTES - 4) || Math.floor((file.length - HEADER_BYTES) / TRIANGLE_BYTES);
  const end = HEADER_BYTES + count * TRIANGLE_BYTES;
  const isBinary = end === file.length || (end < file.length && file.subarray(0, MAX_HEAD_BYTES).includes(0));
  if (!isBinary && TEXT.test(file.toString('latin1', 0, HEADER_BYTES))) return undefined;
  if (end > file.length) throw new CannotMake('corrupt', `${count} triangles in ${file.length} bytes`);
  boundTriangles(count);
  const positions = new Float32Array(count * 9);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let triangle = 0; triangle < count; triangle += 1) {
    const from = HEADER_BYTES + triangle * TRIANGLE_BYTES + NORMAL_BYTES;
    for (let value = 0; value < 9; value += 1) {
      positions[triangle * 9 + value] = view.getFloat32(from + value * 4, true);
    }
  }
  return positions;
}

function readText(file: Buffer): Float32Array {
  const words = new Words(file);
  const positions = new GrowingNumbers((length) => new Float32Array(length));
  let corners = 0;
  // Reads word by word, because some files are a single line.
  while (!words.isAtEnd) {
    const word = words.word().toLowerCase();
    if (word === '') words.nextLine();
    else if (word === 'vertex' && corners < 3) {
      for (let axis = 0; axis < 3; axis += 1) positions.push(words.number());
      corners += 1;
    } else if (word === 'facet' || word === 'endloop' || word === 'endfacet') {
      // Drops a facet that lacks a corner.
      if (corners === 1 || corners === 2) positions.length -= corners * 3;
      corners = 0;
      boundTriangles(positions.length / 9);
    }
  }
  return positions.all().slice(0, Math.floor(positions.length / 9) * 9);
}
