import { type Colour, channels } from '../drawing/colour.ts';
import { normalOf, type Solid, type Vector } from './solid.ts';

const round = (value: number): string => String(Math.round(value * 1e5) / 1e5);

/** Wavefront OBJ, text. */
export function objFile(solid: Solid, name: string): Uint8Array {
  const corners = solid.corners.map((corner) => `v ${corner.map(round).join(' ')}`);
  const faces = solid.faces.map((face) => `f ${face.map((index) => index + 1).join(' ')}`);
  return Buffer.from(`# ${name}\no ${name}\n${corners.join('\n')}\n${faces.join('\n')}\n`, 'utf8');
}

/** STL, binary. */
export function stlFile(solid: Solid): Uint8Array {
  const bytes = Buffer.alloc(84 + solid.faces.length * 50);
  bytes.write('Velmara Workshop', 0, 'latin1');
  bytes.writeUInt32LE(solid.faces.length, 80);
  solid.faces.forEach((face, index) => {
    const vectors: Vector[] = [normalOf(solid, face), ...face.map((at): Vector => solid.corners[at] ?? [0, 0, 0])];
    vectors.flat().forEach((value, place) => {
      bytes.writeFloatLE(value * 100, 84 + index * 50 + place * 4);
    });
  });
  return bytes;
}

/** PLY, text, with a colour for each corner. */
export function plyFile(solid: Solid, colourAt: (corner: Vector) => Colour): Uint8Array {
  const corners = solid.corners.map(
    (corner) => `${corner.map(round).join(' ')} ${channels(colourAt(corner)).join(' ')}`,
  );
  const faces = solid.faces.map((face) => `3 ${face.join(' ')}`);
  const head = [
    'ply',
    'format ascii 1.0',
    `element vertex ${corners.length}`,
    'property float x',
    'property float y',
    'property float z',
    'property uchar red',
    'property uchar green',
    'property uchar blue',
    `element face ${faces.length}`,
    'property list uchar int vertex_indices',
    'end_header',
  ];
  return Buffer.from(`${[...head, ...corners, ...faces].join('\n')}\n`, 'latin1');
}

/** One body of a GLB scene. */
export interface GlbPart {
  readonly solid: Solid;
  readonly colour: Colour;
  /** Glows in its own colour. */
  readonly isLit?: boolean;
}

/** Binary glTF 2.0: flat shaded bodies, a colour each. */
export function glbFile(parts: readonly GlbPart[], name: string): Uint8Array {
  const chunks: Buffer[] = [];
  const views: object[] = [];
  const accessors: object[] = [];
  let offset = 0;
  const store = (values: readonly Vector[]): number => {
    const bytes = Buffer.from(new Float32Array(values.flat()).buffer);
    views.push({ buffer: 0, byteOffset: offset, byteLength: bytes.length, target: 34962 });
    const axis = (at: number): number[] => values.map((vector) => vector[at] ?? 0);
    const bounds = [0, 1, 2].map(axis);
    accessors.push({
      bufferView: views.length - 1,
      componentType: 5126,
      count: values.length,
      type: 'VEC3',
      min: bounds.map((all) => Math.fround(Math.min(...all))),
      max: bounds.map((all) => Math.fround(Math.max(...all))),
    });
    chunks.push(bytes);
    offset += bytes.length;
    return accessors.length - 1;
  };
  const meshes = parts.map(({ solid }, material) => {
    const points = solid.faces.flatMap((face) => face.map((at): Vector => solid.corners[at] ?? [0, 0, 0]));
    const normals = solid.faces.flatMap((face) => Array.from({ length: 3 }, () => normalOf(solid, face)));
    return { primitives: [{ attributes: { POSITION: store(points), NORMAL: store(normals) }, material }] };
  });
  const materials = parts.map(({ colour, isLit = false }) => {
    const tint = channels(colour).map((value) => Math.round((value / 255) ** 2.2 * 1000) / 1000);
    return {
      pbrMetallicRoughness: { baseColorFactor: [...tint, 1], metallicFactor: 0.1, roughnessFactor: 0.7 },
      doubleSided: true,
      ...(isLit ? { emissiveFactor: tint } : {}),
    };
  });
  const scene = {
    asset: { version: '2.0', generator: name },
    scene: 0,
    scenes: [{ nodes: parts.map((_, index) => index) }],
    nodes: parts.map((_, index) => ({ mesh: index })),
    meshes,
    materials,
    buffers: [{ byteLength: offset }],
    bufferViews: views,
    accessors,
  };
  return assemble(Buffer.from(JSON.stringify(scene), 'utf8'), Buffer.concat(chunks));
}

function assemble(json: Buffer, binary: Buffer): Uint8Array {
  const text = Buffer.concat([json, Buffer.alloc((4 - (json.length % 4)) % 4, 0x20)]);
  const data = Buffer.concat([binary, Buffer.alloc((4 - (binary.length % 4)) % 4)]);
  const words = (...values: number[]): Buffer => {
    const bytes = Buffer.alloc(values.length * 4);
    values.forEach((value, index) => {
      bytes.writeUInt32LE(value, index * 4);
    });
    return bytes;
  };
  return Buffer.concat([
    words(0x46546c67, 2, 28 + text.length + data.length),
    words(text.length, 0x4e4f534a),
    text,
    words(data.length, 0x004e4942),
    data,
  ]);
}
