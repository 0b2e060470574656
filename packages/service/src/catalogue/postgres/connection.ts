import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { type ClientConfig, types } from 'pg';
import { unescapeNul } from './texts.ts';

/** Where the database is, as in the settings `catalogue.*`. */
export interface PostgresAddress {
  /** `postgres://user:password@host:port/database?sslmode=…`; the password may be elsewhere. */
  readonly url: string;
  /** File whose first line is the password. Without it and without one in the URL, PGPASSWORD has it. */
  readonly passwordFile?: string | null;
  /** File of the certificates, in PEM, that sign the server's; those of the system by default. */
  readonly caFile?: string | null;
}

/** Maximum time to connect, or to wait for a connection of the pool, in milliseconds. */
const CONNECT_MS = 5_000;
/** Idle time after which the operating system checks whether the server is still there, in milliseconds. */
const KEEP_ALIVE_MS = 10_000;

const SSL_MODES = ['disable', 'require', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

/**
 * Reads an address into the configuration of a client. Throws one sentence for an address, a password file or a
 * certificate that can't be used. No sentence contains the password.
 */
export function readPostgresAddress({ url, passwordFile, caFile }: PostgresAddress): ClientConfig {
  const parsed = parse(url);
  const host = decodeURIComponent(parsed.hostname).replace(/^\[(.*)\]$/, '$1');
  const password =
    parsed.password !== ''
      ? decodeURIComponent(parsed.password)
      : typeof passwordFile === 'string'
        ? (readNamed(passwordFile, 'catalogue.passwordFile').split(/\r?\n/)[0] ?? '')
        : undefined;
  return {
    host,
    port: parsed.port === '' ? 5432 : Number(parsed.port),
    user: decodeURIComponent(parsed.username),
    database: decodeURIComponent(parsed.pathname.slice(1)),
    ...(password === undefined ? {} : { password }),
    ssl: tlsOf(parsed, host, typeof caFile === 'string' ? readNamed(caFile, 'catalogue.caFile') : undefined),
    application_name: 'abs',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: { getTypeParser },
  };
}

/** The address without its password, for messages. */
export function nameOfPostgres(url: string): string {
  const { username, host, pathname } = parse(url);
  return `postgres://${username}@${host}${pathname}`;
}

function parse(url: string): URL {
  const parsed = URL.parse(url);
  const isPostgres = parsed !== null && /^postgres(?:ql)?:$/.test(parsed.protocol);
  if (!isPostgres || parsed.username === '' || parsed.pathname.length < 2 || !isDecodable(parsed)) {
    throw new Error(
      'catalogue.url: accepts only an address such as postgres://user@host:5432/database, with % written as %25',
    );
  }
  const unknown = [...parsed.searchParams.keys()].find((key) => key !== 'sslmode');
  if (unknown !== undefined) {
    throw new Error(`catalogue.url: accepts only the parameter sslmode, not ${JSON.stringify(unknown)}`);
  }
  return parsed;
}

/** False for a host that is missing, or for a `%` that isn't encoded, as in a password that was pasted. */
function isDecodable({ hostname, username, password, pathname }: URL): boolean {
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return decodeURIComponent(hostname) !== '';
  } catch {
    return false;
  }
}

/**
 * Without `sslmode`, a connection is encrypted and verified if there is a certificate to verify it with, and otherwise
 * isn't encrypted. `require` encrypts; it verifies the certificate, but not the name in it, if `caFile` is given.
 */
function tlsOf(url: URL, host: string, ca: string | undefined): ConnectionOptions | false {
  const mode = url.searchParams.get('sslmode') ?? (ca === undefined ? 'disable' : 'verify-full');
  if (!isSslMode(mode)) {
    throw new Error(`catalogue.url: sslmode accepts ${SSL_MODES.join(', ')}, not ${JSON.stringify(mode)}`);
  }
  if (mode === 'disable') return false;
  const trusted = ca === undefined ? {} : { ca };
  // Without a host, Node would compare the certificate of a server that is named by its number with `localhost`.
  if (mode === 'verify-full') return { ...trusted, host };
  if (ca === undefined) return { rejectUnauthorized: false };
  return { ...trusted, checkServerIdentity: () => undefined };
}

function isSslMode(mode: string): mode is SslMode {
  return (SSL_MODES as readonly string[]).includes(mode);
}

function readNamed(path: string, setting: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Error(`${setting}: ${path} can't be read: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

const BOOL = 16;
const TEXT = 25;
const JSON_TEXT = 114;
const NUMBERS = new Set([20, 21, 23, 700, 701, 1700]);

/**
 * Columns become texts, numbers and booleans. IDs, dates and counts are safe integers, because `storable` refuses
 * others. JSON stays the text that was stored.
 */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (NUMBERS.has(oid)) return Number;
  if (oid === TEXT) return unescapeNul;
  if (oid === JSON_TEXT) return (value) => value;
  if (oid === BOOL) return (value) => value === 't';
  return types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text') as (value: string) => unknown;
}
