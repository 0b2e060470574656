/** Opens the picker of a service from a page without elements. Built as a script of its own, `/elements/open-picker.js`. */
import type { TokenProvider } from '../catalogue/catalogue.ts';
import type { PickedAsset } from './picked-asset.ts';
import {
  type MessageToPage,
  type MessageToPicker,
  type PickerOptions,
  readMessage,
  sendMessage,
} from './picker-messages.ts';

/** How to open the picker. */
export interface OpenPickerOptions extends PickerOptions {
  /** Base address of the service, such as `https://media.example/`. Its setting `picker.origins` must list this site. */
  readonly service: string | URL;
  /** Element of the page to which the picker is appended, as an iframe of its width and height. Default: a popup. */
  readonly container?: Element;
  /**
   * Returns a token of the service. It is called without an argument, and again with a token that the service refuses; what
   * it throws ends the picker as `failed`. Without a provider, the picker sends no token.
   */
  readonly tokenProvider?: TokenProvider;
  /** Closes the picker; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * How long to wait for the first answer of the picker, in seconds from 1 to 3600. Default 20. Starts again when the frame
   * loads again.
   */
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

/** How often to check whether the window was closed. No event of a popup says so. */
const POLL_MILLISECONDS = 250;

const MAX_TIMEOUT_SECONDS = 3600;

/**
 * Opens the picker. Resolves with the chosen assets, or with undefined if the person closed it or the page removed its frame.
 * Call it in a click handler, because browsers block popups at other times. Rejects with `PickerError`, or with the signal's
 * reason. The popup or frame is removed in every case. A page with `Cross-Origin-Opener-Policy: same-origin` or `noopener`
 * can't talk to popups and needs a `container`.
 */
export async function openPicker(options: OpenPickerOptions): Promise<readonly PickedAsset[] | undefined> {
  // Callers may not use TypeScript, so each option is checked.
  const { service, container, tokenProvider, signal, timeout = 20, ...pickerOptions } = options ?? {};
  const base = baseOf(service);
  const address = new URL('picker', base);
  if (container !== undefined && container?.nodeType !== Node.ELEMENT_NODE) throw notAContainer();
  // An `AbortSignal` of another frame is no instance of this frame's class.
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function')
    throw new PickerError('options_invalid', 'openPicker: signal must be an AbortSignal');
  if (tokenProvider !== undefined && typeof tokenProvider !== 'function')
    throw new PickerError('options_invalid', 'openPicker: tokenProvider must be a function');
  if (!(timeout >= 1 && timeout <= MAX_TIMEOUT_SECONDS))
    throw new PickerError(
      'options_invalid',
      `openPicker: timeout must be from 1 to ${MAX_TIMEOUT_SECONDS} seconds, not ${timeout}`,
    );
  signal?.throwIfAborted();
  const opened = container ? openFrame(container, address, pickerOptions.label) : openPopup(address);
  const done = new AbortController();
  try {
    return await new Promise<readonly PickedAsset[] | undefined>((resolve, reject) => {
      let token: string | undefined;
      // Documents that the frame has loaded, and those among them whose picker has answered `ready`.
      let loads = 0;
      let answers = 0;
      let answerTimer: ReturnType<typeof setTimeout> | undefined;
      const expectAnswer = () => {
        clearTimeout(answerTimer);
        answerTimer = setTimeout(() => reject(notAnswered(base, timeout)), timeout * 1000);
      };
      expectAnswer();
      const poll = setInterval(() => {
        if (!opened.isGone()) return;
        clearInterval(poll);
        // A popup that has not answered may look closed because it is cut off from this page.
        if (answers > 0 || container) resolve(undefined);
        else
          mayBeCutOff(done.signal).then((isCutOff) => {
            if (isCutOff) reject(cutOff());
            else resolve(undefined);
          });
      }, POLL_MILLISECONDS);
      done.signal.addEventListener('abort', () => {
        clearTimeout(answerTimer);
        clearInterval(poll);
      });
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: done.signal });
      findFailure(address, done.signal).then((failure) => {
        if (failure && answers === 0) reject(failure);
      });

      // A frame that the page moves or that is reloaded starts the picker again. `ready` may come before or after this event.
      const loaded = () => {
        loads += 1;
        if (loads > answers) expectAnswer();
      };
      opened.frame?.addEventListener('load', loaded, { signal: done.signal });

      async function follow(message: MessageToPage): Promise<void> {
        if (message.type === 'ready') {
          answers = Math.max(answers + 1, loads);
          clearTimeout(answerTimer);
          send({ type: 'start', options: pickerOptions, hasTokens: tokenProvider !== undefined });
        } else if (message.type === 'token') {
          token = await askToken(tokenProvider, message.isRefused ? token : undefined);
          send({ type: 'token', id: message.id, token });
        } else if (message.type === 'error')
          reject(new PickerError(message.isOption ? 'options_invalid' : 'failed', `openPicker: ${message.message}`));
        else if (message.type === 'pick') resolve(message.assets);
        else if (message.type === 'close') resolve(undefined);
      }

      function send(message: MessageToPicker): void {
        if (opened.window) sendMessage(opened.window, base.origin, message);
      }

      const listen = (event: MessageEvent) => {
        const message = readMessage<MessageToPage>(event, opened.window, [base.origin]);
        if (message) follow(message).catch((error) => reject(isNotCloneable(error) ? notCloneable(error) : error));
      };
      globalThis.addEventListener('message', listen, { signal: done.signal });
    });
  } finally {
    done.abort();
    opened.close();
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
  const given = JSON.stringify(String(service));
  throw new PickerError(
    'options_invalid',
    `openPicker: service must be an address such as https://media.example/, not ${given}`,
  );
}

/** The popup or frame of a picker. */
interface OpenedPicker {
  /** Null while the page moves the frame, and another window afterwards. */
  readonly window: Window | null;
  /** Undefined for a popup. */
  readonly frame?: HTMLIFrameElement;
  /** True if the person has closed it, or the page has removed it. */
  isGone(): boolean;
  close(): void;
}

function openPopup(address: URL): OpenedPicker {
  const [width, height] = [Math.min(1280, screen.availWidth), Math.min(860, screen.availHeight)];
  const popup = globalThis.open(address, '_blank', `popup,width=${width},height=${height}`);
  if (!popup)
    throw new PickerError(
      'popup_blocked',
      'openPicker: the browser blocked the popup; call openPicker in a click handler, or give a container',
    );
  return { window: popup, isGone: () => popup.closed, close: () => popup.close() };
}

function openFrame(container: Element, address: URL, title = 'Picker'): OpenedPicker {
  const frame = document.createElement('iframe');
  frame.src = address.href;
  frame.title = title;
  frame.width = '100%';
  frame.height = '100%';
  frame.setAttribute('frameborder', '0');
  frame.allow = 'fullscreen; clipboard-write';
  container.append(frame);
  if (!frame.contentWindow) {
    frame.remove();
    throw notAContainer();
  }
  return {
    get window() {
      return frame.contentWindow;
    },
    frame,
    isGone: () => !frame.isConnected,
    close: () => frame.remove(),
  };
}

/** `postMessage` can't clone functions, which an option or a token may be. */
function isNotCloneable(error: unknown): error is DOMException {
  return error instanceof DOMException && error.name === 'DataCloneError';
}

function notCloneable(cause: DOMException): PickerError {
  return new PickerError('options_invalid', `openPicker: a value cannot be sent to the picker: ${cause.message}`, {
    cause,
  });
}

function notAContainer(): PickerError {
  return new PickerError('options_invalid', 'openPicker: container must be an element of this page');
}

function notAnswered({ href }: URL, seconds: number): PickerError {
  return new PickerError(
    'unreachable',
    `openPicker: the picker at ${href} did not answer within ${seconds} s; the service may be down, or its setting picker.origins ` +
      `does not list ${location.origin}`,
  );
}

/**
 * True if this page's `Cross-Origin-Opener-Policy` may be why a popup looks closed before it has answered. A script can read the
 * header only by requesting the page again.
 */
async function mayBeCutOff(signal: AbortSignal): Promise<boolean> {
  if (globalThis.crossOriginIsolated) return true;
  const page = await fetch(location.href, { method: 'HEAD', signal }).catch(() => undefined);
  // Without the headers, it would be wrong to say that the person has closed the popup.
  if (!page) return true;
  return /^(?:same-origin(?!-allow-popups)|noopener)/.test(page.headers.get('cross-origin-opener-policy') ?? '');
}

function cutOff(): PickerError {
  return new PickerError(
    'popup_cut_off',
    'openPicker: the popup was gone before the picker answered; unless somebody closed it, the Cross-Origin-Opener-Policy of this ' +
      'page cuts it off from popups: give a container, or use same-origin-allow-popups',
  );
}

/**
 * Requests the picker to learn why it may not answer: `refused` for status 403 and 501, `unreachable` for other errors.
 * Undefined if the request succeeds, or if CORS hides the answer from this page.
 */
async function findFailure(address: URL, signal: AbortSignal): Promise<PickerError | undefined> {
  const response = await fetch(address, { signal, credentials: 'same-origin' }).catch(() => undefined);
  if (!response || response.ok) return undefined;
  const answer: unknown = await response.json().catch(() => undefined);
  const { message } = (answer ?? {}) as { readonly message?: unknown };
  const why = typeof message === 'string' ? message : `the service answered with status ${response.status}`;
  // 403: the origin is not listed. 501: no origins are configured.
  const isRefusal = response.status === 403 || response.status === 501;
  return new PickerError(isRefusal ? 'refused' : 'unreachable', `openPicker: ${why}`);
}
