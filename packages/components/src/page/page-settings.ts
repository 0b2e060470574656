import { chooseLanguage, type TextOverlay } from '../texts/texts.ts';

/** What the operator has configured; the service writes it into its pages. */
export interface PageSettings {
  readonly name: string | null;
  /** Address of the logo. */
  readonly logo: string | null;
  /** The same of the logo for dark pages; null takes the other one. */
  readonly logoDark: string | null;
  /** Address of the page where people sign in; null without one. */
  readonly loginUrl: string | null;
  /** Custom properties of the elements by their names without `--abs-`. */
  readonly colours: Readonly<Record<string, string>>;
  /** Texts that replace those of the elements, by language and key. */
  readonly texts: Readonly<Record<string, TextOverlay>>;
}

const WITHOUT: PageSettings = { name: null, logo: null, logoDark: null, loginUrl: null, colours: {}, texts: {} };

export function readPageSettings(): PageSettings {
  const text = document.getElementById('settings')?.textContent;
  return text ? { ...WITHOUT, ...JSON.parse(text) } : WITHOUT;
}

/** The replaced texts in the language that the elements will choose. */
export function overlayFor(locale: string, { texts }: PageSettings): TextOverlay {
  return texts[chooseLanguage([locale, ...navigator.languages])] ?? {};
}

/** Colours everything on the page. */
export function applyColours({ colours }: PageSettings): void {
  for (const [name, value] of Object.entries(colours))
    document.documentElement.style.setProperty(`--abs-${name}`, value);
}
