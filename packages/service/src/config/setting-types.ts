/** Types of settings that only settings have; the others are in `values.ts` of the domain. */
import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import {
  integer,
  isObject,
  list,
  orNull,
  type Schema,
  textOf,
  type ValueType,
} from '../../../core/src/domain/values.ts';
import type { SettingReader } from './problems.ts';

export interface SettingType<T> extends ValueType<T, SettingReader> {
  /** How the value is written in an environment variable, if not as plain text. */
  readonly inVariable?: 'list' | 'json';
}

/** A list of at most 1,000 values. In the environment, the values are separated by commas. */
export function limitedList<T>(type: SettingType<T>, expected: string): SettingType<readonly T[]> {
  return { ...list(type, { expected, most: 1000 }), inVariable: 'list' };
}

/** The given type, or `null` for "not set". */
export function nullable<T>(type: SettingType<T>): SettingType<T | null> {
  return { ...orNull(type), ...(type.inVariable && { inVariable: type.inVariable }) };
}

/** An object with arbitrary keys, each read by `readMember`. Written as JSON in the environment. */
export function record<K, T>(
  expected: string,
  members: Schema,
  readMember: (key: string, value: unknown, reader: SettingReader) => readonly [K, T] | undefined,
): SettingType<ReadonlyMap<K, T>> {
  return {
    expected,
    schema: { type: 'object', additionalProperties: members },
    inVariable: 'json',
    read(value, reader) {
      if (!isObject(value)) return reader.wrong(value, expected);
      return new Map(
        Object.entries(value).flatMap(([key, member]) => {
          const read = reader.at(key, () => readMember(key, member, reader));
          return read ? [read] : [];
        }),
      );
    },
  };
}

/** Any text that isn't blank. */
export const nonEmptyText = textOf('a text that is not empty', (value) => (value.trim() === '' ? undefined : value));

export const objectId = integer(0);

export const objectIds = limitedList(objectId, 'a list of IDs');

/**
 * A path, converted to an absolute one. Relative paths start at the folder of the configuration file, or otherwise at
 * the working directory.
 */
export const path = textOf('a path', (value, { folder }: SettingReader) =>
  value === '' || value.includes('\0') ? undefined : resolve(folder, value),
);

/** The content of a file when the service started. */
export interface FileText {
  readonly path: string;
  /** The text without the trailing line end that editors add. */
  readonly text: string;
}

/** A file whose text is the value, for secrets that must not be in the configuration. */
export const fileText: SettingType<FileText> = textOf(
  'a file that can be read and is not empty',
  (value, { folder }: SettingReader) => {
    const file = resolve(folder, value);
    try {
      const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      return content === '' ? undefined : { path: file, text: content };
    } catch {
      return undefined;
    }
  },
);

/**
 * A time zone that Intl supports. Offsets such as `+01:00` aren't accepted, because they have no daylight saving time.
 */
export const timeZone = textOf('an IANA time zone such as Europe/Berlin', (value) => {
  if (!/^[A-Za-z]/.test(value)) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return value;
  } catch {
    return undefined;
  }
});

export const language = textOf('a language tag such as en or de-CH', (value) => {
  try {
    return Intl.getCanonicalLocales(value).length === 1 ? value : undefined;
  } catch {
    return undefined;
  }
});

/** An IPv4 or IPv6 address, or a network in CIDR notation. */
export const network = textOf('an IP address or a network such as 10.0.0.0/8', (value) => {
  const [address = '', prefix, ...more] = value.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return undefined;
  if (prefix === undefined) return value;
  if (!/^\d{1,3}$/.test(prefix)) return undefined;
  try {
    new BlockList().addSubnet(address, Number(prefix), version === 4 ? 'ipv4' : 'ipv6');
    return value;
  } catch {
    return undefined;
  }
});

export const webAddress = textOf('an http or https address', (value) => (isWeb(value) ? value : undefined));

/** Location of a key set: an address or a path, which is made absolute. */
export const keySet = textOf('an http or https address, or a path', (value, { folder }: SettingReader) => {
  if (isWeb(value)) return value;
  // A single letter before the colon is a Windows drive.
  const isOther = /^[A-Za-z][A-Za-z0-9+.-]+:/.test(value) || value.trim() === '' || value.includes('\0');
  return isOther ? undefined : resolve(folder, value);
});

/** An address without user, password and fragment: secrets don't belong in an address, and a fragment is never sent. */
export const plainWebAddress = textOf('an http or https address without user, password and #', (value) => {
  if (!isWeb(value)) return undefined;
  const { username, password, hash } = new URL(value);
  return username === '' && password === '' && hash === '' ? value : undefined;
});

/** A PostgreSQL database. Other values of `sslmode` than these promise protection that they don't give. */
export const postgresAddress = textOf(
  'an address such as postgres://user@host:5432/database, with % written as %25, optionally with ?sslmode=disable, require or verify-full',
  (value) => {
    if (!URL.canParse(value)) return undefined;
    const { protocol, username, password, hostname, pathname, search, hash } = new URL(value);
    const isWhole = username !== '' && hostname !== '' && /^\/[^/]+$/.test(pathname) && hash === '';
    const isKnown =
      /^postgres(?:ql)?:$/.test(protocol) && /^(?:\?sslmode=(?:disable|require|verify-full))?$/.test(search);
    return isWhole && isKnown && [username, password, hostname, pathname].every(canDecode) ? value : undefined;
  },
);

/** An S3 bucket, optionally with a prefix for all keys. Addresses can't name keys with the folders `.` or `..`. */
export const bucketAddress = textOf('an address such as s3://bucket/prefix', (value) =>
  isBucketAddress(value) ? value : undefined,
);

export function isBucketAddress(text: string): boolean {
  return /^s3:\/\/[a-z0-9][a-z0-9._-]{1,61}[a-z0-9](?:\/(?!\.{1,2}(?:\/|$))[\w!.*'()-]+)*\/?$/i.test(text);
}

/** A Redis or Valkey server; `rediss` is with TLS. */
export const redisAddress = textOf(
  'an address such as redis://host:6379 or rediss://user:password@host:6379/0, with % written as %25',
  (value) => {
    if (!URL.canParse(value)) return undefined;
    const { protocol, username, password, hostname, pathname, search, hash } = new URL(value);
    const isWhole = hostname !== '' && /^(?:\/\d{0,5})?$/.test(pathname) && search === '' && hash === '';
    const isKnown = /^rediss?:$/.test(protocol) && canDecode(username) && canDecode(password);
    return isWhole && isKnown ? value : undefined;
  },
);

/** An OpenSearch server, or a load balancer in front of several. The path begins the names of indexes. */
export const openSearchAddress = textOf(
  'an address such as opensearch+https://user:password@host:9200/abs, with % written as %25',
  (value) => {
    const address = value.replace(/^opensearch\+(?=https?:\/\/)/, '');
    if (address === value || !URL.canParse(address)) return undefined;
    const { username, password, hostname, pathname, search, hash } = new URL(address);
    const isWhole =
      hostname !== '' && /^(?:\/[a-z0-9][a-z0-9_-]{0,63})?\/?$/.test(pathname) && search === '' && hash === '';
    return isWhole && canDecode(username) && canDecode(password) ? value : undefined;
  },
);

/** False if a part of an address has a % that begins no escape. */
function canDecode(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** A value that browsers send as `Origin`, or `*` for all. */
export const origin = textOf('an origin such as https://www.example.org, or *', (value) =>
  value === '*' || isOrigin(value) ? value : undefined,
);

/** An origin that is named: what a page of it may do is not for all. */
export const namedOrigin = textOf('an origin such as https://www.example.org', (value) =>
  isOrigin(value) ? value : undefined,
);

function isOrigin(value: string): boolean {
  return isWeb(value) && new URL(value).origin === value;
}

function isWeb(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

export const email = textOf('an e-mail address', (value) => (/^[^\s@]+@[^\s@]+$/.test(value) ? value : undefined));

/** The name of a search facet (interface decisions 4). */
export const facetName = textOf(
  'the name of a facet such as fileExtensions, fileCategory, assetType, node_101 or info_100',
  (value) =>
    /^(?:fileExtensions|fileCategory|assetType|orientation|duration|licence|sourceType|validity|(?:node|info)_\d{1,16})$/.test(
      value,
    )
      ? value
      : undefined,
);

/** A file extension, converted to lower case. */
export const fileExtension = textOf('a file extension without the dot', (value) =>
  /^[A-Za-z0-9]+$/.test(value) ? value.toLowerCase() : undefined,
);

/** A path of this site that a web server in front maps to the store. */
export const sitePath = textOf('a path that begins with /', (value) => (/^\/[^\s]*$/.test(value) ? value : undefined));
