import type { AbsCatalogue } from '../abs-catalogue.ts';
import { chooseLanguage, loadTexts } from '../texts/texts.ts';
import { keepPlace, takePlace } from './kept-place.ts';

/**
 * Adds a link to the operator's own page to the form that asks for a token. That page gets nothing from this one, and sends people
 * back with their token in the address of this page.
 */
export function offerSignIn(catalogue: AbsCatalogue, address: string): void {
  const link = document.createElement('a');
  link.slot = 'sign-in';
  link.href = address;
  link.rel = 'noopener';
  link.addEventListener('click', keepPlace);
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
