import pg from 'pg';
import { certificateProblem } from '../../../../core/src/platform/certificate-problem.ts';
import { CatalogueBusy, CatalogueFull, CatalogueUnreachable, DiskFailure } from '../catalogue-errors.ts';

/** How messages of the driver begin that have no code and tell of a connection which failed. */
const LOST = [
  'Connection terminated',
  'Query read timeout',
  'timeout expired',
  'Client has encountered a connection error',
  'Client was closed',
  'There was an error establishing an SSL connection',
  // The service is stopping.
  'Cannot use a pool after calling end',
];
/** How the driver's message begins when no connection of the pool became free in time. */
const POOL_FULL = 'timeout exceeded when trying to connect';

/**
 * Converts errors of the database and of its connection to those of the port. `name` is the address without the
 * password. Returns all other errors unchanged: they are bugs.
 */
export function ofPostgres(error: unknown, name: string): unknown {
  if (error instanceof pg.DatabaseError) return ofServer(error, name);
  return error instanceof Error ? ofConnection(error, name) : error;
}

/** The error of a server that follows another one: it may lack commits that were answered. */
export function standby(name: string, cause?: Error): CatalogueUnreachable {
  const reason = cause ? `${name}: ${cause.message}` : name;
  const message = `catalogue.url: the server is a read-only standby; name the primary (${reason})`;
  return new CatalogueUnreachable(message, { cause });
}

/** True if the connection was lost, so that the outcome of a running statement is unknown. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  return /^(?:08|57P0)/.test(error.code ?? '') || error.code === '25P03';
}

/** True if the server lacks a function, or doesn't let this user call it, which doesn't change while the service runs. */
export function isMissingFunction(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['42501', '42883', '0A000'].includes(error.code ?? '');
}

function ofServer(error: pg.DatabaseError, name: string): Error {
  const { code = '', message } = error;
  const of = (what: string) => `catalogue.url: ${what} (${name}: ${message})`;
  const options = { cause: error };
  switch (code) {
    case '28P01':
    case '28000':
      return new CatalogueUnreachable(of('the server refuses this user; check name and password'), options);
    case '3D000':
      return new CatalogueUnreachable(of('the server has no such database; create it first'), options);
    case '42501':
      return new CatalogueUnreachable(of('the user lacks rights; make it the owner of the database'), options);
    case '25006':
      return standby(name, error);
    case '53300':
      return new CatalogueUnreachable(of('the server has no connection left; lower catalogue.connections'), options);
    case '53100':
      return new CatalogueFull(of('the disk of the server is full'), options);
    case '58030':
    case 'XX001':
    case 'XX002':
      return new DiskFailure(of("the server can't read or write its files"), options);
    case '40001':
    case '40P01':
    case '55P03':
    case '57014':
      return new CatalogueBusy(of('other transactions of the database take too long'), options);
  }
  if (message.includes('statement pooling mode')) {
    return new CatalogueUnreachable(of('a pooler in statement mode refuses transactions; set its pool_mode'), options);
  }
  // Connection exceptions, lack of resources, and a server that is starting or stopping.
  if (/^(?:08|53|57)/.test(code) || code === '25P03') {
    return new CatalogueUnreachable(of("the server can't answer just now"), options);
  }
  return error;
}

function ofConnection(error: Error, name: string): Error {
  const { message } = error;
  const code = 'code' in error ? String(error.code) : '';
  const unreachable = (what: string) => new CatalogueUnreachable(`catalogue.url: ${what}`, { cause: error });
  if (message === POOL_FULL) {
    const what = `all connections to ${name} that catalogue.connections allows are in use`;
    return new CatalogueBusy(`catalogue.url: ${what}`, { cause: error });
  }
  const certificate = certificateProblem(code, 'caFile and sslmode');
  if (certificate !== undefined) return unreachable(`the certificate of ${name} ${certificate} (${message})`);
  if (message.includes('does not support SSL')) {
    return unreachable(`${name} doesn't encrypt; use another sslmode than require or verify-full`);
  }
  if (/^SASL:.*password/i.test(message)) return unreachable(`${name} wants a password; give catalogue.passwordFile`);
  const isOfNetwork = 'syscall' in error || /^(?:ERR_SSL|ERR_TLS|E[A-Z]+$)/.test(code);
  if (!isOfNetwork && !LOST.some((start) => message.startsWith(start))) return error;
  // An error of several addresses has no message of its own.
  return unreachable(`${name} can't be reached (${message === '' ? code : message})`);
}
