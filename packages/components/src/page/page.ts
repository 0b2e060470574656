/** Starts the page at `/`. Everything on it is made of elements; here they get what the operator and the person have set. */
import '../abs-catalogue.ts';
import { readStored, writeStored } from '../catalogue/stored.ts';
import { forgetDrafts } from '../details/kept-drafts.ts';
import { chooseLanguage } from '../texts/texts.ts';
import { pageToken as token } from './kept-token.ts';
import './page-element.ts';
import { keepLocale, pageLocale } from './page-locale.ts';
import { applyColours, overlayFor, readPageSettings } from './page-settings.ts';

const THEME = 'abs-theme';

const settings = readPageSettings();
const catalogue = document.querySelector('abs-catalogue');
const page = document.querySelector('abs-page');
/** The landmark and the heading of the page until the element is there, which has its own. */
const start = document.querySelector('#start');
const heading = document.querySelector('#start > h1');
applyColours(settings);

function speak(language: string): void {
  if (!catalogue) return;
  // The language of what the page shows, which may have no texts in the one that is wanted.
  document.documentElement.lang = chooseLanguage([language, ...navigator.languages]);
  catalogue.texts = overlayFor(language, settings);
  catalogue.locale = language;
}

function look(theme: 'light' | 'dark' | ''): void {
  if (!catalogue || !page) return;
  catalogue.theme = theme;
  page.theme = theme;
  // Bars of the browser and the ground behind everything follow.
  document.documentElement.style.colorScheme = theme || 'light dark';
}

if (catalogue && page) {
  page.name = settings.name ?? '';
  if (heading && settings.name) {
    heading.textContent = settings.name;
    heading.removeAttribute('lang');
  }
  page.logo = settings.logo ?? '';
  const theme = readStored(THEME);
  look(theme === 'light' || theme === 'dark' ? theme : '');
  speak(pageLocale());
  if (token.current() !== undefined) catalogue.tokenProvider = (refused) => token.current(refused);
  catalogue.addEventListener('abs-ready', async () => {
    start?.removeAttribute('role');
    heading?.remove();
    const entered = await catalogue.catalogue?.tokenProvider?.();
    if (entered !== undefined) token.keep(entered);
  });
  catalogue.addEventListener('abs-unauthorized', () => token.forget());
  page.addEventListener('abs-settings', ({ detail: { locale, theme: wanted, signsOut } }) => {
    if (locale !== undefined) {
      keepLocale(locale);
      speak(locale);
    }
    if (wanted !== undefined) {
      writeStored(THEME, wanted || undefined);
      look(wanted);
    }
    if (signsOut) {
      token.forget();
      forgetDrafts();
      location.reload();
    }
  });
}
