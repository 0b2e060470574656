import { html, nothing, type TemplateResult } from 'lit';

/** The name of the catalogue, as a link to all assets. */
export interface Brand {
  readonly name: string;
  /** Address of the logo; empty without one. */
  readonly logo: string;
  readonly showAll: () => void;
}

/** Draws the name and the logo as the heading of the page. */
export function brand({ name, logo, showAll }: Brand): TemplateResult {
  const clicked = (event: MouseEvent) => {
    // Leaves it to the browser to open another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    showAll();
  };
  return html`<h1 slot="start" class="brand">
    <a href="#" @click=${clicked}>
      ${logo ? html`<img src=${logo} alt="" />` : nothing}<span>${name}</span>
    </a>
  </h1>`;
}
