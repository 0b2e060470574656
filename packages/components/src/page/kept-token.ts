import type { AbsCatalogue } from '../abs-catalogue.ts';
import { readStored, writeStored } from '../catalogue/stored.ts';

/** Contains the path, because other paths of this origin may have other services. */
const KEY = `abs-token ${new URL('.', location.href).pathname}`;

/**
 * The token of this window, which is kept until the window is closed, so that a reload does not ask for it again. A given token
 * is kept if there is none yet. Otherwise it is offered until a person takes it, or the service refuses the kept one.
 */
export class KeptToken {
  #token: string | undefined;
  #offered: string | undefined;

  constructor(given?: string) {
    const stored = readStored(KEY, () => sessionStorage);
    this.#token = typeof stored === 'string' ? stored : undefined;
    if (this.#token === undefined && given) this.keep(given);
    else if (given && given !== this.#token) this.#offered = given;
  }

  /** The token; undefined if there is none, or after the service has refused it. */
  current(refused?: string): string | undefined {
    if (refused !== undefined && refused === this.#token) this.takeOffered();
    return this.#token;
  }

  /** True if the address has offered another token while this one was kept. */
  isOtherOffered(): boolean {
    return this.#offered !== undefined;
  }

  takeOffered(): void {
    this.keep(this.#offered);
    this.#offered = undefined;
  }

  /** Forgets the token if the new one is undefined. */
  keep(token: string | undefined): void {
    this.#token = token;
    writeStored(KEY, token, () => sessionStorage);
  }
}

/** Gives a catalogue the kept token, and keeps the one that a person enters there. */
export function useKeptToken(catalogue: AbsCatalogue, token: KeptToken): void {
  if (token.current() !== undefined) catalogue.tokenProvider = (refused) => token.current(refused);
  catalogue.addEventListener('abs-ready', async () => {
    const entered = await catalogue.catalogue?.tokenProvider?.();
    if (entered !== undefined) token.keep(entered);
  });
  // A person who does not enter another token after all still has this one.
  catalogue.addEventListener(
    'abs-unauthorized',
    ({ detail }) => detail.kind === 'unauthorized' && token.keep(undefined),
  );
}
