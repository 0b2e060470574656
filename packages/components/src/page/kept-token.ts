import { readStored, writeStored } from '../catalogue/stored.ts';

/** Another service may be at another path of this origin. */
const KEY = `abs-token ${new URL('.', location.href).pathname}`;

/** The token of this window. */
export interface KeptToken {
  /** The token; undefined without one, or if the service has refused it. */
  current(refused?: string): string | undefined;
  keep(token: string): void;
  forget(): void;
}

/**
 * Takes the token out of the address at once, so that no link, bookmark or screenshot has it, and keeps it as long as the
 * window is open: a reload must not ask for it again.
 */
function takeToken(): KeptToken {
  const address = new URL(location.href);
  const given = address.searchParams.get('token');
  if (given !== null) {
    address.searchParams.delete('token');
    history.replaceState(history.state, '', address);
  }
  const stored = readStored(KEY, () => sessionStorage);
  let token = given || (typeof stored === 'string' ? stored : undefined);
  const keep = (next: string | undefined) => {
    token = next;
    writeStored(KEY, next, () => sessionStorage);
  };
  if (given) keep(given);
  return {
    current: (refused) => {
      if (refused !== undefined && refused === token) keep(undefined);
      return token;
    },
    keep,
    forget: () => keep(undefined),
  };
}

/** The token of this window. It leaves the address before anything else on the page happens. */
export const pageToken: KeptToken = takeToken();
