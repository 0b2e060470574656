import type { AbsCatalogue } from '../abs-catalogue.ts';
import { chooseLanguage, loadTexts } from '../texts/texts.ts';
import { keepPlace, takePlace } from './kept-place.ts';

/** How somebody signs in with the operator's own page. */
export interface SignInLink {
  /** Address of that page, which gets nothing from this one. It sends people back with their token in the address of this page. */
  readonly address: string;
  /** True in a popup or frame, which cannot come back to the page that opened it. */
  readonly opensTab: boolean;
}

/** Adds a link to the operator's own page to the form that asks for a token. */
export function offerSignIn(catalogue: AbsCatalogue, { address, opensTab }: SignInLink): void {
  const link = document.createElement('a');
  link.slot = 'sign-in';
  link.href = address;
  link.rel = 'noopener';
  if (opensTab) link.target = '_blank';
  else link.addEventListener('click', keepPlace);
  const name = async () => {
    const say = await loadTexts(chooseLanguage([catalogue.locale, ...navigator.languages]), catalogue.texts);
    link.textContent = say('sign-in.at', { place: new URL(address).host });
  };
  void name();
  // The language may be another one by then.
  catalogue.addEventListener('abs-unauthorized', name);
  // Whoever has signed in otherwise stays where they are.
  catalogue.addEventListener('abs-ready', takePlace);
  catalogue.append(link);
}
