/** Texts that only this service can read and make, such as the cookies of sessions. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SigningKey } from '../config/signing-keys.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals values as texts of letters that a cookie may have, `<key id>.<base64url>`. */
export class Sealer {
  readonly #keys: readonly { readonly id: string; readonly secret: Uint8Array }[];
  readonly #bound: Buffer;

  /** `bound` is what a text belongs to: sealed for one, it is nothing for another that has the same keys. */
  constructor(keys: readonly SigningKey[], bound: readonly string[]) {
    this.#bound = Buffer.from(JSON.stringify(bound));
    this.#keys = keys.map(({ id, secret }) => ({
      id,
      secret: new Uint8Array(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', 'abs sealed text', KEY_BYTES)),
    }));
  }

  /** Seals a value of JSON with the first key. */
  seal(value: unknown): string {
    const [key] = this.#keys;
    if (!key) throw new Error('there is no key to seal with');
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, key.secret, iv).setAAD(this.#bound);
    const sealed = [iv, cipher.update(JSON.stringify(value), 'utf8'), cipher.final(), cipher.getAuthTag()];
    return `${key.id}.${Buffer.concat(sealed).toString('base64url')}`;
  }

  /** Returns the value; undefined for a text that was not sealed like this, or is not as it was. */
  open(text: string): unknown {
    const end = text.lastIndexOf('.');
    const [id, written] = [text.slice(0, Math.max(0, end)), text.slice(end + 1)];
    const secret = this.#keys.find((key) => key.id === id)?.secret;
    const bytes = Buffer.from(written, 'base64url');
    // Each has one spelling.
    if (!secret || bytes.length < IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== written) return undefined;
    try {
      const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(this.#bound).setAuthTag(bytes.subarray(-TAG_BYTES));
      const opened = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      return JSON.parse(opened);
    } catch {
      return undefined;
    }
  }
}
