import { createHash } from 'node:crypto';
import { isObject, textOf } from '../../../core/src/domain/values.ts';
import type { SettingReader } from './problems.ts';
import { limitedList, nonEmptyText, objectId, type SettingType } from './setting-types.ts';

/** A token of the static list. Only its hash is kept. */
export interface StaticToken {
  /** SHA-256 of the token in UTF-8, 64 hexadecimal digits in lower case. */
  readonly sha256: string;
  /** ID of the user that the token represents. */
  readonly user: number;
}

const TOKEN = 'an object with the key user and one of token and sha256';

const tokenList = limitedList<StaticToken>(
  {
    expected: TOKEN,
    schema: {
      type: 'object',
      properties: { token: { type: 'string' }, sha256: { type: 'string' }, user: objectId.schema },
      required: ['user'],
      additionalProperties: false,
    },
    read: readToken,
  },
  'a list of objects such as {"token": "…", "user": 3} or {"sha256": "…", "user": 3}',
);

/** The static tokens. Values of `token` are replaced by their hashes. */
export const tokens: SettingType<readonly StaticToken[]> = {
  ...tokenList,
  inVariable: 'json',
  read(value, reader) {
    const list = tokenList.read(value, reader);
    const isTwice = list && new Set(list.map(({ sha256 }) => sha256)).size < list.length;
    return isTwice ? reader.report('a token is given twice; a token stands for one user') : list;
  },
};

function readToken(value: unknown, reader: SettingReader): StaticToken | undefined {
  if (!isObject(value)) return reader.wrong(value, TOKEN);
  const { token, sha256, user, ...others } = value;
  if (Object.keys(others).length > 0 || (token === undefined) === (sha256 === undefined)) {
    return reader.wrong(value, TOKEN);
  }
  const userId = reader.at('user', () => objectId.read(user, reader));
  const hash =
    token === undefined
      ? reader.at('sha256', () => sha256Text.read(sha256, reader))
      : reader.at('token', () => hashedText.read(token, reader));
  return userId === undefined || hash === undefined ? undefined : { sha256: hash, user: userId };
}

const hashedText = textOf(nonEmptyText.expected, (value) =>
  value.trim() === '' ? undefined : createHash('sha256').update(value).digest('hex'),
);

const sha256Text = textOf('64 hexadecimal digits', (value) =>
  /^[0-9a-f]{64}$/i.test(value) ? value.toLowerCase() : undefined,
);
