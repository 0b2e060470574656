import { posix } from 'node:path';
import {
  type Scene as GltfScene,
  type JSONDocument,
  Logger,
  type Node,
  PlatformIO,
  type Primitive,
} from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { CannotMake } from '../../../derived/cannot-make.ts';
import { EMPTY_URI, type GltfJson, isExternal, isTooLarge, pruneGltf } from './gltf-json.ts';
import { floats, type Materials, openMaterials } from './gltf-materials.ts';
import { type Matrix, multiply, skinMatrices, transformNormals, transformPoints } from './matrix.ts';
import type { Parts } from './parts.ts';
import { boundTriangles, type Scene, type Surface } from './scene.ts';

const GLB_MAGIC = 'glTF';
const GLB_BUFFER = '@glb.bin';
const PART = '@part';
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
/** Limit of the JSON chunk. Parsing it takes a multiple of its size in memory. */
const MAX_JSON_BYTES = 128 * 2 ** 20;
const MAX_NODES = 100_000;
const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Reads a glTF file, binary or JSON, with the parts that were imported beside it. Never opens any other URI. */
export async function readGltf(file: Buffer, textureSide: number, parts: Parts): Promise<Scene> {
  const document = await read(await parse(file, parts));
  const root = document.getRoot();
  const scenes = root.listScenes();
  const scene = root.getDefaultScene() ?? scenes[0];
  const nodes = scene === undefined ? root.listNodes() : scene.listChildren();
  const materials = openMaterials(textureSide);
  return { surfaces: await surfacesBelow(nodes, materials), up: 'y' };
}

async function parse(file: Buffer, parts: Parts): Promise<JSONDocument> {
  const { json, binary } =
    file.toString('latin1', 0, 4) === GLB_MAGIC ? splitBinary(file) : { json: file, binary: undefined };
  if (json.length > MAX_JSON_BYTES) throw new CannotMake('too_large', `${json.length} bytes of JSON`);
  const content = JSON.parse(json.toString('utf8').replace(/^\ufeff/, '')) as GltfJson;
  const nodes = content.nodes?.length ?? 0;
  if (nodes > MAX_NODES) throw new CannotMake('too_large', `${nodes} nodes`);
  pruneGltf(content, (uri) => parts.has(uri));
  if (content.buffers?.some(({ uri }) => isExternal(uri) && !parts.has(uri))) {
    throw new CannotMake('unsupported', 'the shape lies in another file');
  }
  if (isTooLarge(content)) throw new CannotMake('too_large', 'the model unpacks to too many bytes');
  const resources: JSONDocument['resources'] = { [EMPTY_URI]: new Uint8Array(0) };
  if (binary !== undefined) resources[GLB_BUFFER] = binary;
  for (const [index, resource] of [...(content.buffers ?? []), ...(content.images ?? [])].entries()) {
    if (!isExternal(resource.uri)) continue;
    // Uses a generated name, because a URI may be any text.
    const name = `${PART}${index}${posix.extname(resource.uri)}`;
    resources[name] = await parts.read(resource.uri);
    resource.uri = name;
  }
  return { json: content as unknown as JSONDocument['json'], resources };
}

function splitBinary(file: Buffer): { json: Buffer; binary: Uint8Array<ArrayBuffer> | undefined } {
  const length = file.readUInt32LE(12);
  if (file.readUInt32LE(16) !== JSON_CHUNK) throw new CannotMake('corrupt', 'the first chunk is not JSON');
  const end = 20 + length;
  if (end > file.length) throw new CannotMake('corrupt', 'the file ends within its JSON');
  const json = file.subarray(20, end);
  if (end + 8 > file.length || file.readUInt32LE(end + 4) !== BINARY_CHUNK) return { json, binary: undefined };
  // Copies the chunk, because the library reads the whole buffer that a subarray shares.
  return { json, binary: new Uint8Array(file.subarray(end + 8, end + 8 + file.readUInt32LE(end))) };
}

async function read(document: JSONDocument): ReturnType<PlatformIO['readJSON']> {
  const used = document.json.extensionsUsed ?? [];
  const dependencies: Record<string, unknown> = {};
  if (used.includes('KHR_draco_mesh_compression')) {
    const { default: draco } = await import('draco3dgltf');
    dependencies['draco3d.decoder'] = await draco.createDecoderModule();
  }
  if (used.includes('EXT_meshopt_compression')) {
    const { MeshoptDecoder } = await import('meshoptimizer/decoder');
    await MeshoptDecoder.ready;
    dependencies['meshopt.decoder'] = MeshoptDecoder;
  }
  const io = new ClosedIO().registerExtensions([...ALL_EXTENSIONS]).registerDependencies(dependencies);
  return await io.setLogger(new Logger(Logger.Verbosity.SILENT)).readJSON(document);
}

/** Rejects all I/O, so that the library only reads from memory. */
class ClosedIO extends PlatformIO {
  protected override async readURI(): Promise<never> {
    throw new CannotMake('unsupported', 'a part lies in another file');
  }

  protected override resolve(_base: string, path: string): string {
    return path;
  }

  protected override dirname(): string {
    return '';
  }
}

/** Returns the surfaces of all meshes below these nodes. Visits a node that is its own ancestor only once. */
async function surfacesBelow(roots: ReturnType<GltfScene['listChildren']>, materials: Materials): Promise<Surface[]> {
  const worlds = new Map<Node, Matrix>();
  const waiting = roots.map((node) => ({ node, parent: IDENTITY }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent } = next;
    if (worlds.has(node)) continue;
    const world = multiply(parent, node.getMatrix());
    worlds.set(node, world);
    for (const child of node.listChildren()) waiting.push({ node: child, parent: world });
  }
  const surfaces: Surface[] = [];
  let triangles = 0;
  let vertices = 0;
  for (const [node, world] of worlds) {
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const corners = cornersOf(primitive);
      if (corners === undefined) continue;
      triangles += corners.length / 3;
      vertices += primitive.getAttribute('POSITION')?.getCount() ?? 0;
      boundTriangles(Math.max(triangles, vertices / 3));
      const shape = placed(primitive, node, world, worlds);
      const colours = floats(primitive.getAttribute('COLOR_0'), 4);
      const { material, uvs } = await materials.of(primitive);
      surfaces.push({ ...shape, corners, ...(colours ? { colours } : {}), ...(uvs ? { uvs } : {}), material });
    }
  }
  return surfaces;
}

/** Returns positions and normals in world coordinates; those of a skinned mesh follow its bones. */
function placed(
  primitive: Primitive,
  node: Node,
  world: Matrix,
  worlds: ReadonlyMap<Node, Matrix>,
): Pick<Surface, 'positions' | 'normals'> {
  const positions = floats(primitive.getAttribute('POSITION'), 3) ?? new Float32Array();
  const normals = floats(primitive.getAttribute('NORMAL'), 3);
  const skin = node.getSkin();
  const joints = primitive.getAttribute('JOINTS_0');
  const weights = floats(primitive.getAttribute('WEIGHTS_0'), 4);
  const bones =
    skin && joints && weights ? skinMatrices(skin, worlds, { joints: floats(joints, 4), weights }) : undefined;
  const place = bones ?? (() => world);
  transformPoints(positions, place);
  if (normals === undefined || normals.length !== positions.length) return { positions };
  transformNormals(normals, place);
  return { positions, normals };
}

/** Returns the corners of triangles, strips and fans as triangles; undefined for points and lines. */
function cornersOf(primitive: Primitive): Uint32Array | undefined {
  const count = primitive.getAttribute('POSITION')?.getCount() ?? 0;
  const indices = primitive.getIndices()?.getArray();
  const length = indices?.length ?? count;
  boundTriangles(length / 3);
  const vertex = (at: number) => (indices ? (indices[at] ?? 0) : at);
  const mode = primitive.getMode();
  if (mode === 4) return Uint32Array.from({ length: length - (length % 3) }, (_, at) => vertex(at));
  if (mode !== 5 && mode !== 6) return undefined;
  const corners = new Uint32Array(Math.max(0, length - 2) * 3);
  for (let triangle = 0; triangle < length - 2; triangle += 1) {
    corners[triangle * 3] = vertex(mode === 5 ? triangle : 0);
    corners[triangle * 3 + 1] = vertex(triangle + 1);
    corners[triangle * 3 + 2] = vertex(triangle + 2);
  }
  return corners;
}
