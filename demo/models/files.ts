import { type Colour, channels } from '../drawing/colour.ts';
import { normalOf, type Solid, type Vector } from './solid.ts';

/** STL, binary. */
export function stlFile(solid: Solid): Uint8Array {
  const bytes = Buffer.alloc(84 + solid.length * 50);
  bytes.write('Velmara Workshop', 0, 'latin1');
  bytes.writeUInt32LE(solid.length, 80);
  solid.forEach((face, index) => {
    [...normalOf(face).slice(0, 3), ...face.flat()].forEach((value, place) => {
      bytes.writeFloatLE(value * 100, 84 + index * 50 + place * 4);
    });
  });
  return bytes;
}

/** One body of a GLB scene; what is lit glows in its own colour. */
export interface GlbPart {
  readonly solid: Solid;
  readonly colour: Colour;
  readonly isLit?: boolean;
}

/** Binary glTF 2.0: flat shaded bodies, a colour each. */
export function glbFile(parts: readonly GlbPart[]): Uint8Array {
  const vectors: Vector[] = [];
  const accessors: object[] = [];
  const store = (values: readonly Vector[]): number => {
    const bound = (pick: (...all: number[]) => number): number[] =>
      [0, 1, 2].map((axis) => Math.fround(pick(...values.map((vector) => vector[axis] ?? 0))));
    const place = { bufferView: 0, byteOffset: vectors.length * 12, count: values.length };
    accessors.push({ ...place, componentType: 5126, type: 'VEC3', min: bound(Math.min), max: bound(Math.max) });
    vectors.push(...values);
    return accessors.length - 1;
  };
  const meshes = parts.map(({ solid }, material) => {
    const NORMAL = store(
      solid.flatMap((face): Vector[] => {
        const [x, y, z] = normalOf(face);
        return Array.from({ length: 3 }, () => [x, y, z]);
      }),
    );
    return { primitives: [{ attributes: { POSITION: store(solid.flat()), NORMAL }, material }] };
  });
  const materials = parts.map(({ colour, isLit = false }) => {
    const tint = channels(colour).map((value) => Number(((value / 255) ** 2.2).toFixed(3)));
    const surface = { baseColorFactor: [...tint, 1], metallicFactor: 0.1, roughnessFactor: 0.7 };
    return { pbrMetallicRoughness: surface, doubleSided: true, emissiveFactor: isLit ? tint : [0, 0, 0] };
  });
  const binary = Buffer.from(new Float32Array(vectors.flat()).buffer);
  const scene = {
    asset: { version: '2.0', generator: 'Velmara Workshop' },
    scene: 0,
    scenes: [{ nodes: [...parts.keys()] }],
    nodes: parts.map((_, mesh) => ({ mesh })),
    ...{ meshes, materials, accessors },
    buffers: [{ byteLength: binary.length }],
    bufferViews: [{ buffer: 0, byteLength: binary.length, byteStride: 12, target: 34962 }],
  };
  const text = JSON.stringify(scene);
  const json = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4), 'latin1');
  const words = (...values: number[]): Buffer => Buffer.from(new Uint32Array(values).buffer);
  const head = words(0x46546c67, 2, 28 + json.length + binary.length);
  return Buffer.concat([head, words(json.length, 0x4e4f534a), json, words(binary.length, 0x004e4942), binary]);
}
