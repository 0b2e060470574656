import type { AbsCatalogue } from '../abs-catalogue.ts';
import { readStored, writeStored } from '../catalogue/stored.ts';

/** Contains the path, because other paths of this origin may have other services. */
const KEY = `abs-token ${new URL('.', location.href).pathname}`;

/** The token of this window. */
export interface KeptToken {
  /** The token; undefined if there is none, or after the service has refused it. */
  current(refused?: string): string | undefined;
  /** True if the address has offered another token while this one was kept. */
  isOtherOffered(): boolean;
  takeOffered(): void;
  keep(token: string): void;
  forget(): void;
}

/**
 * Opens the token of this window, which is kept until the window is closed, so that a reload does not ask for it again. A given token
 * is kept if there is none yet. Otherwise it is offered until a person takes it, or the service refuses the kept one.
 */
export function openKeptToken(given?: string): KeptToken {
  const stored = readStored(KEY, () => sessionStorage);
  let token = typeof stored === 'string' ? stored : undefined;
  let offered: string | undefined;
  const keep = (next: string | undefined) => {
    token = next;
    writeStored(KEY, next, () => sessionStorage);
  };
  const takeOffered = () => {
    keep(offered);
    offered = undefined;
  };
  if (token === undefined && given) keep(given);
  else if (given && given !== token) offered = given;
  return {
    current: (refused) => {
      if (refused !== undefined && refused === token) takeOffered();
      return token;
    },
    isOtherOffered: () => offered !== undefined,
    takeOffered,
    keep,
    forget: () => keep(undefined),
  };
}

/** Gives a catalogue the kept token, and keeps the one that a person enters there. */
export function useKeptToken(catalogue: AbsCatalogue, token: KeptToken): void {
  if (token.current() !== undefined) catalogue.tokenProvider = (refused) => token.current(refused);
  catalogue.addEventListener('abs-ready', async () => {
    const entered = await catalogue.catalogue?.tokenProvider?.();
    if (entered !== undefined) token.keep(entered);
  });
  // A person who does not enter another token after all still has this one.
  catalogue.addEventListener('abs-unauthorized', ({ detail }) => detail.kind === 'unauthorized' && token.forget());
}
