/** Reads documents that are XML files in a ZIP file: those of Office, OpenDocument and EPUB. */
import { open } from 'node:fs/promises';
import { type Entry, fromFdPromise } from 'yauzl';
import { readUpTo } from '../../platform/read-up-to.ts';

const MOST_ENTRIES = 20_000;
const MOST_TEXT_BYTES = 4 * 2 ** 20;

/** The readable entries of a ZIP file, by name. */
export interface ZipParts {
  readonly names: readonly string[];
  /** Returns the bytes of an entry; undefined if it doesn't exist or is larger than `mostBytes`. */
  read(name: string, mostBytes: number): Promise<Buffer | undefined>;
  /** Returns the text of an entry; empty if it doesn't exist or is larger than 4 MB. */
  text(name: string): Promise<string>;
}

/** Opens a ZIP file while `use` runs. Rejects for a damaged archive. */
export async function withZip<Result>(path: string, use: (parts: ZipParts) => Promise<Result>): Promise<Result> {
  await using file = await open(path);
  const zip = await fromFdPromise(file.fd, { autoClose: false, lazyEntries: true });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
    if (entries.size >= MOST_ENTRIES) break;
    entries.set(entry.fileName, entry);
  }
  const read = async (name: string, mostBytes: number) => {
    const entry = entries.get(name);
    if (entry === undefined || entry.uncompressedSize > mostBytes) return undefined;
    // The size that an entry declares can't be trusted.
    return await readUpTo(await zip.openReadStreamPromise(entry), mostBytes);
  };
  const text = async (name: string) => (await read(name, MOST_TEXT_BYTES))?.toString('utf8') ?? '';
  return await use({ names: [...entries.keys()], read, text });
}

/** Returns the start tags of elements with a local name, whatever their prefix. */
export function startTags(xml: string, name: string): string[] {
  return xml.match(new RegExp(`<(?:[\\w-]+:)?${name}(?=[\\s/>])[^<>]*>`, 'g')) ?? [];
}

/** Returns the value of an attribute of a start tag. */
export function attribute(tag: string | undefined, name: string): string | undefined {
  const found = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag ?? '');
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : unescapeXml(value);
}

/** Returns the texts of all non-empty elements with a local name, whatever their prefix. */
export function elementTexts(xml: string, name: string): string[] {
  const pattern = new RegExp(`<(?:[\\w-]+:)?${name}(?:\\s[^<>]*)?>([^<]*)</`, 'g');
  return Array.from(xml.matchAll(pattern), ([, text = '']) => unescapeXml(text).trim()).filter((text) => text !== '');
}

const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

function unescapeXml(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES.get(name) ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
