import type { ConnectionOptions } from 'node:tls';
import { type ClientConfig, types } from 'pg';
import { unescapeNul } from './texts.ts';

/** Where the database is, as the settings `catalogue.*`, which have checked each, say. */
export interface PostgresAddress {
  /** `postgres://user:password@host:port/database?sslmode=…`; the password may be elsewhere. */
  readonly url: string;
  /** Contains the password. Without it and without one in the URL, PGPASSWORD has it. */
  readonly passwordFile?: { readonly text: string } | null;
  /** Certificates, in PEM, that sign the server's; those of the system by default. */
  readonly caFile?: { readonly text: string } | null;
}

/** Maximum time to connect, or to wait for a connection of the pool, in milliseconds. */
const CONNECT_MS = 5_000;
/** Idle time after which the operating system checks whether the server is still there, in milliseconds. */
const KEEP_ALIVE_MS = 10_000;

/** Converts an address into the configuration of a client. */
export function readPostgresAddress({ url, passwordFile, caFile }: PostgresAddress): ClientConfig {
  const parsed = new URL(url);
  const host = decodeURIComponent(parsed.hostname).replace(/^\[(.*)\]$/, '$1');
  const password = parsed.password === '' ? passwordFile?.text : decodeURIComponent(parsed.password);
  return {
    host,
    port: Number(parsed.port) || 5432,
    user: decodeURIComponent(parsed.username),
    database: decodeURIComponent(parsed.pathname.slice(1)),
    ...(password === undefined ? {} : { password }),
    ssl: tlsOf(parsed.searchParams.get('sslmode'), host, caFile?.text),
    application_name: 'abs',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: { getTypeParser },
  };
}

/** The address without its password, for messages. */
export function nameOfPostgres(url: string): string {
  const { username, host, pathname } = new URL(url);
  return `postgres://${username}@${host}${pathname}`;
}

/**
 * Without `sslmode`, a connection is encrypted and verified if there is a certificate to verify it with, and otherwise
 * isn't encrypted. `require` encrypts; it verifies the certificate, but not the name in it, if `caFile` is given.
 */
function tlsOf(sslmode: string | null, host: string, ca: string | undefined): ConnectionOptions | false {
  const mode = sslmode ?? (ca === undefined ? 'disable' : 'verify-full');
  if (mode === 'disable') return false;
  const trusted = ca === undefined ? {} : { ca };
  // Without a host, Node would compare the certificate of a server that is named by its number with `localhost`.
  if (mode === 'verify-full') return { ...trusted, host };
  if (ca === undefined) return { rejectUnauthorized: false };
  return { ...trusted, checkServerIdentity: () => undefined };
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
