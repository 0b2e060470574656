import { Document, NodeIO, type Primitive } from '@gltf-transform/core';
import { ALL_EXTENSIONS, EXTMeshoptCompression, KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';

type Triple = readonly [number, number, number];

/** A cube of side 2 around 0: its corners, and two triangles for each side, counter-clockwise seen from outside. */
const CUBE: readonly Triple[] = [-1, 1].flatMap((z) => [-1, 1].flatMap((y) => [-1, 1].map((x): Triple => [x, y, z])));
const SIDES = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
] as const;
export const CUBE_CORNERS = SIDES.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);

export function stl(points: readonly Triple[] = CUBE_CORNERS.map((corner) => CUBE[corner] ?? [0, 0, 0])): Buffer {
  const count = Math.floor(points.length / 3);
  const file = Buffer.alloc(84 + count * 50);
  file.writeUInt32LE(count, 80);
  for (const [index, point] of points.entries()) {
    const from = 84 + Math.floor(index / 3) * 50 + 12 + (index % 3) * 12;
    for (const [axis, value] of point.entries()) file.writeFloatLE(value, from + axis * 4);
  }
  return file;
}

export function asciiStl(): string {
  const facets = [];
  for (let at = 0; at < CUBE_CORNERS.length; at += 3) {
    const vertices = CUBE_CORNERS.slice(at, at + 3).map((corner) => `vertex ${CUBE[corner]?.join(' ')}`);
    facets.push(`facet normal 0 0 0\nouter loop\n${vertices.join('\n')}\nendloop\nendfacet`);
  }
  return `solid cube\n${facets.join('\n')}\nendsolid cube\n`;
}

export function obj(): string {
  const vertices = CUBE.map((point) => `v ${point.join(' ')}`);
  return `# a cube\nmtllib elsewhere.mtl\n${vertices.join('\n')}\n${SIDES.map((side) => `f ${side.map((corner) => corner + 1).join(' ')}`).join('\n')}\n`;
}

export interface GltfCube {
  readonly document: Document;
  readonly primitive: Primitive;
  glb(): Promise<Buffer>;
  /** JSON with its bytes as a data: address. */
  gltf(change?: (json: ReturnType<typeof JSON.parse>) => void): Promise<string>;
}

/** A cube as glTF; every side shows the whole texture. */
export function gltfCube(
  options: { readonly colour?: [number, number, number, number]; readonly texture?: Uint8Array } = {},
): GltfCube {
  const { colour = [1, 1, 1, 1], texture } = options;
  const document = new Document();
  const buffer = document.createBuffer();
  const given = SIDES.flatMap((side) => side.map((corner) => CUBE[corner] ?? [0, 0, 0]));
  const indices = SIDES.flatMap((_, side) => [0, 1, 2, 0, 2, 3].map((corner) => side * 4 + corner));
  const accessor = (type: 'SCALAR' | 'VEC2' | 'VEC3', array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const material = document.createMaterial().setBaseColorFactor(colour);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', new Float32Array(given.flat())))
    .setIndices(accessor('SCALAR', new Uint32Array(indices)))
    .setMaterial(material);
  if (texture) {
    material.setBaseColorTexture(document.createTexture().setImage(new Uint8Array(texture)).setMimeType('image/png'));
    const uvs = given.flatMap(
      (_, corner) =>
        [
          [0, 1],
          [1, 1],
          [1, 0],
          [0, 0],
        ][corner % 4] ?? [],
    );
    primitive.setAttribute('TEXCOORD_0', accessor('VEC2', new Float32Array(uvs)));
  }
  const node = document.createNode().setMesh(document.createMesh().addPrimitive(primitive));
  document.createScene().addChild(node);
  return {
    document,
    primitive,
    glb: async () => Buffer.from(await (await io()).writeBinary(document)),
    gltf: async (change) => {
      const { json, resources } = await (await io()).writeJSON(document);
      for (const part of [...(json.buffers ?? []), ...(json.images ?? [])]) {
        const bytes = resources[part.uri ?? ''];
        if (bytes) part.uri = `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
      }
      change?.(json);
      return JSON.stringify(json);
    },
  };
}

export function compress(document: Document, how: 'draco' | 'meshopt'): void {
  if (how === 'draco') document.createExtension(KHRDracoMeshCompression).setRequired(true);
  else document.createExtension(EXTMeshoptCompression).setRequired(true);
}

async function io(): Promise<NodeIO> {
  await MeshoptEncoder.ready;
  return new NodeIO().registerExtensions([...ALL_EXTENSIONS]).registerDependencies({
    'draco3d.encoder': await draco.createEncoderModule(),
    'draco3d.decoder': await draco.createDecoderModule(),
    'meshopt.encoder': MeshoptEncoder,
    'meshopt.decoder': MeshoptDecoder,
  });
}
