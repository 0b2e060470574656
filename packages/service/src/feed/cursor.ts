/**
 * Cursors: places in the change log, sealed, because their numbers would tell callers what happens elsewhere. All have the
 * same length, and no two are alike.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { LogPlace } from '../catalogue/change-log.ts';

/** An instant, and the last of the assets whose validity begins or ends at it that is included. */
export interface Clock {
  readonly time: number;
  readonly id: number;
}

/** Until where a caller knows the changes. */
export interface Cursor {
  readonly place: LogPlace;
  /** Mark of the commit that made the revision of the place. */
  readonly mark: number;
  readonly clock: Clock;
  /** When it was made, in UTC milliseconds. */
  readonly issued: number;
  /** Digest of what decides besides the catalogue what its callers see; 32 hexadecimal digits. */
  readonly scope: string;
}

/** What has the form of a cursor. */
export const CURSOR_FORM = /^[\w-]{120}$/;

const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** With nonce and tag a multiple of three, so that each character of the text counts. */
const CONTENT_BYTES = 62;
/** Kinds of the log by the byte that stands for them. */
const KINDS = [
  ...['', 'asset', 'below', 'node', 'languages', 'node_type', 'asset_type', 'info_field', 'relation_type'],
  ...['download_format', 'zzzz'],
] as const satisfies readonly string[];

const CIPHER = 'aes-256-gcm';
const keyOf = (secret: string): Buffer => createHash('sha256').update('abs cursor\0').update(secret).digest();

export function sealCursor({ place, mark, clock, issued, scope }: Cursor, secret: string): string {
  const content = Buffer.alloc(CONTENT_BYTES);
  content.writeUInt8(FORMAT, 0);
  content.writeUInt8(KINDS.indexOf(place.kind as (typeof KINDS)[number]), 1);
  content.writeDoubleBE(place.revision, 2);
  content.writeDoubleBE(place.id, 10);
  content.writeUIntBE(mark, 18, 6);
  content.writeUIntBE(issued, 24, 6);
  content.writeDoubleBE(clock.time, 30);
  content.writeDoubleBE(clock.id, 38);
  content.write(scope, 46, 'hex');
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret), nonce);
  const sealed = [nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}

/** Returns undefined if the cursor wasn't sealed with this secret. */
export function openCursor(text: string, secret: string): Cursor | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== NONCE_BYTES + CONTENT_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, keyOf(secret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  let content: Buffer;
  try {
    content = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
  if (content.readUInt8(0) !== FORMAT) return undefined;
  return {
    place: {
      revision: content.readDoubleBE(2),
      kind: KINDS[content.readUInt8(1)] ?? '',
      id: content.readDoubleBE(10),
    },
    mark: content.readUIntBE(18, 6),
    issued: content.readUIntBE(24, 6),
    clock: { time: content.readDoubleBE(30), id: content.readDoubleBE(38) },
    scope: content.toString('hex', 46),
  };
}
