import pg from 'pg';
import { CatalogueBusy, CatalogueFull, CatalogueUnreachable, DiskFailure } from '../catalogue.ts';

/**
 * Converts errors of the database and of its connection to those of the port. `name` is the address without the
 * password. Returns errors that say something about the statement unchanged: they are bugs.
 */
export function ofPostgres(error: unknown, name: string): unknown {
  if (!(error instanceof Error) || error instanceof CatalogueUnreachable) return error;
  if (!(error instanceof pg.DatabaseError)) return unreachable(error, name);
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
      return new CatalogueUnreachable(of('the server is a read-only standby; name the primary'), options);
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
  // Connection exceptions, lack of resources, and a server that is starting or stopping.
  if (/^(?:08|53|57)/.test(code) || code === '25P03') {
    return new CatalogueUnreachable(of("the server can't answer just now"), options);
  }
  return error;
}

/** True if the connection was lost, so that the outcome of a running statement is unknown. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return true;
  return /^(?:08|57P0)/.test(error.code ?? '') || error.code === '25P03';
}

function unreachable(error: Error, name: string): Error {
  if (error instanceof RangeError || error instanceof TypeError) return error;
  const code = 'code' in error ? String(error.code) : '';
  const options = { cause: error };
  if (/CERT|SIGNED|VERIFY|ISSUER/.test(code)) {
    const what = `the certificate of ${name} is refused; check catalogue.caFile and sslmode`;
    return new CatalogueUnreachable(`catalogue.url: ${what} (${error.message})`, options);
  }
  if (error.message.includes('does not support SSL')) {
    const what = `${name} doesn't encrypt; use another sslmode than require or verify-full`;
    return new CatalogueUnreachable(`catalogue.url: ${what}`, options);
  }
  if (/password/i.test(error.message)) {
    const what = `${name} wants a password; give catalogue.passwordFile`;
    return new CatalogueUnreachable(`catalogue.url: ${what}`, options);
  }
  // An error of several addresses has no message of its own.
  const reason = error.message === '' ? code : error.message;
  return new CatalogueUnreachable(`catalogue.url: ${name} can't be reached (${reason})`, options);
}
