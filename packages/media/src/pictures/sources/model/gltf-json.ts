/** Prepares the JSON of a glTF file for the library: leaves out what isn't drawn, and refuses what is too large. */
import type { GLTF } from '@gltf-transform/core';

/** A glTF file's JSON before the library parses it. Any part may be missing or of another type. */
export type GltfJson = Partial<GLTF.IGLTF>;

interface PackedAttributes {
  attributes?: Record<string, number>;
}

/** URI of an empty resource. */
export const EMPTY_URI = '__nothing';

const USED_ATTRIBUTES = /^(?:POSITION|NORMAL|COLOR_0|TEXCOORD_\d|JOINTS_0|WEIGHTS_0)$/;
const USED_MATERIAL_EXTENSIONS = new Set([
  'KHR_materials_pbrSpecularGlossiness',
  'KHR_materials_transmission',
  'KHR_materials_unlit',
]);
/** Limit in bytes for the copies that the library makes of the data in use. */
const MAX_COPIED_BYTES = 400 * 2 ** 20;
const VALUES: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };
const MAX_BYTES_PER_VALUE = 4;

/**
 * Removes everything that a still picture doesn't show (animations, morph targets, textures other than the colour's),
 * because the library would copy all of it. Replaces references to missing files with an empty resource.
 */
export function pruneGltf(json: GltfJson, isThere: (uri: string) => boolean): void {
  delete json.animations;
  delete json.cameras;
  // Unknown extensions are ignored; they are no reason to show no picture at all.
  json.extensionsRequired = [];
  for (const node of list(json.nodes)) delete node.camera;
  const accessors = new Set<number | undefined>(list(json.skins).map((skin) => skin.inverseBindMatrices));
  for (const mesh of list(json.meshes)) {
    delete mesh.weights;
    for (const primitive of list(mesh.primitives)) prunePrimitive(primitive, accessors);
  }
  const textures = new Set<number | undefined>();
  for (const material of list(json.materials)) pruneMaterial(material, textures);
  const images = new Set<number | undefined>();
  for (const [index, texture] of list(json.textures).entries()) {
    if (!textures.has(index)) continue;
    images.add(texture.source);
    for (const extension of Object.values(texture.extensions ?? {}))
      images.add((extension as GLTF.ITexture | undefined)?.source);
  }
  json.images = list(json.images).map((image, index) =>
    images.has(index) && (!isExternal(image.uri) || isThere(image.uri)) ? image : { uri: EMPTY_URI },
  );
  json.accessors = list(json.accessors).map((accessor, index) =>
    accessors.has(index) ? accessor : { count: 0, type: 'SCALAR', componentType: 5121 },
  );
}

/** Returns the bytes that reading the pruned file will copy, according to its declared sizes. */
function copiedBytes(json: GltfJson): number {
  let bytes = 0;
  for (const { count = 0, type = '' } of list(json.accessors)) {
    bytes += count * (VALUES[type] ?? 16) * MAX_BYTES_PER_VALUE;
  }
  for (const { bufferView } of list(json.images)) {
    if (bufferView !== undefined) bytes += list(json.bufferViews)[bufferView]?.byteLength ?? 0;
  }
  for (const { extensions } of list(json.bufferViews)) {
    const packed = extensions?.['EXT_meshopt_compression'];
    const { count = 0, byteStride = 0 } = (packed ?? {}) as { count?: number; byteStride?: number };
    bytes += count * byteStride;
  }
  return bytes;
}

/** Returns true if reading the file would take more memory than allowed. */
export function isTooLarge(json: GltfJson): boolean {
  return !(copiedBytes(json) <= MAX_COPIED_BYTES);
}

/** Returns true for a URI outside the file. */
export function isExternal(uri: string | undefined): uri is string {
  return uri !== undefined && uri !== EMPTY_URI && !uri.startsWith('data:');
}

function prunePrimitive(primitive: GLTF.IMeshPrimitive, accessors: Set<number | undefined>): void {
  delete primitive.targets;
  const isUsed = ([name]: [string, number]) => USED_ATTRIBUTES.test(name);
  primitive.attributes = Object.fromEntries(Object.entries(primitive.attributes ?? {}).filter(isUsed));
  const draco = primitive.extensions?.['KHR_draco_mesh_compression'] as PackedAttributes | undefined;
  if (draco !== undefined) {
    draco.attributes = Object.fromEntries(Object.entries(draco.attributes ?? {}).filter(isUsed));
  }
  accessors.add(primitive.indices);
  for (const accessor of Object.values(primitive.attributes)) accessors.add(accessor);
}

function pruneMaterial(material: GLTF.IMaterial, textures: Set<number | undefined>): void {
  delete material.normalTexture;
  delete material.occlusionTexture;
  delete material.emissiveTexture;
  delete material.pbrMetallicRoughness?.metallicRoughnessTexture;
  textures.add(material.pbrMetallicRoughness?.baseColorTexture?.index);
  for (const [name, extension] of Object.entries(material.extensions ?? {})) {
    if (!USED_MATERIAL_EXTENSIONS.has(name)) delete material.extensions?.[name];
    else if (typeof extension === 'object' && extension !== null) {
      const parts = extension as { diffuseTexture?: { index?: number } } & Record<string, unknown>;
      for (const part of Object.keys(parts)) {
        if (part.endsWith('Texture') && part !== 'diffuseTexture') delete parts[part];
      }
      textures.add(parts.diffuseTexture?.index);
    }
  }
}

function list<Item>(items: readonly Item[] | undefined): readonly Item[] {
  return items ?? [];
}
