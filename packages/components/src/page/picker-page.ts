/** Starts the page at `/picker`, which shows the picker in a popup or frame of another page; see `../picker/picker-messages.ts`. */
import { AbsCatalogue } from '../abs-catalogue.ts';
import { AbsPicker } from '../abs-picker.ts';
import {
  type MessageToPage,
  type MessageToPicker,
  type PickerOptions,
  readMessage,
  sendMessage,
} from '../picker/picker-messages.ts';
import { languageTag } from '../texts/language-tag.ts';
import { chooseLanguage, loadTexts } from '../texts/texts.ts';
import { brandOf } from './brand.ts';
import { KeptToken, useKeptToken } from './kept-token.ts';
import { applyColours, overlayFor, type PageSettings, readPageSettings, signInAddress } from './page-settings.ts';
import { problemOfOptions } from './picker-options.ts';
import styles from './picker-page.css';
import { openTokens } from './picker-tokens.ts';

/** Milliseconds within which the surrounding page must start the picker. */
const PATIENCE = 10_000;

/** Milliseconds within which the surrounding page must answer with a token, for which it may ask a person. */
const TOKEN_PATIENCE = 600_000;

/**
 * Milliseconds until `ready` is sent to the other origins of `picker.origins`, after the one that seems to have opened this page.
 */
const GREETING = 1000;

/** Milliseconds within which the surrounding page closes the picker after its last message, unless it is gone itself. */
const FAREWELL = 1000;

const settings: PageSettings & { readonly origins?: readonly string[] } = readPageSettings();
const page: Window | null = window.opener ?? (window.parent === window ? null : window.parent);
// A picker in a frame opens this one in a popup, where a session counts, and hands on what is chosen.
const origins: readonly string[] = [...(settings.origins ?? []), ...(window.opener ? [location.origin] : [])];
/** True if somebody may sign in with a provider and has not, where browsers say so. */
const isSignedOut = settings.signIn !== null && settings.signIn.name === null;
applyColours(settings);
if (styles.styleSheet) document.adoptedStyleSheets.push(styles.styleSheet);

if (page) {
  const patience = setTimeout(() => void complain(navigator.languages), PATIENCE);
  let isStarted = false;
  const tokens = new Map<number, (token: string | undefined) => void>();
  let asked = 0;

  function give(id: number, token: string | undefined): void {
    tokens.get(id)?.(token);
    tokens.delete(id);
  }

  async function start({ options, hasTokens }: StartMessage, tell: (told: MessageToPage) => void): Promise<void> {
    const ask = (isRefused: boolean) =>
      new Promise<string | undefined>((resolve) => {
        const id = asked++;
        tokens.set(id, resolve);
        setTimeout(() => give(id, undefined), TOKEN_PATIENCE);
        tell({ type: 'token', id, isRefused });
      });
    const problem = problemOfOptions(options);
    if (!problem && !hasTokens && isSignedOut) {
      const isNeeded = settings.signIn?.isRequired || settings.signIn?.takesTokens;
      if (window.opener && isNeeded) {
        location.assign(signInAddress());
        return;
      }
      if (!window.opener && isNeeded) {
        const asked = await loadTexts(chooseLanguage([options.locale ?? '', ...navigator.languages]));
        const { chooseInWindow } = await import('./picker-window.ts');
        tell(await chooseInWindow(asked, options));
        return;
      }
    }
    const language = (!problem && options.locale) || '';
    try {
      tell(
        problem
          ? { type: 'error', message: problem, isOption: true }
          : await choose(options, hasTokens ? ask : undefined),
      );
    } finally {
      setTimeout(() => void complain([language, ...navigator.languages]), FAREWELL);
    }
  }

  window.addEventListener('message', (event) => {
    const message = readMessage<MessageToPicker>(event, page, origins);
    if (message?.type === 'start' && !isStarted) {
      isStarted = true;
      clearTimeout(patience);
      const tell = (told: MessageToPage) => sendMessage(page, event.origin, told);
      start(message, tell).catch((error) => tell({ type: 'error', message: String(error) }));
    } else if (message?.type === 'token') {
      give(message.id, typeof message.token === 'string' ? message.token : undefined);
    }
  });
  // The console shows a warning for each message to an origin that the surrounding page does not have, so the likely one comes
  // first.
  const [likely, others] = [origins.filter(isReferrer), origins.filter((origin) => !isReferrer(origin))];
  const greet = (some: readonly string[]) => {
    if (!isStarted) for (const origin of some) sendMessage(page, origin, { type: 'ready' });
  };
  greet(likely);
  setTimeout(() => greet(others), likely.length > 0 ? GREETING : 0);
} else void complain(navigator.languages);

function isReferrer(origin: string): boolean {
  return document.referrer.startsWith(`${origin}/`);
}

type StartMessage = Extract<MessageToPicker, { type: 'start' }>;

/** Shows the picker, and resolves with the message that says how it ended. */
async function choose(
  { locale = '', theme = '', ...properties }: PickerOptions,
  ask: ((isRefused: boolean) => Promise<string | undefined>) | undefined,
): Promise<MessageToPage> {
  // A browser may name a locale of its system that is no tag, such as `en-US@posix`.
  const language = locale || (languageTag(navigator.language) ?? 'en');
  document.documentElement.lang = language;
  document.documentElement.style.colorScheme = theme || 'light dark';
  const catalogue = new AbsCatalogue();
  const picker = new AbsPicker();
  Object.assign(catalogue, { locale: language, theme, texts: overlayFor(language, settings) });
  if (ask) catalogue.tokenProvider = openTokens(ask);
  // Otherwise a person enters it, who would have to again each time the picker opens.
  else useToken(catalogue, picker);
  // An option that is undefined stands for its default.
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  Object.assign(picker, Object.fromEntries(given), { hidden: true });
  catalogue.append(picker);
  // Before that, the dialog has a narrow bar for its title alone.
  void customElements.whenDefined('abs-chooser').then(() => picker.prepend(brandOf(settings, theme, 'end')));
  document.body.prepend(catalogue);
  document.title = properties.label || document.title;
  const assets = await picker.open();
  return assets ? { type: 'pick', assets } : { type: 'close' };
}

/** Keeps the token that a person enters, and offers to forget it. */
function useToken(catalogue: AbsCatalogue, picker: AbsPicker): void {
  const token = new KeptToken();
  useKeptToken(catalogue, token);
  catalogue.addEventListener('abs-ready', async ({ detail: { say, tokenProvider } }) => {
    if (!tokenProvider) return;
    const { offerSignOut } = await import('./picker-sign-out.ts');
    await offerSignOut(picker, say, () => {
      token.keep(undefined);
      // The surrounding page then starts the picker again, which asks for a token.
      location.reload();
    });
  });
}

/** Explains the picker to people who opened its address by hand, or whose page is gone. */
async function complain(languages: readonly string[]): Promise<void> {
  const language = chooseLanguage(languages);
  document.documentElement.lang = language;
  const [say, { explainPicker }] = await Promise.all([
    loadTexts(language, overlayFor(language, settings)),
    import('./picker-alone.ts'),
  ]);
  explainPicker(say);
}
