import { GrowingNumbers } from './growing-numbers.ts';
import { boundTriangles, CLAY, type Scene } from './scene.ts';
import { Words } from './words.ts';

const SLASH = 0x2f;
const floats = () => new GrowingNumbers((length) => new Float32Array(length));

/**
 * Reads a Wavefront OBJ file: faces, and normals and colours of vertices. Its materials are in other files, which are
 * not opened.
 */
export function readObj(file: Buffer): Scene {
  const words = new Words(file);
  const given = { positions: floats(), normals: floats(), colours: floats() };
  const out = { positions: floats(), normals: floats(), colours: floats() };
  let vertices = 0;
  let hasColours = false;

  /**
   * Reads a corner: the index of its position, and of its normal or NaN. The file counts from 1, or backwards from the
   * last one.
   */
  function readCorner(): { position: number; normal: number } | undefined {
    if (!words.hasWord()) return undefined;
    const position = words.integer();
    let normal = Number.NaN;
    if (words.skips(SLASH)) {
      words.integer();
      if (words.skips(SLASH)) normal = words.integer();
    }
    words.leaveWord();
    return { position: fromStart(position, vertices), normal: fromStart(normal, given.normals.length / 3) };
  }

  function addCorner({ position, normal }: { position: number; normal: number }): void {
    for (let axis = 0; axis < 3; axis += 1) {
      out.positions.push(given.positions.at(position * 3 + axis));
      // Skips missing normals: the list is used only if every corner has one, and large files need the memory.
      if (normal < given.normals.length / 3) out.normals.push(given.normals.at(normal * 3 + axis));
      if (hasColours) out.colours.push(given.colours.at(position * 3 + axis));
    }
    if (hasColours) out.colours.push(1);
  }

  function readFace(): void {
    const first = readCorner();
    let last = readCorner();
    if (first === undefined || last === undefined) return;
    for (let corner = readCorner(); corner !== undefined; corner = readCorner()) {
      addCorner(first);
      addCorner(last);
      addCorner(corner);
      last = corner;
      boundTriangles(out.positions.length / 9);
    }
  }

  function readVertex(): void {
    for (let axis = 0; axis < 3; axis += 1) given.positions.push(words.number());
    const [red, green, blue] = [words.number(), words.number(), words.number()];
    const isColoured = [red, green, blue].every((value) => value >= 0 && value <= 1);
    if (isColoured) hasColours = true;
    // Converts to linear light, because scans store the colours for screens.
    for (const value of [red, green, blue]) given.colours.push(isColoured ? value ** 2.2 : 0.5);
    vertices += 1;
  }

  while (!words.isAtEnd) {
    const keyword = words.word().toLowerCase();
    if (keyword === 'v') readVertex();
    else if (keyword === 'vn') for (let axis = 0; axis < 3; axis += 1) given.normals.push(words.number());
    else if (keyword === 'f') readFace();
    words.nextLine();
  }

  const positions = out.positions.all();
  const areColoured = out.colours.length / 4 === positions.length / 3;
  return {
    surfaces: [
      {
        positions,
        corners: Uint32Array.from({ length: positions.length / 3 }, (_, corner) => corner),
        ...(out.normals.length === positions.length ? { normals: out.normals.all() } : {}),
        ...(areColoured ? { colours: out.colours.all() } : {}),
        material: areColoured ? { ...CLAY, colour: [1, 1, 1, 1] } : CLAY,
      },
    ],
    up: 'y',
  };
}

function fromStart(index: number, count: number): number {
  return index < 0 ? count + index : index - 1;
}
