import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { AssetsDialog } from './catalogue/assets-dialog.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { define } from './catalogue/define.ts';
import { OfferLoading } from './download/offer-loading.ts';
import { offersNotice } from './download/offers-notice.ts';
import { LinkMaking } from './share/link-making.ts';
import { madeLink } from './share/made-link.ts';
import { OwnLinks } from './share/own-links.ts';
import shareStyles from './share/share.css';
import { shareForm } from './share/share-form.ts';
import { EN_LATER } from './texts/en-later.ts';
import { addTexts } from './texts/texts.ts';
import copyLinkStyles from './theme/copy-link.css';
import { notice } from './theme/notice.ts';

/**
 * Makes links (PINs) from which anyone can download some assets until they end. Without assets, shows the links that the person
 * has made.
 *
 * @fires abs-pin - a link was made; detail: `{pin, link, title}`
 * @fires abs-close - the dialog was closed
 */
export class AbsShare extends AssetsDialog {
  static override properties: PropertyDeclarations = {
    ends: { state: true },
  };

  static override styles = [...AssetsDialog.styles, copyLinkStyles, shareStyles];

  declare private ends: string;
  readonly #loading = new OfferLoading(() => this.requestUpdate());
  readonly #links = new OwnLinks(() => this.requestUpdate());
  readonly #making = new LinkMaking(
    () => this.requestUpdate(),
    (pin) => this.tell('abs-pin', pin),
  );

  constructor() {
    super();
    this.ends = '';
  }

  protected override load(catalogue: Catalogue): void {
    if (this.ids.length > 0) void this.#loading.load(catalogue, this.ids, false);
    else if (catalogue.about.ownPins) void this.#links.load(catalogue);
  }

  protected override forget(): void {
    this.#loading.reset();
    this.#making.reset();
    this.#links.reset();
    this.ends = '';
  }

  protected override forgetRefusals(): void {
    this.#making.forgetFailure();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    const { say } = catalogue;
    const title = this.ids.length === 0 ? say('share.own') : say('share.heading', { count: this.ids.length });
    return this.dialog(catalogue, title, () => this.#body(catalogue));
  }

  #body(catalogue: Catalogue): TemplateResult {
    const { say, about, client } = catalogue;
    if (!about.pins) return notice({ title: say('share.off') });
    if (this.ids.length === 0)
      return about.ownPins ? this.#links.render(catalogue) : notice({ title: say('share.own.none') });
    const { offers } = this.#loading;
    const awaited = offersNotice(catalogue, this.ids, this.#loading, () => this.loadShown());
    if (awaited || !offers) return html`${awaited}`;
    const { state } = this.#making;
    const form = shareForm(catalogue, {
      ...{ offers, state, ends: this.ends },
      choose: (ends) => {
        this.ends = ends;
      },
      create: (request) => void this.#making.make(client, request),
    });
    return html`${form} ${state.pin ? madeLink(say, state.pin) : nothing}
      ${about.ownPins ? this.#links.renderFolded(catalogue) : nothing}`;
  }
}

addTexts(EN_LATER);
define('abs-share', AbsShare);

declare global {
  interface HTMLElementTagNameMap {
    'abs-share': AbsShare;
  }
}
