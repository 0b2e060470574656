import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { quote } from '../../../core/src/domain/errors.ts';
import { isObject } from '../../../core/src/domain/values.ts';
import type { SettingReader } from './problems.ts';
import { limitedList, type SettingType } from './setting-types.ts';

export interface SigningKey {
  /** Name of the key in signed addresses. */
  readonly id: string;
  /** The secret in Base64, because frozen settings can hold no bytes. */
  readonly secret: string;
}

/** A key shorter than what HMAC-SHA256 gives would be the weaker part. */
const MIN_BYTES = 32;

const KEY = 'an object such as {"id": "2026", "secretFile": "sign.key"}';
const ID = 'a text of 1 to 64 letters, digits, ., _, ~ and -';

/** What the name of a key consists of: addresses hold it unescaped. */
export const KEY_ID = '[A-Za-z0-9._~-]{1,64}';
const IS_ID = new RegExp(`^${KEY_ID}$`);

const keyList = limitedList<SigningKey>(
  {
    expected: KEY,
    schema: {
      type: 'object',
      properties: { id: { type: 'string' }, secretFile: { type: 'string' } },
      required: ['id', 'secretFile'],
      additionalProperties: false,
    },
    read: readKey,
  },
  'a list of objects such as {"id": "2026", "secretFile": "sign.key"}',
);

/** The keys that sign addresses; the first signs, all verify. */
export const signingKeys: SettingType<readonly SigningKey[]> = {
  ...keyList,
  inVariable: 'json',
  read(value, reader) {
    const keys = keyList.read(value, reader);
    const ids = keys?.map(({ id }) => id) ?? [];
    const twice = ids.find((id, index) => ids.indexOf(id) < index);
    return twice === undefined ? keys : reader.report(`the id ${quote(twice)} is given twice; an id names one key`);
  },
};

function readKey(value: unknown, reader: SettingReader): SigningKey | undefined {
  if (!isObject(value)) return reader.wrong(value, KEY);
  const { id, secretFile, ...others } = value;
  if (Object.keys(others).length > 0) return reader.wrong(value, KEY);
  const name = reader.at('id', () => (typeof id === 'string' && IS_ID.test(id) ? id : reader.wrong(id, ID)));
  const secret = reader.at('secretFile', () => readSecret(secretFile, reader));
  return name === undefined || secret === undefined ? undefined : { id: name, secret };
}

/** Reads the bytes of a file without the line break that editors add. */
function readSecret(file: unknown, reader: SettingReader): string | undefined {
  const expected = `a file with a secret of at least ${MIN_BYTES} bytes`;
  if (typeof file !== 'string' || file === '' || file.includes('\0')) return reader.wrong(file, expected);
  try {
    const bytes = withoutLineBreak(readFileSync(resolve(reader.folder, file)));
    if (bytes.length >= MIN_BYTES) return bytes.toString('base64');
    return reader.report(`${quote(file)} is not ${expected}: it has ${bytes.length}`);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    return reader.report(`${quote(file)} is not ${expected}: it can't be read (${reason})`);
  }
}

function withoutLineBreak(bytes: Buffer): Buffer {
  if (bytes.at(-1) !== 0x0a) return bytes;
  return bytes.subarray(0, bytes.at(-2) === 0x0d ? -2 : -1);
}
