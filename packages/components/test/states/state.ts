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
