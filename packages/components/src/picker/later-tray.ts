import { nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { LaterPart, waitingFor } from '../catalogue/later-part.ts';
import type { TrayElement, TrayHost, TrayOptions, TrayState } from './tray-state.ts';

/** The tray of an element. Its scripts load with the first chosen asset, because most pickers begin without one. */
export class LaterTray extends LaterPart {
  #tray: TrayState | undefined;

  constructor(element: TrayElement, host: TrayHost) {
    super(element, async () => {
      const { TrayState } = await import('./tray-state.ts');
      this.#tray = new TrayState(element, host);
    });
  }

  render(catalogue: Catalogue, options: TrayOptions): TemplateResult | typeof nothing {
    return (
      this.#tray?.render(catalogue, options) ?? (this.state === 'failed' ? waitingFor(this, catalogue.say) : nothing)
    );
  }
}
