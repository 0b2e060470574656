import type { Updatable } from '../catalogue/later-part.ts';
import type { Offers } from './offers.ts';

type Parts = Pick<typeof import('./settings-menu.ts'), 'settingsEntries'> &
  Pick<typeof import('./selection-bar.ts'), 'selectionBar'> &
  Pick<typeof import('./viewer-panel.ts'), 'viewerPanel'> & { readonly offers: Offers };

/**
 * What the page draws after its first view: the entries of the menu, the actions on what is selected, and the viewer with its
 * buttons.
 */
export class LaterViews {
  /** Undefined until their scripts have loaded. */
  parts: Parts | undefined;
  readonly #host: Updatable;

  /** `host` is updated when they have loaded. */
  constructor(host: Updatable) {
    this.#host = host;
  }

  /** Rejects if a script does not arrive. */
  async load(): Promise<void> {
    const [{ settingsEntries }, { selectionBar }, { viewerPanel }, { Offers }] = await Promise.all([
      import('./settings-menu.ts'),
      import('./selection-bar.ts'),
      import('./viewer-panel.ts'),
      import('./offers.ts'),
    ]);
    this.parts ??= { settingsEntries, selectionBar, viewerPanel, offers: new Offers(this.#host) };
    this.#host.requestUpdate();
  }
}
