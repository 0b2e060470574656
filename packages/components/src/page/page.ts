/** Starts the page at `/`: gives its elements the settings of the operator and of the person. */
import '../abs-catalogue.ts';
import type { AbsCatalogue } from '../abs-catalogue.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { readStored, writeStored } from '../catalogue/stored.ts';
import { forgetDrafts } from '../details/kept-drafts.ts';
import { chooseLanguage, loadTexts } from '../texts/texts.ts';
import { brandOf } from './brand.ts';
import { removeFirstPictures } from './first-pictures.ts';
import { useKeptToken } from './kept-token.ts';
import './page-element.ts';
import { keepLocale, pageLocale } from './page-locale.ts';
import { applyColours, overlayFor, type PageSettings, readPageSettings } from './page-settings.ts';
import { pageToken as token } from './page-token.ts';
import { offerSignIn } from './sign-in-link.ts';

const THEME = 'abs-theme';

const settings = readPageSettings();
const catalogue = document.querySelector('abs-catalogue');
const page = document.querySelector('abs-page');
/** The landmark and the heading of the page until `abs-page` is shown, which has its own. */
const start = document.querySelector('#start');
const heading = document.querySelector('#start > h1');
applyColours(settings);

function useLanguage(language: string): void {
  if (!catalogue) return;
  // Until the catalogue is ready, which says what language it has in place of the wanted one.
  if (!catalogue.catalogue) document.documentElement.lang = chooseLanguage([language, ...navigator.languages]);
  catalogue.texts = overlayFor(language, settings);
  catalogue.locale = language;
}

function useTheme(theme: 'light' | 'dark' | ''): void {
  if (!catalogue || !page) return;
  catalogue.theme = theme;
  page.theme = theme;
  // For the background and the bars of the browser.
  document.documentElement.style.colorScheme = theme || 'light dark';
}

/** Shows a card in place of the form that asks for a token, until the person wants that form. */
function leadToProvider(catalogue: AbsCatalogue, settings: PageSettings): void {
  let wantsToken = token.current() !== undefined;
  let remove: (() => void) | undefined;
  let isShown = false;
  catalogue.addEventListener('abs-unauthorized', async (event) => {
    if (wantsToken || event.detail.kind !== 'unauthorized') return;
    event.preventDefault();
    if (isShown) return;
    isShown = true;
    const isOver = catalogue.catalogue !== undefined;
    const say = await loadTexts(chooseLanguage([catalogue.locale, ...navigator.languages]), catalogue.texts);
    const { showSignInCard } = await import('./sign-in-card.ts');
    const useToken = () => {
      wantsToken = true;
      end();
      void catalogue.connect();
    };
    const { takesTokens } = settings.signIn ?? { takesTokens: true };
    remove = showSignInCard({
      say,
      settings,
      theme: catalogue.theme,
      isOver,
      useToken: takesTokens ? useToken : undefined,
    });
    start?.setAttribute('hidden', '');
  });
  const end = () => {
    remove?.();
    isShown = false;
    start?.removeAttribute('hidden');
  };
  catalogue.addEventListener('abs-ready', end);
}

if (catalogue && page) {
  page.name = settings.name ?? '';
  page.logo = settings.logo ?? '';
  page.logoDark = settings.logoDark ?? '';
  const theme = readStored(THEME);
  useTheme(theme === 'light' || theme === 'dark' ? theme : '');
  useLanguage(pageLocale());
  if (settings.name || settings.logo) catalogue.append(brandOf(settings, catalogue.theme, 'brand'));
  if (settings.loginUrl) offerSignIn(catalogue, settings.loginUrl);
  page.signIn = settings.signIn;
  for (const refusal of ['abs-error', 'abs-unauthorized']) catalogue.addEventListener(refusal, removeFirstPictures);
  if (settings.signIn) leadToProvider(catalogue, settings);
  useKeptToken(catalogue, token);
  if (token.isOtherOffered()) {
    const ask = async ({ detail: { say } }: CustomEvent<Catalogue>) => {
      if (!token.isOtherOffered()) return;
      const { askForOffered } = await import('./offered-token.ts');
      askForOffered(say, token);
    };
    catalogue.addEventListener('abs-ready', ask, { once: true });
  }
  catalogue.addEventListener('abs-ready', () => {
    document.documentElement.lang = catalogue.lang;
    start?.removeAttribute('role');
    heading?.remove();
  });
  page.addEventListener('abs-settings', ({ detail: { locale, theme: wanted, signsOut } }) => {
    if (locale !== undefined) {
      keepLocale(locale);
      useLanguage(locale);
    }
    if (wanted !== undefined) {
      writeStored(THEME, wanted || undefined);
      useTheme(wanted);
    }
    if (signsOut) {
      token.keep(undefined);
      forgetDrafts();
      location.reload();
    }
  });
}
