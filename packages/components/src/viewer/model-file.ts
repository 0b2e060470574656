/** Extensions of models that can be turned. */
export const MODEL_EXTENSIONS: readonly string[] = ['glb', 'gltf', 'obj', 'stl'];

/** Words of a GLB file, as little-endian numbers: `glTF`, `JSON` and `BIN`. */
const GLB = { magic: 0x46546c67, json: 0x4e4f534a, binary: 0x004e4942, version: 2 } as const;

interface GltfText {
  readonly buffers?: readonly { readonly uri?: string; readonly byteLength: number }[];
}

/**
 * Packs a glTF text into a GLB file if its only buffer stands within it, as a `data:` address: a page with a strict policy
 * may not fetch such addresses. Returns other texts as they are. Throws if the text is no JSON.
 */
export function packGltf(text: string): string | ArrayBuffer {
  const gltf = JSON.parse(text) as GltfText;
  const [buffer, ...others] = gltf.buffers ?? [];
  const [, encoded] = /^data:[^,]*;base64,(.*)$/s.exec(buffer?.uri ?? '') ?? [];
  if (!buffer || encoded === undefined || others.length > 0) return text;
  const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
  const { uri: _, ...embedded } = buffer;
  const json = new TextEncoder().encode(JSON.stringify({ ...gltf, buffers: [embedded] }));
  const [jsonLength, bytesLength] = [aligned(json.length), aligned(bytes.length)];
  const length = 12 + 8 + jsonLength + 8 + bytesLength;
  const file = new Uint8Array(length);
  const view = new DataView(file.buffer);
  const words = [GLB.magic, GLB.version, length, jsonLength, GLB.json];
  for (const [place, word] of words.entries()) view.setUint32(4 * place, word, true);
  // JSON is filled up with blanks, bytes with zeros.
  file.fill(0x20, 20, 20 + jsonLength);
  file.set(json, 20);
  view.setUint32(20 + jsonLength, bytesLength, true);
  view.setUint32(24 + jsonLength, GLB.binary, true);
  file.set(bytes, 28 + jsonLength);
  return file.buffer;
}

function aligned(length: number): number {
  return Math.ceil(length / 4) * 4;
}

/** True for addresses that a model may load: what it contains itself. A model must not call other servers. */
export function isWithinModel(address: string): boolean {
  return /^(?:blob|data):/.test(address);
}
