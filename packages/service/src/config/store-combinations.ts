/**
 * Checks settings of stores that depend on one another, and reads variables that other programs of these stores read,
 * too.
 */
import type { Problem } from './problems.ts';
import type { Given } from './read.ts';
import type { FileText } from './setting-types.ts';
import type { Config } from './settings.ts';
import { STORES } from './store-settings.ts';

/** Variables that other programs read, too, for what no source of ours gives. PGPASSWORD is read by the driver. */
const COMMON_VARIABLES = [
  { variable: 'AWS_ACCESS_KEY_ID', key: 'originals.accessKeyId', isFile: false },
  { variable: 'AWS_SECRET_ACCESS_KEY', key: 'originals.secretAccessKeyFile', isFile: true },
  { variable: 'AWS_SESSION_TOKEN', key: 'originals.sessionTokenFile', isFile: true },
];

/** Returns the keys of S3 that the environment gives under names which are not ours, if a bucket is used. */
export function readCommonVariables(
  given: Given,
  environment: Readonly<Record<string, string | undefined>>,
  readsBucket: boolean,
): readonly (readonly [string, string | FileText])[] {
  if (!readsBucket && given.get('originals.url') === null && given.get('derived.url') === null) return [];
  // A session token belongs to one key.
  const isKeyOurs = given.get('originals.accessKeyId') !== null;
  const variables = COMMON_VARIABLES.filter(({ key }) => !(isKeyOurs && key === 'originals.sessionTokenFile'));
  return variables.flatMap(({ variable, key, isFile }) => {
    const text = environment[variable];
    return text && given.get(key) === null ? [[key, isFile ? { path: variable, text } : text] as const] : [];
  });
}

type Finding = readonly [key: string, message: string | false];

/** Reports settings of stores that have no meaning together. */
export function storesThatConflict(config: Config): readonly Problem[] {
  const { catalogue, originals, derived, coordination, search } = config;
  const problems: Finding[] = [
    ...withoutStore('catalogue', config, catalogue.url === null && 'catalogue.url'),
    ...withoutStore('coordination', config, coordination.url === null && 'coordination.url'),
    ...withoutStore('search', config, search.url === null && 'search.url'),
    ...['catalogue' as const, 'coordination' as const, 'search' as const].map(
      (group): Finding => [
        `${group}.passwordFile`,
        config[group].passwordFile !== null &&
          hasPassword(config[group].url) &&
          `${group}.url contains a password, too; give only one of them`,
      ],
    ),
    [
      'caFile',
      config.caFile !== null &&
        [catalogue.url, originals.url, originals.endpoint, derived.url, coordination.url, search.url].every(
          (url) => url === null,
        ) &&
        'has no effect without catalogue.url, originals.url, derived.url, coordination.url or search.url',
    ],
    ...(['coordination', 'search'] as const).map(
      (group): Finding => [
        `${group}.url`,
        hasUser(config[group].url) &&
          !hasPassword(config[group].url) &&
          config[group].passwordFile === null &&
          `names a user without a password; give it there or in ${group}.passwordFile`,
      ],
    ),
    ['originals.accessKeyId', isHalf(originals) && 'needs originals.secretAccessKeyFile, and the other way around'],
    [
      'derived.url',
      originals.url !== null &&
        derived.url !== null &&
        isWithin(originals.url, derived.url) &&
        'originals.url is in the same place, where abs check would take derived files for originals; choose another prefix',
    ],
    ...downloadsThatConflict('', config.download, originals.url),
    ...[...config.endpoints]
      // What an endpoint inherits is reported once.
      .filter(([, own]) => JSON.stringify(own.download) !== JSON.stringify(config.download))
      .flatMap(([name, own]) => downloadsThatConflict(`endpoints.${name}.`, own.download, originals.url)),
  ];
  return problems.flatMap(([key, message]) => (message === false ? [] : [{ key, source: 'settings', message }]));
}

/** Reports what is given about a store whose address is not given. */
function withoutStore(
  group: 'catalogue' | 'coordination' | 'search',
  config: Config,
  url: string | false,
): readonly Finding[] {
  if (url === false) return [];
  const given = new Map<string, unknown>(Object.entries(config[group]));
  return Object.entries(STORES[group])
    .filter(([key, declared]) => declared.default === null && given.get(key) !== null)
    .map(([key]) => [`${group}.${key}`, `has no effect without ${url}`]);
}

function downloadsThatConflict(
  prefix: string,
  { redirect, accelRedirect }: Config['download'],
  originalsUrl: string | null,
): readonly Finding[] {
  return [
    [`${prefix}download.redirect`, redirect !== null && originalsUrl === null && 'needs originals.url'],
    [
      `${prefix}download.accelRedirect`,
      accelRedirect !== null &&
        originalsUrl !== null &&
        'a server in front can only deliver originals of a folder; use download.redirect with originals.url',
    ],
  ];
}

function hasPassword(url: unknown): boolean {
  return typeof url === 'string' && URL.canParse(url) && new URL(url).password !== '';
}

function hasUser(url: string | null): boolean {
  return url !== null && new URL(url).username !== '';
}

function isHalf({ accessKeyId, secretAccessKeyFile }: Config['originals']): boolean {
  return (accessKeyId === null) !== (secretAccessKeyFile === null);
}

/** True if one of the addresses contains what the other names. */
function isWithin(one: string, other: string): boolean {
  const [a, b] = [one, other].map((address) => `${address.replace(/\/+$/, '')}/`).toSorted();
  return b?.startsWith(a ?? '') === true;
}
