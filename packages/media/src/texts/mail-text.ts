/** Reads what an e-mail says: who wrote what to whom, without attachments. */
import { TextDecoder } from '@exodus/bytes/encoding.js';
import { encodingOf } from '../../../core/src/platform/text-encoding.ts';
import type { GrowingText } from './growing-text.ts';
import { readHtml } from './html-text.ts';

/** What readers see of the header, in this order. */
const SHOWN = ['subject', 'from', 'to', 'cc', 'date'];
/** Parts within each other, and parts of a mail; more of them are ignored. */
const MOST_LEVELS = 20;
const MOST_PARTS = 1000;

/** A header or a part, whose bytes are characters from 0 to 255. */
interface Part {
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Reads the message and those that it forwards. */
export async function readMail(bytes: Buffer, text: GrowingText): Promise<void> {
  await readMessage(partOf(bytes.toString('latin1')), text, 0);
}

async function readMessage({ fields, body }: Part, text: GrowingText, level: number): Promise<void> {
  for (const name of SHOWN) text.add(`${readable(fields.get(name) ?? '')}\n`);
  text.add('\n');
  await readPart({ fields, body }, text, level);
}

/** Returns false if nothing in the part can be read. */
async function readPart({ fields, body }: Part, text: GrowingText, level: number): Promise<boolean> {
  const type = fields.get('content-type') ?? 'text/plain';
  if (level > MOST_LEVELS || text.isFull || /^\s*attachment\b/i.test(fields.get('content-disposition') ?? ''))
    return false;
  const [kind = ''] = type.toLowerCase().split(/[;\s]/);
  const bytes = () => unpacked(body, (fields.get('content-transfer-encoding') ?? '').trim().toLowerCase());
  if (kind.startsWith('multipart/')) {
    let isAny = false;
    for (const part of partsOf(body, parameter(type, 'boundary') ?? '')) {
      isAny = (await readPart(part, text, level + 1)) || isAny;
      // The others say the same in another way.
      if (isAny && kind === 'multipart/alternative') break;
    }
    return isAny;
  }
  if (kind === 'message/rfc822') await readMessage(partOf(bytes().toString('latin1')), text, level + 1);
  else if (kind === 'text/html')
    await readHtml([Buffer.from(`\ufeff${decoded(bytes(), parameter(type, 'charset'))}`)], text);
  else if (kind === 'text/plain' || kind === '') text.add(`${decoded(bytes(), parameter(type, 'charset'))}\n`);
  else return false;
  return true;
}

function partOf(raw: string): Part {
  const end = /\r?\n\r?\n/.exec(raw);
  const head = end ? raw.slice(0, end.index) : raw;
  const fields = new Map<string, string>();
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return { fields, body: end ? raw.slice(end.index + end[0].length) : '' };
}

function partsOf(body: string, boundary: string): readonly Part[] {
  if (boundary === '') return [];
  return `\n${body}`
    .split(`\n--${boundary}`, MOST_PARTS)
    .slice(1)
    .filter((part) => !part.startsWith('--'))
    .map((part) => partOf(part.slice(part.indexOf('\n') + 1)));
}

function parameter(field: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]*))`, 'i').exec(field);
  return found?.[1] ?? found?.[2];
}

function unpacked(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  return Buffer.from(unquoted(body.replaceAll(/=[ \t]*\r?\n/g, '')), 'latin1');
}

function unquoted(text: string): string {
  return text.replaceAll(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function decoded(bytes: Uint8Array, charset?: string): string {
  try {
    return new TextDecoder(charset === undefined || /^us-ascii$/i.test(charset) ? encodingOf(bytes) : charset).decode(
      bytes,
    );
  } catch {
    return new TextDecoder(encodingOf(bytes)).decode(bytes);
  }
}

/** Returns a field of a header with its encoded words decoded; those beside each other belong together. */
function readable(field: string): string {
  return decoded(Buffer.from(field, 'latin1'))
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?([\w.:-]+)(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=/gi, (_, charset: string, how: string, word: string) =>
      decoded(
        Buffer.from(
          /b/i.test(how) ? Buffer.from(word, 'base64') : Buffer.from(unquoted(word.replaceAll('_', ' ')), 'latin1'),
        ),
        charset,
      ),
    );
}
