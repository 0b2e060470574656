import { html, nothing, type TemplateResult } from 'lit';

/** The name of the catalogue, as a link to all assets. */
export interface Brand {
  readonly name: string;
  /** Address of the logo; empty without one. */
  readonly logo: string;
  /** The same of the logo for dark pages; empty takes the other one. */
  readonly logoDark: string;
  readonly theme: 'light' | 'dark' | '';
  readonly showAll: () => void;
}

/** Draws the name and the logo as the heading of the page. */
export function brand({ name, logo, logoDark, theme, showAll }: Brand): TemplateResult {
  const clicked = (event: MouseEvent) => {
    // Leaves it to the browser to open another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    showAll();
  };
  return html`<h1 slot="start" class="brand">
    <a href="#" @click=${clicked}>
      ${logo ? html`<picture>${darkSource(logoDark, theme)}<img src=${logo} alt="" /></picture>` : nothing}<span>${name}</span>
    </a>
  </h1>`;
}

/** The source of the dark logo, which follows the theme that the person has chosen, or else the system. */
function darkSource(logo: string, theme: Brand['theme']): TemplateResult | typeof nothing {
  if (!logo || theme === 'light') return nothing;
  return html`<source srcset=${logo} media=${theme ? 'all' : '(prefers-color-scheme: dark)'} />`;
}
