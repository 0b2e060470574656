/** Extensions of models that can be turned. */
export const MODEL_EXTENSIONS: readonly string[] = ['glb', 'gltf', 'obj', 'stl'];

/** Magic numbers of a GLB file: `glTF`, `JSON` and `BIN` as little-endian words, and the version. */
const GLB = { magic: 0x46546c67, json: 0x4e4f534a, binary: 0x004e4942, version: 2 } as const;

interface GltfText {
  readonly buffers?: readonly { readonly uri?: string; readonly byteLength: number }[];
}

/**
 * Packs a glTF text into a GLB file if its only buffer is embedded as a `data:` address, because a page with a strict policy
 * may not fetch such addresses. Returns other texts unchanged. Throws if the text is not JSON.
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
  // The format pads JSON with spaces, and binary data with zeros.
  file.fill(0x20, 20, 20 + jsonLength);
  file.set(json, 20);
  view.setUint32(20 + jsonLength, bytesLength, true);
  view.setUint32(24 + jsonLength, GLB.binary, true);
  file.set(bytes, 28 + jsonLength);
  return file.buffer;
}

/** Returns an OBJ text as loaders expect it: whole lines that end with a line feed, and keywords in lower case. */
export function plainObj(text: string): string {
  return text
    .replace(/\\(?:\r\n|\r|\n)/g, ' ')
    .replace(/\r\n?/g, '\n')
    .replace(/^[ \t]*[A-Z]+(?=[ \t])/gm, (keyword) => keyword.toLowerCase());
}

/** Returns the content of an STL file as loaders expect it: bytes, or a text in lower case without a byte order mark. */
export async function stlContent(file: Blob): Promise<string | ArrayBuffer> {
  const bytes = await file.arrayBuffer();
  const isBinary = bytes.byteLength >= 84 && 84 + 50 * new DataView(bytes).getUint32(80, true) === bytes.byteLength;
  const text = isBinary ? '' : (await file.text()).trimStart();
  return /^solid/i.test(text) ? text.toLowerCase() : bytes;
}

function aligned(length: number): number {
  return Math.ceil(length / 4) * 4;
}

/** True for addresses of a model's own content, the only ones that it may load: a model must not call other servers. */
export function isWithinModel(address: string): boolean {
  return /^(?:blob|data):/.test(address);
}
