import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { quote } from '../../../core/src/domain/errors.ts';
import { isObject } from '../../../core/src/domain/values.ts';
import type { SettingReader } from './problems.ts';
import { limitedList, objectId, plainWebAddress, type SettingType } from './setting-types.ts';

/** A receiver of changes (extensions E3). */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  /** Secrets in Base64, with each of which a message is signed. */
  readonly secrets: readonly string[];
  /** The user who sees the changes; null for the service user. */
  readonly user: number | null;
  readonly types: readonly string[];
  /** Whether it may be at an address that isn't public, or at one of `http:`. */
  readonly allowPrivate: boolean;
}

const TYPES = ['asset', 'node', 'model'];

const HOOK = 'an object such as {"id": "shop", "url": "https://shop.example/hook", "secretFile": "shop.secret"}';
const ID = 'a text of 1 to 64 letters, digits, ., _ and -';
const SECRET = 'a file with one or two lines of whsec_ and a secret in Base64 of at least 24 bytes';
const MIN_BYTES = 24;

const KEYS = new Set(['id', 'url', 'secretFile', 'user', 'types', 'allowPrivate']);

const hookList = limitedList<Webhook>(
  {
    expected: HOOK,
    schema: {
      type: 'object',
      properties: {
        id: { type: 'string' },
        url: { type: 'string' },
        secretFile: { type: 'string' },
        user: { type: ['integer', 'null'] },
        types: { type: 'array', items: { enum: TYPES } },
        allowPrivate: { type: 'boolean', default: false },
      },
      required: ['id', 'url', 'secretFile'],
      additionalProperties: false,
    },
    read: readHook,
  },
  'a list of objects such as {"id": "shop", "url": "https://shop.example/hook", "secretFile": "shop.secret"}',
);

/** The receivers that are told of changes. */
export const webhookList: SettingType<readonly Webhook[]> = {
  ...hookList,
  inVariable: 'json',
  read(value, reader) {
    const hooks = hookList.read(value, reader);
    const ids = hooks?.map(({ id }) => id) ?? [];
    const twice = ids.find((id, index) => ids.indexOf(id) < index);
    return twice === undefined
      ? hooks
      : reader.report(`the id ${quote(twice)} is given twice; an id names one webhook`);
  },
};

function readHook(value: unknown, reader: SettingReader): Webhook | undefined {
  if (!isObject(value) || Object.keys(value).some((key) => !KEYS.has(key))) return reader.wrong(value, HOOK);
  const { id, url, secretFile, user = null, types = TYPES, allowPrivate = false } = value;
  const name = reader.at('id', () => (typeof id === 'string' && /^[\w.-]{1,64}$/.test(id) ? id : reader.wrong(id, ID)));
  const isPrivate = reader.at('allowPrivate', () =>
    typeof allowPrivate === 'boolean' ? allowPrivate : reader.wrong(allowPrivate, 'true or false'),
  );
  const address = reader.at('url', () => readAddress(url, isPrivate ?? false, reader));
  const secrets = reader.at('secretFile', () => readSecrets(secretFile, reader));
  const userId = user === null ? null : reader.at('user', () => objectId.read(user, reader));
  const told = reader.at('types', () =>
    Array.isArray(types) && types.length > 0 && types.every((type) => TYPES.includes(type))
      ? (types as string[])
      : reader.wrong(types, `a list of ${TYPES.join(', ')}`),
  );
  if (name === undefined || address === undefined || secrets === undefined || told === undefined) return undefined;
  if (userId === undefined || isPrivate === undefined) return undefined;
  return { id: name, url: address, secrets, user: userId, types: told, allowPrivate: isPrivate };
}

function readAddress(url: unknown, isPrivate: boolean, reader: SettingReader): string | undefined {
  const address = plainWebAddress.read(url, reader);
  if (address === undefined || isPrivate || address.startsWith('https:')) return address;
  return reader.wrong(url, 'an https address; http needs allowPrivate');
}

function readSecrets(file: unknown, reader: SettingReader): readonly string[] | undefined {
  if (typeof file !== 'string' || file === '' || file.includes('\0')) return reader.wrong(file, SECRET);
  try {
    const lines = readFileSync(resolve(reader.folder, file), 'utf8')
      .split(/\r?\n/)
      .filter((line) => line !== '');
    const secrets = lines.map((line) => /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(line)?.[1] ?? '');
    const areLong = secrets.every((secret) => Buffer.from(secret, 'base64').length >= MIN_BYTES);
    if (secrets.length >= 1 && secrets.length <= 2 && areLong) return secrets;
    return reader.report(`${quote(file)} is not ${SECRET}`);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    return reader.report(`${quote(file)} is not ${SECRET}: it can't be read (${reason})`);
  }
}
