import { readBounded } from './bytes.ts';
import { drawScene } from './model/draw-scene.ts';
import { readObj } from './model/obj.ts';
import { openParts, type Parts } from './model/parts.ts';
import { readPly } from './model/ply.ts';
import type { Scene } from './model/scene.ts';
import { readStl } from './model/stl.ts';
import { type OpenSource, pictureOf } from './picture.ts';

const MAX_BYTES = 200 * 2 ** 20;
/** Longest drawn side in pixels. Models are drawn at twice the picture's size, to smooth their edges. */
const MAX_SIDE = 4096;
const MAX_TEXTURE_SIDE = 2048;

/** Opens a model by drawing it as a square picture, seen from the front, slightly from the right and above. */
export const openModel: OpenSource = async ({ path, properties, box, beside = [] }) => {
  const side = Math.min(box * 2, MAX_SIDE);
  const file = await readBounded(path, MAX_BYTES);
  const parts = openParts(beside, MAX_BYTES - file.length);
  const scene = await read(file, properties.mediaType, Math.min(side, MAX_TEXTURE_SIDE), parts);
  return pictureOf(drawScene(scene, side), { width: side, height: side }, 3);
};

async function read(file: Buffer, mediaType: string, textureSide: number, parts: Parts): Promise<Scene> {
  if (mediaType === 'model/stl') return readStl(file);
  if (mediaType === 'model/obj') return readObj(file);
  if (mediaType === 'model/ply') return readPly(file);
  // Loaded with the first glTF file, because most workers never need it.
  const { readGltf } = await import('./model/gltf.ts');
  return await readGltf(file, textureSide, parts);
}
