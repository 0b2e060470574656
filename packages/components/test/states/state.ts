import type { Page } from '@playwright/test';
import type { Host } from '../support/host.ts';
import type { ServiceOptions } from '../support/services.ts';

/** Something that a person may have on the screen, for the checks that hold of everything on it. */
export interface State {
  readonly name: string;
  /** The service that it needs. Default: the sample. */
  readonly service?: ServiceOptions;
  /**
   * Whether it is a whole page of ours, which needs headings and landmarks, rather than elements in a page of others.
   * Default: no.
   */
  readonly isWholePage?: boolean;
  /** Opens a page and leads it to the state. Resolves once everything is on the screen. */
  reach(host: Host): Promise<Page>;
}

/** A state that `open` opens, once `shown` is on the screen. */
export function stateOf(
  name: string,
  service: ServiceOptions,
  open: (host: Host) => Promise<Page>,
  shown: (page: Page) => Promise<unknown>,
): State {
  return {
    ...{ name, service },
    async reach(host) {
      const page = await open(host);
      await shown(page);
      return page;
    },
  };
}
