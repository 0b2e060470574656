/** How people sign in with the provider of their organisation (extensions E6). */
import { boolean, integer, textOf } from '../../../core/src/domain/values.ts';
import { type Declaration, secret, setting } from './declare.ts';
import { fileText, limitedList, nonEmptyText, nullable, objectId, record, type SettingType } from './setting-types.ts';
import { signingKeys } from './signing-keys.ts';

const ISSUER = 'an https address, or an http address of this machine, without user, password, ? and #';

/** What the provider calls itself. Over http, anybody between could sign in as anyone. */
const issuer = textOf(ISSUER, (value) => {
  if (!URL.canParse(value) || /[?#]/.test(value)) return undefined;
  const { protocol, hostname, username, password } = new URL(value);
  const isHere = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isHere);
  return isSafe && username === '' && password === '' ? value : undefined;
});

const scope = textOf('a scope such as openid', (value) =>
  /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(value) ? value : undefined,
);
const scopeList = limitedList(scope, 'a list of scopes such as ["openid", "email"]');

/** A list, or as OAuth writes it, with blanks between. */
const scopes: SettingType<readonly string[]> = {
  ...scopeList,
  schema: { anyOf: [scopeList.schema, { type: 'string' }] },
  read: (value, reader) => scopeList.read(Array.isArray(value) ? value.flatMap(parted) : parted(value), reader),
};

function parted(value: unknown): unknown {
  return typeof value === 'string' ? value.split(' ').filter((each) => each !== '') : value;
}

const groups = record(
  'an object such as {"dam-editors": 2}',
  { type: 'integer', minimum: 0 },
  (name, value, reader) => {
    const id = objectId.read(value, reader);
    return id === undefined ? undefined : ([name, id] as const);
  },
);

export const SIGN_IN = {
  issuer: setting(nullable(issuer), null, 'OpenID Connect provider with which people sign in.'),
  clientId: setting(nullable(nonEmptyText), null, 'ID of this service at the provider.'),
  clientSecretFile: setting(nullable(fileText), null, 'File with the secret of this service at the provider.'),
  scopes: setting(scopes, ['openid', 'profile', 'email'], 'What the provider is asked for.'),
  userClaim: setting(nonEmptyText, 'sub', 'Claim that is compared with `login` of users; `email` counts if verified.'),
  groupsClaim: setting(nullable(nonEmptyText), 'groups', 'Claim with the names of groups.'),
  groups: setting(groups, {}, 'IDs of groups by their names at the provider.'),
  required: setting(boolean, false, 'Whether requests need a session or a token.'),
  hours: setting(integer(1, 720), 12, 'How long a session lasts.'),
  keys: secret(signingKeys, [], 'Keys of session cookies: the first encrypts, all decrypt.'),
} as const satisfies Declaration;
