import { type Client, connect } from '@asset-browsing-service/client';
import { ContextProvider } from '@lit/context';
import { html, LitElement, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { type Catalogue, catalogueContext, type TokenProvider } from './catalogue/catalogue.ts';
import type { EventDetails } from './catalogue/event-details.ts';
import { describeFailure, type Failure, notOurs, unauthorized } from './catalogue/failures.ts';
import { loadingMessage, loadingStyles } from './catalogue/loading-message.ts';
import { openPictures } from './catalogue/pictures.ts';
import { retryWhenBusy } from './catalogue/retry-when-busy.ts';
import { openServiceLoad } from './catalogue/service-load.ts';
import { signInForm, signInStyles } from './catalogue/sign-in.ts';
import { languageTag } from './texts/language-tag.ts';
import { chooseLanguage, loadTexts, type Say, type TextOverlay } from './texts/texts.ts';
import { controls } from './theme/controls.ts';
import { modal, modalStyles, openModal } from './theme/dialogs.ts';
import { icon } from './theme/icons.ts';
import { notice, noticeStyles } from './theme/notice.ts';
import { tokens } from './theme/tokens.ts';

/**
 * Connects the elements within it to a service. Shows them once the service has answered. Until then they take their place
 * but are hidden; after a moment a message lies over them. If the service cannot be asked, there is a message, or a panel that
 * asks for a token, instead of them.
 *
 * @fires abs-ready - the service has answered; detail: the catalogue
 * @fires abs-unauthorized - the service wants another token. With the default prevented, no panel appears.
 * @fires abs-error - the service could not be asked; detail: the failure
 * @slot loading - replaces the message that the catalogue is loaded
 */
export class AbsCatalogue extends LitElement {
  static override properties: PropertyDeclarations = {
    src: { type: String },
    locale: { type: String },
    theme: { type: String, reflect: true },
    tokenProvider: { attribute: false },
    texts: { attribute: false },
    failure: { state: true },
    isReady: { state: true },
  };

  static override styles = [tokens, controls, noticeStyles, modalStyles, signInStyles, loadingStyles];

  /** Base address of the service. Default: the directory of the page. */
  declare src: string;
  /** Language of texts and answers, `de` or `de-AT`. Default: the languages of the page and of the browser. */
  declare locale: string;
  /** `light` or `dark`, with a background; without it, what the page around says with `color-scheme`. */
  declare theme: 'light' | 'dark' | '';
  /** Gives the token of each request. It is a property only, so that no token stands in markup. */
  declare tokenProvider: TokenProvider | undefined;
  /** Texts that replace ours, by key. */
  declare texts: TextOverlay;

  declare private failure: Failure | undefined;
  declare private isReady: boolean;
  readonly #provider = new ContextProvider(this, { context: catalogueContext, initialValue: undefined });
  #say: Say | undefined;
  #enteredToken: string | undefined;
  /** True while the page itself shows what failed. */
  #isHandled = false;
  readonly #busy = retryWhenBusy(() => void this.#connect());
  /** The present connection. */
  #connection = new AbortController();
  readonly #load = openServiceLoad();

  constructor() {
    super();
    this.src = '';
    this.locale = '';
    this.theme = '';
    this.texts = {};
    this.isReady = false;
  }

  /** The catalogue; undefined until the service has answered. */
  get catalogue(): Catalogue | undefined {
    return this.#provider.value;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) void this.#connect();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#busy.stop();
    this.#connection.abort();
    this.catalogue?.pictures.close();
  }

  protected override willUpdate(changed: PropertyValues): void {
    // A token that was entered belongs to one service, and a page that gives tokens knows better.
    if (changed.has('src') || changed.has('tokenProvider')) this.#enteredToken = undefined;
    // What another service had to show is no longer there.
    if (changed.has('src')) {
      this.isReady = false;
      this.catalogue?.pictures.close();
      this.#provider.setValue(undefined);
    }
    if (['src', 'locale', 'tokenProvider', 'texts'].some((name) => changed.has(name))) void this.#connect();
  }

  /** Asks the service again, for example after it could not be reached. */
  async #connect(): Promise<void> {
    this.#busy.stop();
    this.#connection.abort();
    this.#connection = new AbortController();
    this.#isHandled = false;
    const { signal } = this.#connection;
    const isLatest = () => !signal.aborted && this.isConnected;
    const language = chooseLanguage([this.locale, document.documentElement.lang, ...navigator.languages]);
    const entered = this.#enteredToken;
    const provider = entered === undefined ? this.tokenProvider : () => entered;
    const tokenProvider = provider && this.#watched(provider, isLatest);
    const locale = languageTag(this.locale) ?? language;
    // Texts and the service are asked at the same time: each costs a round trip.
    const asking = this.#ask(locale, tokenProvider, signal);
    const say = await loadTexts(language, this.texts);
    if (!isLatest()) return;
    this.#say = say;
    this.requestUpdate();
    try {
      const { client, about } = await asking;
      if (!isLatest()) return;
      this.failure = undefined;
      // The button or field that has done its work goes, and what it has brought takes its place.
      if (!this.isReady && this.shadowRoot?.activeElement) {
        if (!this.hasAttribute('tabindex')) {
          this.tabIndex = -1;
          this.addEventListener('blur', () => this.removeAttribute('tabindex'), { once: true });
        }
        this.focus({ preventScroll: true });
      }
      this.isReady = true;
      this.catalogue?.pictures.close();
      const pictures = openPictures(client, tokenProvider !== undefined);
      this.#provider.setValue({ client, about, locale, say, pictures, load: this.#load, tokenProvider });
      this.lang = language;
      if (this.catalogue) this.#tell('abs-ready', this.catalogue);
    } catch (error) {
      if (!isLatest()) return;
      this.#fail(describeFailure(error, say));
      this.#busy.failed(error);
    }
  }

  #ask(
    locale: string,
    token: TokenProvider | undefined,
    signal: AbortSignal,
  ): Promise<Pick<Catalogue, 'client' | 'about'>> {
    const ask = async () => {
      const client: Client = connect(this.src || '.', { locale, token, fetch: this.#load.fetch });
      const about = await client.node.about({ about: true }, { signal });
      // Another program may use the same envelope.
      if (!about.nodeTypes) throw notOurs();
      return { client, about };
    };
    const asking = ask();
    // Whoever awaits it sees the error.
    asking.catch(() => {});
    return asking;
  }

  /** Asks for another token as soon as the service refuses one for which the provider has no other. */
  #watched(provider: TokenProvider, isLatest: () => boolean): TokenProvider {
    return async (refused) => {
      const token = await provider(refused);
      const isRefused = refused !== undefined && (token === undefined || token === refused);
      const say = this.#say;
      // Many requests at once are refused together.
      if (isRefused && say && this.isReady && !this.failure && isLatest()) this.#fail(unauthorized(say));
      return token;
    };
  }

  #fail(failure: Failure): void {
    this.#isHandled = !this.#tell(failure.kind === 'unauthorized' ? 'abs-unauthorized' : 'abs-error', failure);
    this.failure = this.#isHandled ? undefined : failure;
    this.requestUpdate();
  }

  #tell<Name extends keyof EventDetails>(name: Name, detail: EventDetails[Name]): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  }

  protected override render(): TemplateResult {
    const { failure } = this;
    const say = this.#say;
    // Hidden, but not removed: what follows on the page would move when it appears.
    if (!say || (this.#isHandled && !this.isReady)) return html`<slot class="waiting"></slot>`;
    if (this.isReady) return html`<slot></slot>${this.#dialog(say, failure)}`;
    if (!failure) {
      const message = loadingMessage({ say, load: this.#load, retry: () => void this.#connect() });
      // Before what it lies over, whose size would move it off the screen.
      return html`<slot name="loading">${message}</slot><slot class="waiting"></slot>`;
    }
    if (failure.kind === 'unauthorized')
      return html`<div class="panel"><h2>${failure.title}</h2>${this.#signIn(say)}</div>`;
    return this.#notice(say, failure);
  }

  protected override updated(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (this.failure) openModal(dialog);
    if (!this.failure) dialog?.close();
  }

  /**
   * What goes wrong while content is shown stands above all of it, also above its dialogs, which only another modal dialog
   * can; behind it everything stays as it is.
   */
  #dialog(say: Say, failure: Failure | undefined): TemplateResult {
    const isUnauthorized = failure?.kind === 'unauthorized';
    return modal({
      title: failure?.title ?? '',
      closeLabel: say('dialog.close'),
      body: failure && (isUnauthorized ? this.#signIn(say) : this.#notice(say, { ...failure, title: '' })),
      closed: () => {
        this.failure = undefined;
      },
    });
  }

  #notice(say: Say, { title, text }: Failure): TemplateResult {
    const action = { label: say('catalogue.retry'), run: () => void this.#connect() };
    return notice({ icon: icon('warning'), title, text, action });
  }

  #signIn(say: Say): TemplateResult {
    const enter = (token: string) => {
      this.#enteredToken = token;
      void this.#connect();
    };
    return signInForm({ say, isRefused: Boolean(this.#enteredToken), enter });
  }
}

customElements.define('abs-catalogue', AbsCatalogue);

declare global {
  interface HTMLElementTagNameMap {
    'abs-catalogue': AbsCatalogue;
  }
}
