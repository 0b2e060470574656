/** The operator's name, logo and colours on the pages that the service writes itself. */
import { escapeHtml } from './html.ts';

/** Paths of the logos below the root of the service. */
export const LOGO_PATH = 'logo';
export const DARK_LOGO_PATH = 'logo-dark';

const IN_DARK = '(prefers-color-scheme: dark)';

/** What the operator has configured. */
export interface Branding {
  readonly name: string | null;
  readonly logo: string | null;
  /** The logo of dark pages; null takes the other one. */
  readonly logoDark: string | null;
  /** Values of custom properties by their names without `--abs-`. They contain no `<` and close what they open. */
  readonly colours: ReadonlyMap<string, string>;
  /** Texts by language and key, of which `page.name` is the name where there is no other. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null;
}

export interface PageBrand {
  readonly name: string | undefined;
  /** Address of the logo, relative to the page. */
  readonly logo: string | undefined;
  /** The same of the logo for dark pages. */
  readonly logoDark: string | undefined;
  /** A rule with the custom properties; empty without colours. */
  readonly css: string;
}

export interface Brand extends Pick<PageBrand, 'css'> {
  /** Returns what a page shows in a language; `depth` is the number of folders between it and the root of the service. */
  at(depth: number, language: string): PageBrand;
}

export function openBrand({ name, logo, logoDark, colours, texts }: Branding): Brand {
  const properties = [...colours].map(([property, value]) => `--abs-${property}: ${value};`);
  const css = properties.length > 0 ? `:root { ${properties.join(' ')} }` : '';
  return {
    css,
    at: (depth, language) => {
      const root = '../'.repeat(depth);
      return {
        css,
        name: name ?? nameIn(language, texts),
        logo: logo === null ? undefined : root + LOGO_PATH,
        logoDark: logoDark === null ? undefined : root + DARK_LOGO_PATH,
      };
    },
  };
}

function nameIn(language: string, texts: Branding['texts']): string | undefined {
  const [base = ''] = language.split('-');
  const name = texts?.[base]?.['page.name'];
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Renders the logo; empty without one. `alt` is empty where the name is beside it. */
export function logoOf({ logo, logoDark }: PageBrand, alt: string): string {
  if (logo === undefined) return '';
  const dark = logoDark === undefined ? '' : `<source media="${IN_DARK}" srcset="${escapeHtml(logoDark)}">`;
  return `<picture>${dark}<img src="${escapeHtml(logo)}" alt="${escapeHtml(alt)}"></picture>`;
}

/** Renders the icon of the browser's tab. `other` is its address without a logo. */
export function tabIconOf({ logo, logoDark }: Pick<PageBrand, 'logo' | 'logoDark'>, other: string): string {
  const icon = (address: string, media = '') => `<link rel="icon" href="${escapeHtml(address)}"${media}>`;
  if (logo === undefined || logoDark === undefined) return icon(logo ?? other);
  return icon(logo, ' media="(prefers-color-scheme: light)"') + icon(logoDark, ` media="${IN_DARK}"`);
}

/** Adds the name to the title of a page. */
export function titleOf(title: string, { name }: PageBrand): string {
  return escapeHtml(name === undefined ? title : `${title} – ${name}`);
}
