import { html, nothing, render, type TemplateResult } from 'lit';
import type { PageSettings } from './page-settings.ts';

/** The logo of the operator. */
export interface Logo {
  /** Its address; empty without one. */
  readonly logo: string | null;
  /** The same of the logo for dark pages; empty takes the other one. */
  readonly logoDark: string | null;
  readonly theme: 'light' | 'dark' | '';
}

/** The name of the catalogue, as a link to all assets. */
export interface Brand extends Logo {
  readonly name: string;
  readonly showAll: () => void;
}

/** Draws the name and the logo as the heading of the page. */
export function brand({ name, showAll, ...logo }: Brand): TemplateResult {
  const clicked = (event: MouseEvent) => {
    // Leaves it to the browser to open another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    showAll();
  };
  return html`<h1 slot="start" class="brand">
    <a href="#" @click=${clicked}>
      ${logoPicture(logo)}<span>${name}</span>
    </a>
  </h1>`;
}

/** Draws the logo beside a name. The dark one follows the theme that the person has chosen, or else the system. */
export function logoPicture({ logo, logoDark, theme }: Logo): TemplateResult | typeof nothing {
  if (!logo) return nothing;
  const dark =
    logoDark && theme !== 'light'
      ? html`<source srcset=${logoDark} media=${theme ? 'all' : '(prefers-color-scheme: dark)'} />`
      : nothing;
  return html`<picture>${dark}<img src=${logo} alt="" /></picture>`;
}

/** Makes an element with the name and the logo for a slot, which page.css styles. */
export function brandOf(
  { name, logo, logoDark }: PageSettings,
  theme: 'light' | 'dark' | '',
  slot: 'end' | 'brand',
): HTMLElement {
  const element = Object.assign(document.createElement('span'), { slot, className: 'brand' });
  render(html`${logoPicture({ logo, logoDark, theme })}${name ? html`<bdi>${name}</bdi>` : nothing}`, element);
  return element;
}
