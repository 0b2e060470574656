/** Opens the picker of a service from a page that does not load the elements. Built as a script of its own, `/elements/open-picker.js`. */
import type { TokenProvider } from '../catalogue/catalogue.ts';
import { type MessageToPage, type PickerOptions, readMessage, sendMessage } from './messages.ts';
import type { PickedAsset } from './picked-asset.ts';

/** How to open the picker. */
export interface OpenPickerOptions extends PickerOptions {
  /** Base address of the service, such as `https://media.example/`. Its setting `picker.origins` must list this site. */
  readonly service: string | URL;
  /** Element of the page that gets the picker as an iframe of its size. Default: a popup. */
  readonly container?: Element;
  /** Gives the token of the service, and another one if it is refused. Without it, the picker sends none. */
  readonly tokenProvider?: TokenProvider;
  /** Closes the picker; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Seconds until the picker must have answered. Default 20. */
  readonly timeout?: number;
}

/** Why a picker could not be used. */
export class PickerError extends Error {
  override readonly name = 'PickerError';
  /**
   * `options_invalid`, `popup_blocked`, `popup_cut_off` by a policy of the page, `refused` by the service, `unreachable`, or
   * `failed` within the picker or the `tokenProvider`.
   */
  readonly code: 'options_invalid' | 'popup_blocked' | 'popup_cut_off' | 'refused' | 'unreachable' | 'failed';

  constructor(code: PickerError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Milliseconds between two looks whether the person has closed the window. */
const LOOK_MILLISECONDS = 250;

/**
 * Opens the picker. Resolves with the chosen assets, or with undefined if the person closed it. Call it while the person presses a
 * button, because browsers block popups at other times. Rejects with `PickerError`. A page whose `Cross-Origin-Opener-Policy`
 * cuts it off from popups needs a `container`.
 */
export async function openPicker(options: OpenPickerOptions): Promise<readonly PickedAsset[] | undefined> {
  const { service, container, tokenProvider, signal, timeout = 20, ...shown } = options;
  const base = baseOf(service);
  const address = new URL('picker', base);
  if (container !== undefined && container?.nodeType !== Node.ELEMENT_NODE) throw notAContainer();
  signal?.throwIfAborted();
  const shownIn = container ? openFrame(container, address, shown.label) : openPopup(address);
  const { window: picker } = shownIn;
  const done = new AbortController();
  try {
    return await new Promise<readonly PickedAsset[] | undefined>((resolve, reject) => {
      let token: string | undefined;
      let hasAnswered = false;
      const late = setTimeout(() => reject(notAnswered(base, timeout)), timeout * 1000);
      const look = setInterval(() => {
        if (!shownIn.isGone()) return;
        clearInterval(look);
        if (hasAnswered || container) resolve(undefined);
        else askWhetherCutOff(done.signal).then((isCutOff) => (isCutOff ? reject(cutOff()) : resolve(undefined)));
      }, LOOK_MILLISECONDS);
      done.signal.addEventListener('abort', () => {
        clearTimeout(late);
        clearInterval(look);
      });
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: done.signal });
      findRefusal(address, done.signal).then((refusal) => refusal && !hasAnswered && reject(refusal));

      async function answer(message: MessageToPage): Promise<void> {
        if (message.type === 'ready') {
          hasAnswered = true;
          clearTimeout(late);
          const hasTokens = tokenProvider !== undefined;
          sendMessage(picker, base.origin, { type: 'start', options: shown, hasTokens });
        } else if (message.type === 'token') {
          token = await askToken(tokenProvider, message.isRefused ? token : undefined);
          sendMessage(picker, base.origin, { type: 'token', id: message.id, token });
        } else if (message.type === 'error') reject(new PickerError('failed', `openPicker: ${message.message}`));
        else resolve(message.type === 'pick' ? message.assets : undefined);
      }

      const listen = (event: MessageEvent) => {
        const message = readMessage<MessageToPage>(event, picker, [base.origin]);
        if (message) answer(message).catch(reject);
      };
      globalThis.addEventListener('message', listen, { signal: done.signal });
    });
  } finally {
    done.abort();
    shownIn.close();
  }
}

async function askToken(provider: TokenProvider | undefined, refused: string | undefined): Promise<string | undefined> {
  try {
    return await provider?.(refused);
  } catch (cause) {
    throw new PickerError('failed', `openPicker: tokenProvider failed: ${String(cause)}`, { cause });
  }
}

function baseOf(service: string | URL): URL {
  // A `URL` of another frame is no instance of this frame's class.
  const text = typeof service === 'string' ? service : service?.href;
  const base = text !== undefined && URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI) : undefined;
  if (base && /^https?:$/.test(base.protocol) && base.search === '' && base.hash === '') {
    if (!base.pathname.endsWith('/')) base.pathname += '/';
    return base;
  }
  const said = JSON.stringify(String(service));
  throw new PickerError(
    'options_invalid',
    `openPicker: service takes an address such as https://media.example/, not ${said}`,
  );
}

/** Where a picker is shown. */
interface ShownIn {
  readonly window: Window;
  /** True if the person has closed it, or the page has removed it. */
  isGone(): boolean;
  close(): void;
}

function openPopup(address: URL): ShownIn {
  const [width, height] = [Math.min(1280, screen.availWidth), Math.min(860, screen.availHeight)];
  const popup = globalThis.open(address, '_blank', `popup,width=${width},height=${height}`);
  if (!popup)
    throw new PickerError(
      'popup_blocked',
      'openPicker: the browser blocked the popup; call openPicker while a button is pressed, or give a container',
    );
  return { window: popup, isGone: () => popup.closed, close: () => popup.close() };
}

function openFrame(container: Element, address: URL, title = 'Picker'): ShownIn {
  const frame = document.createElement('iframe');
  frame.src = address.href;
  frame.title = title;
  frame.width = '100%';
  frame.height = '100%';
  frame.setAttribute('frameborder', '0');
  frame.allow = 'fullscreen';
  container.append(frame);
  const { contentWindow } = frame;
  if (!contentWindow) {
    frame.remove();
    throw notAContainer();
  }
  return { window: contentWindow, isGone: () => !frame.isConnected, close: () => frame.remove() };
}

function notAContainer(): PickerError {
  return new PickerError('options_invalid', 'openPicker: container takes an element of this page');
}

function notAnswered({ href }: URL, seconds: number): PickerError {
  return new PickerError(
    'unreachable',
    `openPicker: the picker at ${href} did not answer within ${seconds} s; the service may be down, or its setting picker.origins ` +
      `does not list ${location.origin}`,
  );
}

/**
 * True if a policy of this page, rather than a person, may be what makes a popup look closed before it has answered. Only the
 * page's own headers tell.
 */
async function askWhetherCutOff(signal: AbortSignal): Promise<boolean> {
  if (globalThis.crossOriginIsolated) return true;
  const page = await fetch(location.href, { method: 'HEAD', signal }).catch(() => undefined);
  // Without the headers, an error is better than the claim that the person has closed the popup.
  return (
    !page || /^(?:same-origin(?!-allow-popups)|noopener)/.test(page.headers.get('cross-origin-opener-policy') ?? '')
  );
}

function cutOff(): PickerError {
  return new PickerError(
    'popup_cut_off',
    'openPicker: the popup was gone before the picker answered; unless somebody closed it, the Cross-Origin-Opener-Policy of this ' +
      'page cuts it off from popups: give a container, or use same-origin-allow-popups',
  );
}

/** Asks whether the service refuses the picker. Undefined if it does not, or if CORS keeps this page from asking. */
async function findRefusal(address: URL, signal: AbortSignal): Promise<PickerError | undefined> {
  const response = await fetch(address, { signal, credentials: 'omit' }).catch(() => undefined);
  if (!response || response.ok) return undefined;
  const answer: unknown = await response.json().catch(() => undefined);
  const { message } = (answer ?? {}) as { readonly message?: unknown };
  const why = typeof message === 'string' ? message : `the service answered with status ${response.status}`;
  return new PickerError(
    response.status === 403 || response.status === 501 ? 'refused' : 'unreachable',
    `openPicker: ${why}`,
  );
}
