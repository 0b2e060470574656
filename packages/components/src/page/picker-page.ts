/** Starts the page at `/picker`, which shows the picker in a popup or frame of another page; see picker/messages.ts. */
import { render } from 'lit';
import { AbsCatalogue } from '../abs-catalogue.ts';
import { AbsPicker } from '../abs-picker.ts';
import {
  type MessageToPage,
  type MessageToPicker,
  messageOf,
  type PickerOptions,
  sendMessage,
} from '../picker/messages.ts';
import { chooseLanguage, loadTexts } from '../texts/texts.ts';
import { applyColours, overlayFor, type PageSettings, readPageSettings } from './page-settings.ts';

/** Milliseconds that the page around has to start the picker. */
const PATIENCE = 10_000;

const settings: PageSettings & { readonly origins?: readonly string[] } = readPageSettings();
const { origins = [] } = settings;
const page: Window | null = window.opener ?? (window.parent === window ? null : window.parent);
applyColours(settings);

if (page) {
  const patience = setTimeout(() => void complain(), PATIENCE);
  let isStarted = false;
  const answers = new Map<number, (token: string | undefined) => void>();
  window.addEventListener('message', (event) => {
    const message = messageOf<MessageToPicker>(event, page, origins);
    if (message?.type === 'start' && !isStarted) {
      isStarted = true;
      clearTimeout(patience);
      const tell = (told: MessageToPage) => sendMessage(page, event.origin, told);
      const ask = (isRefused: boolean) =>
        new Promise<string | undefined>((resolve) => {
          const id = answers.size;
          answers.set(id, resolve);
          tell({ type: 'token', id, isRefused });
        });
      show(message, tell, ask).catch((error) => tell({ type: 'error', message: String(error) }));
    } else if (message?.type === 'token') {
      const { id, token } = message;
      answers.get(id)?.(typeof token === 'string' ? token : undefined);
    }
  });
  for (const origin of origins) sendMessage(page, origin, { type: 'ready' });
} else void complain();

async function show(
  { options, hasTokens }: Extract<MessageToPicker, { type: 'start' }>,
  tell: (message: MessageToPage) => void,
  ask: (isRefused: boolean) => Promise<string | undefined>,
): Promise<void> {
  const { locale = '', theme = '', ...properties } = options;
  const language = locale || navigator.language;
  document.documentElement.lang = language;
  document.documentElement.style.colorScheme = theme || 'light dark';
  const problem = problemOf(properties);
  if (problem) return tell({ type: 'error', message: problem });
  const catalogue = new AbsCatalogue();
  const picker = new AbsPicker();
  Object.assign(catalogue, { locale: language, theme, texts: overlayFor(language, settings) });
  if (hasTokens) catalogue.tokenProvider = (refused) => ask(refused !== undefined);
  // An option that is undefined stands for its default.
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  Object.assign(picker, Object.fromEntries(given), { hidden: true });
  catalogue.append(picker);
  document.body.prepend(catalogue);
  document.title = properties.label || document.title;
  const assets = await picker.open();
  tell(assets ? { type: 'pick', assets } : { type: 'close' });
}

/** What each option must be, as `typeof` names it. */
const TYPES: Readonly<Record<keyof Omit<PickerOptions, 'locale' | 'theme'>, string>> = {
  ...{ label: 'string', accept: 'string', formats: 'string', altField: 'string', rightsField: 'string' },
  ...{ multiple: 'boolean', min: 'number', max: 'number', filter: 'object', selected: 'object' },
};

/** Says which option is none of ours, or of another type. */
function problemOf(options: Readonly<Record<string, unknown>>): string | undefined {
  const types: Readonly<Record<string, string>> = TYPES;
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(types, name))
      return `${name} is no option of the picker; it has ${Object.keys(types).join(', ')}`;
    const isList = name !== 'selected' || (Array.isArray(value) && value.every(Number.isSafeInteger));
    if (typeof value !== types[name] || value === null || !isList)
      return `${name} takes ${name === 'selected' ? 'a list of IDs' : `a value of type ${types[name]}`}`;
  }
  return undefined;
}

/** Tells people who have opened the address by hand, or whose page has gone, what it is for. */
async function complain(): Promise<void> {
  const [say, { notice, noticeStyles }, { tokens }] = await Promise.all([
    loadTexts(chooseLanguage(navigator.languages)),
    import('../theme/notice.ts'),
    import('../theme/tokens.ts'),
  ]);
  const box = document.body.appendChild(document.createElement('main')).attachShadow({ mode: 'open' });
  box.adoptedStyleSheets = [tokens, noticeStyles].flatMap(({ styleSheet }) => styleSheet ?? []);
  render(notice({ icon: 'info', title: say('picker.nobody.title'), text: say('picker.nobody.text') }), box);
}
