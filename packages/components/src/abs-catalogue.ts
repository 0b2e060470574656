import { type Client, connect } from '@asset-browsing-service/client';
import { html, LitElement, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type * as Asking from './catalogue/asking.ts';
import type { Catalogue, TokenProvider } from './catalogue/catalogue.ts';
import { define } from './catalogue/define.ts';
import type { EventDetails } from './catalogue/event-details.ts';
import { describeFailure, type Failure, forbidden, notOurs, unauthorized } from './catalogue/failures.ts';
import { LaterPart, waitingFor } from './catalogue/later-part.ts';
import loadingStyles from './catalogue/loading-message.css';
import { loadingMessage } from './catalogue/loading-message.ts';
import { openPictures } from './catalogue/pictures.ts';
import { retryWhenBusy } from './catalogue/retry-when-busy.ts';
import { openServiceLoad } from './catalogue/service-load.ts';
import { SharedCatalogue } from './catalogue/shared-catalogue.ts';
import { languageTag, withReadersRegion } from './texts/language-tag.ts';
import { chooseLanguage, loadTexts, type Say, type TextOverlay } from './texts/texts.ts';
import controls from './theme/controls.css';
import { openModal } from './theme/dialogs.ts';
import { icon } from './theme/icons.ts';
import { keepFocus } from './theme/keep-focus.ts';
import noticeStyles from './theme/notice.css';
import { notice } from './theme/notice.ts';
import tokens from './theme/tokens.css';

/** True if a token, or another one, can help. */
function needsToken({ kind }: Failure): boolean {
  return kind === 'unauthorized' || kind === 'forbidden';
}

/**
 * Connects the elements inside it to a service, and sets their language and theme.
 *
 * @fires abs-ready - the service has answered; detail: the catalogue
 * @fires abs-unauthorized - a token is missing or refused, or the person wants to use another one (`kind` is
 *   `forbidden`); detail: the failure. The page may prevent the default, a form
 * @fires abs-error - the service can't be reached, is busy, or gives an unusable answer; detail: the failure. The page
 *   may prevent the default, a message
 * @slot loading - replaces the message that the catalogue is loading
 * @slot sign-in - other ways to sign in, above the form that asks for a token
 * @slot brand - name and logo, above its title
 */
export class AbsCatalogue extends LitElement {
  static override properties: PropertyDeclarations = {
    src: { type: String },
    locale: { type: String },
    theme: { type: String, reflect: true },
    // Frameworks set a new function and an equal object with each update.
    tokenProvider: { attribute: false, hasChanged: (value, before) => Boolean(value) !== Boolean(before) },
    texts: { attribute: false, hasChanged: (value, before) => JSON.stringify(value) !== JSON.stringify(before) },
    failure: { state: true },
    isReady: { state: true },
    isConnecting: { state: true },
  };

  static override styles = [tokens, controls, noticeStyles, loadingStyles];

  /** Base address of the service. Default: the directory of the page. */
  declare src: string;
  /** Language, such as `de-AT`. Default: that of the page or of the browser. */
  declare locale: string;
  /** `light` or `dark`, with a background; empty follows the `color-scheme` of the page. */
  declare theme: 'light' | 'dark' | '';
  /** Returns the token of each request; gets the one that was refused. */
  declare tokenProvider: TokenProvider | undefined;
  /** Texts that replace those of the elements, by key. */
  declare texts: TextOverlay;

  declare private failure: Failure | undefined;
  declare private isReady: boolean;
  declare private isConnecting: boolean;
  readonly #shared = new SharedCatalogue(this);
  #say: Say | undefined;
  #enteredToken: string | undefined;
  /** True if the page prevented the default of the last failure, and so shows it itself. */
  #isHandled = false;
  /** The refused token that `abs-unauthorized` was last fired for; empty for a missing one. */
  #lastRefused: string | undefined;
  #asking: typeof Asking | undefined;
  /** Loads the form that asks for a token, and the dialog for failures of a catalogue that is there. */
  readonly #askingPart = new LaterPart(this, async () => {
    const asking = await import('./catalogue/asking.ts');
    for (const { styleSheet } of asking.STYLES) if (styleSheet) this.shadowRoot?.adoptedStyleSheets.push(styleSheet);
    this.#asking = asking;
  });
  readonly #retry = retryWhenBusy(() => void this.connect());
  /** Aborted when another connection begins. */
  #connection = new AbortController();
  /**
   * The dialog that shows `failure`. Kept so that an update after Escape does not open it again before `closed` clears `failure`.
   */
  #shownDialog: HTMLDialogElement | null = null;
  readonly #load = openServiceLoad();

  constructor() {
    super();
    this.src = '';
    this.locale = '';
    this.theme = '';
    this.texts = {};
    this.isReady = false;
    const messages = 'dialog[open] h2, .panel input, .notice, .loading';
    // The message may be off the screen, and the content that follows it does not move either.
    keepFocus(this, () => this.renderRoot.querySelector(messages), { preventScroll: true });
  }

  /** The catalogue; undefined until the service has answered. */
  get catalogue(): Catalogue | undefined {
    return this.#shared.value;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) void this.connect();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#retry.stop();
    this.#connection.abort();
    this.#shownDialog = null;
    this.catalogue?.pictures.close();
  }

  protected override willUpdate(changed: PropertyValues): void {
    // An entered token is for one service only, and a page that sets or removes its provider replaces it.
    if (changed.has('src') || changed.has('tokenProvider')) this.#enteredToken = undefined;
    // Removes the content of the previous service.
    if (changed.has('src')) {
      this.isReady = false;
      this.catalogue?.pictures.close();
      this.#shared.value = undefined;
    }
    if (['src', 'locale', 'tokenProvider', 'texts'].some((name) => changed.has(name))) void this.connect();
  }

  /** Loads everything again. Resolves once it has succeeded, failed or been replaced. */
  async connect(): Promise<void> {
    this.#retry.stop();
    this.#connection.abort();
    this.#connection = new AbortController();
    this.#isHandled = false;
    this.#lastRefused = undefined;
    const { signal } = this.#connection;
    const isLatest = () => !signal.aborted && this.isConnected;
    // A removed attribute leaves null.
    const wanted = String(this.locale ?? '');
    const language = chooseLanguage([wanted, document.documentElement.lang, ...navigator.languages]);
    const entered = this.#enteredToken;
    const provider = entered === undefined ? (refused?: string) => this.tokenProvider?.(refused) : () => entered;
    const hasToken = entered !== undefined || this.tokenProvider !== undefined;
    const tokenProvider = hasToken ? this.#withSignIn(provider, isLatest) : undefined;
    const locale = languageTag(wanted) ?? withReadersRegion(language);
    // Both at the same time, because each costs a round trip.
    const asking = this.#ask(locale, tokenProvider, signal);
    const say = await loadTexts(language, this.texts, locale);
    if (!isLatest()) return;
    this.#say = say;
    this.isConnecting = true;
    try {
      const { client, about } = await asking;
      if (!isLatest()) return;
      this.failure = undefined;
      // The button or field that was used is about to be removed, and the focus with it.
      if (this.shadowRoot?.activeElement?.matches(':not(dialog *)')) {
        if (!this.hasAttribute('tabindex')) {
          this.tabIndex = -1;
          this.addEventListener('blur', () => this.removeAttribute('tabindex'), { once: true });
        }
        this.focus({ preventScroll: true });
      }
      this.isReady = true;
      this.catalogue?.pictures.close();
      const pictures = openPictures(client, hasToken);
      const signIn = hasToken ? () => this.#fail(forbidden(say)) : undefined;
      this.#shared.value = { client, about, locale, say, pictures, load: this.#load, tokenProvider, signIn };
      this.lang = language;
      if (this.catalogue) this.#tell('abs-ready', this.catalogue);
    } catch (error) {
      if (!isLatest()) return;
      const failure = describeFailure(error, say);
      // Already reported if the token was refused while the content was there.
      if (failure.kind !== 'unauthorized' || this.#lastRefused === undefined) this.#fail(failure);
      this.#retry.failed(error);
    }
    this.isConnecting = false;
  }

  /** Connects again for a person, who sees that it was begun, and hears the failure again if it is the same. */
  #again(): void {
    this.failure = undefined;
    this.requestUpdate();
    void this.connect();
  }

  #ask(
    locale: string,
    token: TokenProvider | undefined,
    signal: AbortSignal,
  ): Promise<Pick<Catalogue, 'client' | 'about'>> {
    const ask = async () => {
      const client: Client = connect(this.src || '.', { locale, token, fetch: token ? this.#load.fetch : this.#fetch });
      const about = await client.node.about({ about: true }, { signal });
      // Another program may answer in the same format.
      if (!about.nodeTypes) throw notOurs();
      return { client, about };
    };
    const asking = ask();
    // It may fail before `connect` awaits it, which browsers would report as unhandled.
    asking.catch(() => {});
    return asking;
  }

  /** Fetches without a token, and tells the page if a session has ended that was there: only a page can begin another one. */
  readonly #fetch: typeof fetch = async (...request) => {
    const response = await this.#load.fetch(...request);
    const say = this.#say;
    if (response.status === 401 && say && this.isReady && !this.#isHandled)
      this.#isHandled = !this.#tell('abs-unauthorized', unauthorized(say));
    return response;
  };

  /** Wraps a provider: if it answers a refused token with the same one or none, the person is asked to sign in. */
  #withSignIn(provider: TokenProvider, isLatest: () => boolean): TokenProvider {
    return async (refused) => {
      const token = await provider(refused);
      // If the refused request had no token, `refused` is undefined, as at the first call for a request.
      const isMissing = token === undefined && (refused !== undefined || this.catalogue?.about.tokenRequired === true);
      const isRefused = isMissing || (refused !== undefined && token === refused);
      const say = this.#say;
      // Requests that were sent together are refused together, and those after them may have no token at all.
      const isReported = token === undefined ? this.#lastRefused !== undefined : this.#lastRefused === refused;
      const isShown = this.failure !== undefined || (this.#isHandled && isReported);
      if (isRefused && say && this.isReady && !isShown && isLatest()) {
        this.#lastRefused = refused ?? '';
        this.#fail(unauthorized(say));
      }
      return token;
    };
  }

  #fail(failure: Failure): void {
    this.#isHandled = !this.#tell(needsToken(failure) ? 'abs-unauthorized' : 'abs-error', failure);
    this.failure = this.#isHandled ? undefined : failure;
    if (this.failure && (this.isReady || needsToken(failure))) void this.#askingPart.load();
    this.requestUpdate();
  }

  #tell<Name extends keyof EventDetails>(name: Name, detail: EventDetails[Name]): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  }

  protected override render(): TemplateResult {
    const { failure } = this;
    const say = this.#say;
    // The content is hidden, not removed, so that the rest of the page does not move when it appears.
    if (!say || (this.#isHandled && !this.isReady)) return html`<slot class="waiting"></slot>`;
    // Comes first, because the size of the content would push it off the screen.
    const message = loadingMessage({ say, load: this.#load, retry: () => this.#again() });
    if (this.isReady) return html`${this.isConnecting ? message : ''}<slot></slot>${this.#dialog(say, failure)}`;
    if (!failure) return html`<slot name="loading">${message}</slot><slot class="waiting"></slot>`;
    if (needsToken(failure))
      return html`<div class="panel"><slot name="brand"></slot><h2>${failure.title}</h2>${this.#signIn(say, failure)}</div>`;
    return this.#notice(say, failure);
  }

  protected override updated(changed: PropertyValues): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (!this.failure) dialog?.close();
    else if (dialog !== this.#shownDialog || changed.has('failure')) openModal(dialog);
    this.#shownDialog = this.failure && this.isConnected ? dialog : null;
  }

  /** Shows a failure over the content. It is modal because nothing else can cover the dialogs of the content. */
  #dialog(say: Say, failure: Failure | undefined): TemplateResult | undefined {
    // Without the connection over which the dialog would come.
    if (!this.#asking) return failure && this.#askingPart.state === 'failed' ? this.#notice(say, failure) : undefined;
    return this.#asking.modal({
      title: failure?.title ?? '',
      closeLabel: say('dialog.close'),
      body:
        failure && (needsToken(failure) ? this.#signIn(say, failure) : this.#notice(say, { ...failure, title: '' })),
      closed: () => {
        this.failure = undefined;
      },
    });
  }

  #notice(say: Say, { title, text }: Failure): TemplateResult {
    const action = { label: say('catalogue.retry'), run: () => this.#again() };
    return notice({ icon: icon('warning'), title, text, action });
  }

  #signIn(say: Say, { kind }: Failure): TemplateResult {
    const enter = (token: string) => {
      this.#enteredToken = token;
      this.#again();
    };
    const isRefused = kind === 'unauthorized' && Boolean(this.#enteredToken);
    return this.#asking?.signInForm({ say, isRefused, enter }) ?? waitingFor(this.#askingPart, say);
  }
}

define('abs-catalogue', AbsCatalogue);

declare global {
  interface HTMLElementTagNameMap {
    'abs-catalogue': AbsCatalogue;
  }
}
