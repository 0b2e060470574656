import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** Maximum number of node types in a row of tabs; for more, a list is clearer. */
const MAX_TABS = 4;

/** Draws the choice among the node types of a catalogue, in its order; nothing if it has only one. */
export function typeChoice(
  { about, say }: Catalogue,
  chosen: number | undefined,
  choose: (type: number) => void,
): TemplateResult | typeof nothing {
  const types = about.nodeTypes.map(({ id, name }) => ({ id: Number(id), name }));
  if (types.length < 2) return nothing;
  if (types.length > MAX_TABS)
    return html`<select
      aria-label=${say('tree.types')}
      @change=${(event: Event) => choose(Number((event.target as HTMLSelectElement).value))}
    >
      ${types.map(({ id, name }) => html`<option value=${id} .selected=${live(id === chosen)}>${name}</option>`)}
    </select>`;
  const move = (event: KeyboardEvent) => {
    const tabs = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role="tab"]')];
    const at = tabs.findIndex((tab) => tab.ariaSelected === 'true');
    const isRightToLeft = getComputedStyle(event.currentTarget as HTMLElement).direction === 'rtl';
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: isRightToLeft ? at - 1 : at + 1,
      ArrowLeft: isRightToLeft ? at + 1 : at - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const tab = tabs[(to + tabs.length) % tabs.length];
    tab?.focus();
    tab?.click();
  };
  return html`<div class="types" role="tablist" aria-label=${say('tree.types')} @keydown=${move}>
    ${types.map(
      ({ id, name }) =>
        html`<button
          type="button"
          role="tab"
          title=${name}
          aria-selected=${id === chosen}
          tabindex=${id === chosen ? 0 : -1}
          @click=${() => choose(id)}
        >
          ${name}
        </button>`,
    )}
  </div>`;
}
