import { existsSync, readFileSync } from 'node:fs';
import type { Originals } from '../../../core/src/originals/originals.ts';
import { readAll } from '../../../core/src/platform/byte-reader.ts';
import { openBytes, tagOf } from '../api/replies.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import type { Config } from '../config/settings.ts';
import { type Answer, type Request, withHeaders } from './answer.ts';
import { baseAddressOf } from './base-address.ts';
import { openEndpointModels } from './context.ts';
import { fileAnswer } from './reply.ts';
import { tagHeaders } from './response-cache/cache-tags.ts';

const SHIPPED = new URL('../api/pages/icons/', import.meta.url);
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
 * Answers the paths that download formats name as their icons, below each base address. The file is the bundle's,
 * otherwise one that the service ships under `icons/` (catalogue: icon). Icons need no token, because a browser sends
 * no header for an image. Undefined for every other path.
 */
export function openIcons(options: {
  readonly catalogue: Catalogue;
  readonly originals: Originals;
  readonly config: Config;
}) {
  const { catalogue, originals, config } = options;
  const modelOf = openEndpointModels();

  return async function icon(request: Request): Promise<Answer | undefined> {
    // The path of an icon at the main address may start with the name of another base address.
    for (const { settings, path } of [{ settings: config, path: request.path }, baseAddressOf(request.path, config)]) {
      const found = await read(path, settings, request.signal);
      if (found)
        return withHeaders(await iconAnswer(request, found, settings), tagHeaders(config.purge.tags, 'icon', ''));
    }
    return undefined;
  };

  async function read(path: string, settings: EndpointSettings, signal: AbortSignal): Promise<Icon | undefined> {
    const name = decodePath(path)?.slice(1);
    if (name === undefined) return undefined;
    const bytes = (await fromBundle(name, settings, signal)) ?? shipped(name);
    return bytes && { name, bytes };
  }

  async function fromBundle(
    name: string,
    settings: EndpointSettings,
    signal: AbortSignal,
  ): Promise<Buffer | undefined> {
    const { downloadFormats } = modelOf((await catalogue.snapshot()).model, settings);
    const format = downloadFormats.values().find((each) => each.icon === name && each.iconFile);
    await using reader = format?.iconFile && (await originals.openReader(format.iconFile.sha256, { signal }));
    return reader && (await readAll(reader));
  }
}

interface Icon {
  /** Path below the base address. */
  readonly name: string;
  readonly bytes: Buffer;
}

function iconAnswer(request: Request, { name, bytes }: Icon, { cache }: EndpointSettings): Promise<Answer> {
  const { seconds, browserSeconds } = cache;
  const reply = {
    mediaType: MEDIA_TYPES.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? 'application/octet-stream',
    etag: tagOf(bytes),
    size: bytes.length,
    maxAge: seconds,
    // An SVG that is opened on its own must not run scripts.
    headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" },
    open: openBytes(bytes),
  };
  return fileAnswer(request, reply, { seconds, browserSeconds, isPrivate: false });
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
