import { chooseLanguage, type TextOverlay } from '../texts/texts.ts';

/** How people sign in with the provider of their organisation, and who has. */
export interface SignInSettings {
  /** Name of the person who has signed in; null if nobody has. */
  readonly name: string | null;
  /** True if there are tokens as well. */
  readonly takesTokens: boolean;
  /** True if nothing is shown without signing in. */
  readonly isRequired: boolean;
}

/** What the operator has configured; the service writes it into its pages. */
export interface PageSettings {
  readonly name: string | null;
  /** Address of the logo. */
  readonly logo: string | null;
  /** The same of the logo for dark pages; null takes the other one. */
  readonly logoDark: string | null;
  /** Address of the page where people sign in; null without one. */
  readonly loginUrl: string | null;
  /** Null where people can't sign in. */
  readonly signIn: SignInSettings | null;
  /** Custom properties of the elements by their names without `--abs-`. */
  readonly colours: Readonly<Record<string, string>>;
  /** Texts that replace those of the elements, by language and key. */
  readonly texts: Readonly<Record<string, TextOverlay>>;
}

const WITHOUT: PageSettings = {
  ...{ name: null, logo: null, logoDark: null, loginUrl: null, signIn: null },
  ...{ colours: {}, texts: {} },
};

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

/** Address that signs a person in and returns to this page, relative to it. The page is in the root of the service. */
export function signInAddress(): string {
  const { pathname, search, hash } = location;
  return `sign-in?return=${encodeURIComponent(pathname.slice(pathname.lastIndexOf('/')) + search + hash)}`;
}
