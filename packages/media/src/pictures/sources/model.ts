import { readBounded } from '../../inspect/bytes.ts';
import { MODEL_SIDE } from '../plan.ts';
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
  const file = inUtf8(await readBounded(path, MAX_BYTES));
  const parts = openParts(beside, MAX_BYTES - file.length);
  const scene = await read(file, properties.mediaType, Math.min(side, MAX_TEXTURE_SIDE), parts);
  const natural = { width: MODEL_SIDE, height: MODEL_SIDE };
  return { ...pictureOf(drawScene(scene, side), { width: side, height: side }, 3), natural };
};

/** Rewrites a text in UTF-16 with a byte order mark, and leaves all other files as they are. */
function inUtf8(file: Buffer): Buffer {
  const [first, second, third, fourth] = file;
  // The first character of a model is ASCII, which tells the mark from numbers of a binary file.
  const isLittle = first === 0xff && second === 0xfe && third !== 0 && fourth === 0;
  const isBig = first === 0xfe && second === 0xff && third === 0 && fourth !== 0;
  return isLittle || isBig ? Buffer.from(new TextDecoder(isBig ? 'utf-16be' : 'utf-16le').decode(file)) : file;
}

async function read(file: Buffer, mediaType: string, textureSide: number, parts: Parts): Promise<Scene> {
  if (mediaType === 'model/stl') return readStl(file);
  if (mediaType === 'model/obj') return readObj(file);
  if (mediaType === 'model/ply') return readPly(file);
  // Loaded with the first glTF file, because most workers never need it.
  const { readGltf } = await import('./model/gltf.ts');
  return await readGltf(file, textureSide, parts);
}
