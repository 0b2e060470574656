import { existsSync, readFileSync } from 'node:fs';
import type { BinaryStore } from '../ports/binary-store.ts';
import type { Catalogue } from '../ports/catalogue.ts';
import type { Answer, Request } from './answer.ts';
import { tagOf } from './headers.ts';
import { fileAnswer } from './reply.ts';

const CACHE_SECONDS = 3600;
const SHIPPED = new URL('../web/icons/', import.meta.url);
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['ico', 'image/x-icon'],
]);

/**
 * Answers the paths that download formats name as their icons: the file that came with the bundle, else one that the service
 * ships under `icons/` (catalogue: icon). Undefined for every other path.
 */
export function openIcons(options: { readonly catalogue: Catalogue; readonly binaries: BinaryStore }) {
  const { catalogue, binaries } = options;

  return async function icon(request: Request): Promise<Answer | undefined> {
    const path = decodePath(request.path)?.slice(1);
    if (path === undefined) return undefined;
    const bytes = (await fromBundle(path, request.signal)) ?? shipped(path);
    if (!bytes) return undefined;
    const reply = {
      mediaType: MEDIA_TYPES.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? 'application/octet-stream',
      etag: tagOf(bytes),
      size: bytes.length,
      maxAge: CACHE_SECONDS,
      // An SVG opened by itself may run nothing.
      headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" },
      open: async (range?: { start: number; end: number }) =>
        range ? bytes.subarray(range.start, range.end + 1) : bytes,
    };
    return fileAnswer(request, reply, { seconds: CACHE_SECONDS, isPrivate: false });
  };

  async function fromBundle(path: string, signal: AbortSignal): Promise<Buffer | undefined> {
    const format = catalogue
      .model()
      .downloadFormats.values()
      .find((each) => each.icon === path && each.iconFile);
    const stream = format?.iconFile && (await binaries.open(format.iconFile.sha256, { signal }));
    return stream && Buffer.concat(await stream.toArray());
  }
}

function shipped(path: string): Buffer | undefined {
  const name = /^icons\/([a-z0-9-]+\.svg)$/.exec(path)?.[1];
  const file = name && new URL(name, SHIPPED);
  return file && existsSync(file) ? readFileSync(file) : undefined;
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
