/** Starts the page at `/picker`, which shows the picker in a popup or frame of another page; see picker/messages.ts. */
import { render } from 'lit';
import { AbsCatalogue } from '../abs-catalogue.ts';
import { AbsPicker } from '../abs-picker.ts';
import {
  type MessageToPage,
  type MessageToPicker,
  type PickerOptions,
  readMessage,
  sendMessage,
} from '../picker/messages.ts';
import { addTexts, chooseLanguage, loadTexts } from '../texts/texts.ts';
import { laterIcon } from '../theme/later-icons.ts';
import { applyColours, overlayFor, type PageSettings, readPageSettings } from './page-settings.ts';
import { problemOfOptions } from './picker-options.ts';

/** Milliseconds that the page around has to start the picker. */
const PATIENCE = 10_000;

/** Milliseconds that the page around has to give a token, for which it may ask a person. */
const TOKEN_PATIENCE = 120_000;

/** Milliseconds after which a page of another origin than the one that seems to have opened this one may start the picker. */
const GREETING = 1000;

/** Milliseconds after its last message within which the page around closes the picker, if it is still there. */
const FAREWELL = 1000;

const settings: PageSettings & { readonly origins?: readonly string[] } = readPageSettings();
const { origins = [] } = settings;
const page: Window | null = window.opener ?? (window.parent === window ? null : window.parent);
applyColours(settings);

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
    const language = (!problem && options.locale) || '';
    try {
      tell(problem ? { type: 'error', message: problem } : await choose(options, hasTokens ? ask : undefined));
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
  // Browsers complain of messages to an origin that the page around is not of, so the likely one gets it first.
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

/** Shows the picker, and resolves with what came of it. */
async function choose(
  { locale = '', theme = '', ...properties }: PickerOptions,
  ask: ((isRefused: boolean) => Promise<string | undefined>) | undefined,
): Promise<MessageToPage> {
  const language = locale || navigator.language;
  document.documentElement.lang = language;
  document.documentElement.style.colorScheme = theme || 'light dark';
  const catalogue = new AbsCatalogue();
  const picker = new AbsPicker();
  Object.assign(catalogue, { locale: language, theme, texts: overlayFor(language, settings) });
  if (ask) catalogue.tokenProvider = (refused) => ask(refused !== undefined);
  // An option that is undefined stands for its default.
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  Object.assign(picker, Object.fromEntries(given), { hidden: true });
  catalogue.append(picker);
  document.body.prepend(catalogue);
  document.title = properties.label || document.title;
  const assets = await picker.open();
  return assets ? { type: 'pick', assets } : { type: 'close' };
}

/** Tells people who have opened the address by hand, or whose page has gone, what it is for. */
async function complain(languages: readonly string[]): Promise<void> {
  const language = chooseLanguage(languages);
  document.documentElement.lang = language;
  const [say, { EN_LATER }, { controls }, { notice, noticeStyles }, { tokens }] = await Promise.all([
    loadTexts(language, overlayFor(language, settings)),
    import('../texts/en-later.ts'),
    import('../theme/controls.ts'),
    import('../theme/notice.ts'),
    import('../theme/tokens.ts'),
  ]);
  addTexts(EN_LATER);
  const box = document.body.appendChild(document.createElement('main')).attachShadow({ mode: 'open' });
  box.adoptedStyleSheets = [tokens, controls, noticeStyles].flatMap(({ styleSheet }) => styleSheet ?? []);
  render(notice({ icon: laterIcon('info'), title: say('picker.nobody.title'), text: say('picker.nobody.text') }), box);
}
