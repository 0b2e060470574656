import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { AssetQuery } from './assets/asset-query.ts';
import { AssetLoader } from './assets/known-assets.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { define } from './catalogue/define.ts';
import { imported, LaterPart } from './catalogue/later-part.ts';
import { sayRefusal } from './catalogue/later-refusals.ts';
import { readAccept } from './picker/accept.ts';
import { readIds } from './picker/choice.ts';
import { FormElement } from './picker/form-element.ts';
import { LaterTray } from './picker/later-tray.ts';
import type { PickedAsset } from './picker/picked-asset.ts';
import pickerStyles from './picker/picker.css';
import { pickerField } from './picker/picker-field.ts';
import { readSettings, SETTINGS } from './picker/settings.ts';
import type { ShownChoice } from './picker/shown-choice.ts';
import { chooser, chooserDialog, type ShownChooser } from './picker/shown-chooser.ts';
import { validOnly } from './picker/valid-only.ts';
import { showModal } from './theme/dialogs.ts';
import { keepFocus } from './theme/keep-focus.ts';
import noticeStyles from './theme/notice.css';

/**
 * A form field for assets, as `<input type="file">` is for files. Its value is the IDs of the chosen assets.
 *
 * @attr hidden - shows no field; the page calls `open()`
 * @fires change - the person changed the choice
 * @fires abs-pick - a choice was confirmed, or with `inline` changed; detail: `{assets, ids}`, whose `assets` lack those
 *   that no longer exist
 * @fires abs-close - the dialog was closed; the choice stays unless `abs-pick` came before
 * @slot end - buttons in the bar of the dialog, before the one that closes it
 * @csspart dialog - the dialog
 */
export class AbsPicker extends FormElement {
  static override properties: PropertyDeclarations = {
    inline: { type: Boolean, reflect: true },
    label: { type: String },
    accept: { type: String },
    multiple: { type: Boolean },
    min: { type: Number },
    max: { type: Number },
    formats: { type: String },
    filter: { attribute: false },
    start: { attribute: false },
    altField: { type: String, attribute: 'alt-field' },
    rightsField: { type: String, attribute: 'rights-field' },
    validOnly: { type: Boolean, attribute: 'valid-only' },
    selected: {},
    // Declared so that a value that a page set before this script arrived is kept. The attribute means the same as `selected`.
    value: { type: String, noAccessor: true },
    name: { type: String, reflect: true },
    required: { type: Boolean, reflect: true },
    disabled: { type: Boolean, reflect: true },
    isFormDisabled: { state: true },
    isOpen: { state: true },
    isBusy: { state: true },
    draft: { state: true },
    failure: { state: true },
  };

  static override styles = [...CatalogueElement.styles, noticeStyles, pickerStyles];

  /** Shows the catalogue in the page instead of in a dialog; each change counts at once. */
  declare inline: boolean;
  /** Name of the field, and title of the dialog. */
  declare label: string;
  /**
   * Kinds (`image`, `document`, `video`, `audio`, `text`, `model`), extensions (`.jpg`) and media types (`image/*`),
   * separated by commas.
   */
  declare accept: string;
  /** Lets people choose several assets and order them. */
  declare multiple: boolean;
  /** How many must be chosen, with `multiple`. */
  declare min: number;
  /** How many may be chosen, up to 1000, with `multiple`. */
  declare max: number;
  /**
   * Renditions in the result: `thumb`, `preview`, `download` and IDs of download formats, separated by commas. Default:
   * `preview`.
   */
  declare formats: string;
  /**
   * A query that people can't leave, such as `{node: 12}`; without `text`, `within` and `isTop`, and with the nodes
   * below.
   */
  declare filter: AssetQuery | undefined;
  /**
   * A query that people see first, and can leave.
   */
  declare start: AssetQuery | undefined;
  /** Field with alternative texts: `alt_name` or `info_<ID>`. */
  declare altField: string;
  /** Field with rights: `info_<ID>`. */
  declare rightsField: string;
  /** Offers only what is valid at the time. */
  declare validOnly: boolean;
  /** Name of the form entries. */
  declare name: string;
  /** Stops the form if nothing is chosen. */
  declare required: boolean;
  /** Nobody can choose, and nothing is submitted. */
  declare disabled: boolean;

  declare private isOpen: boolean;
  declare private isBusy: boolean;
  /** IDs that are chosen in the dialog but not confirmed yet. */
  declare private draft: readonly number[];
  /** Why the choice could not be confirmed. */
  declare private failure: string | undefined;
  #selected: readonly number[] = [];
  #request = new AbortController();
  #answer: ((picked: readonly PickedAsset[] | undefined) => void) | undefined;
  #accepted = readAccept('');
  readonly #part = new LaterPart(this, () => import('./picker/chooser-element.ts'));
  /** The field and the dialog show the same assets. */
  readonly #assets = new AssetLoader(() => this.requestUpdate());
  readonly #tray = new LaterTray(this, {
    assets: () => this.#assets,
    ids: () => this.selected,
    changed: (ids) => this.#apply(ids),
  });

  /** IDs of the chosen assets in their order. A reset of the form returns to the attribute. */
  get selected(): readonly number[] {
    return this.#selected;
  }

  set selected(ids: readonly number[]) {
    this.#selected = readIds(ids).ids;
  }

  constructor() {
    super();
    Object.assign(this, {
      ...{ draft: [], label: '', accept: '', name: '', rightsField: '', formats: 'preview' },
      ...{
        validOnly: false,
        inline: false,
        multiple: false,
        required: false,
        disabled: false,
        isFormDisabled: false,
        isOpen: false,
      },
      ...{ isBusy: false, altField: 'alt_name', min: 0, max: 1000 },
    });
    keepFocus(this, () => this.renderRoot.querySelector<HTMLElement>('.choose'));
  }

  /** Opens the dialog. Resolves with the chosen assets, or undefined without a choice. */
  open(): Promise<readonly PickedAsset[] | undefined> {
    this.#answer?.(undefined);
    const isRemoved = this.hasUpdated && !this.isConnected;
    if (this.inline || isRemoved) return Promise.resolve(undefined);
    this.draft = this.selected;
    this.failure = undefined;
    this.isOpen = true;
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  /** Closes the dialog without a choice. */
  close(): void {
    if (!this.isOpen) return;
    this.#end(undefined);
    this.tell('abs-close');
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#end(undefined);
    this.#assets.close();
  }

  protected override catalogueChanged(catalogue: Catalogue | undefined): void {
    // Assets belong to one service.
    if (!catalogue) this.close();
    this.#assets.close();
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (SETTINGS.some((name) => changed.has(name))) this.#accepted = readSettings(this);
    // An update may follow the removal.
    const catalogue = this.isConnected ? this.catalogue : undefined;
    if (this.isFormDisabled || this.inline) this.close();
    // An unconfirmed choice may no longer be valid. Frameworks set equal lists with each update.
    const differs = (name: 'accept' | 'selected') =>
      changed.has(name) && String(changed.get(name) ?? '') !== String(this[name] ?? '');
    if (differs('accept') || differs('selected')) this.draft = this.selected;
    this.updateForm();
    if (catalogue && !this.inline && !this.hidden) this.#assets.show(catalogue, this.selected);
    // Before the service has answered, so that the field appears with its assets.
    if (this.selected.length > 0 && !this.inline && !this.hidden) this.#tray.loadOnce();
    if (this.isOpen || this.inline) this.#part.loadOnce();
  }

  protected override updated(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (dialog && !dialog.open) {
      if (showModal(dialog)) this.renderRoot.querySelector<HTMLElement>('#title')?.focus();
      else this.close();
    }
    this.anchorMessages(this.renderRoot.querySelector<HTMLElement>('.choose'));
  }

  /** Applies a choice of the person. */
  #apply(ids: readonly number[]): void {
    this.selected = ids;
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  async #confirm(catalogue: Catalogue, ids: readonly number[]): Promise<void> {
    this.#request.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    // In the page, people go on choosing.
    this.isBusy = this.isOpen;
    this.failure = undefined;
    try {
      const { loadPicked } = await imported(import('./picker/picked-asset.ts'));
      const assets = await loadPicked(catalogue, ids, this, signal);
      if (signal.aborted) return;
      const isDialog = this.isOpen;
      // Comes first, because a listener may open the dialog again or remove the element.
      this.#end(assets);
      if (isDialog) this.#apply(ids);
      this.tell('abs-pick', { assets, ids });
      if (isDialog) this.tell('abs-close');
    } catch (error) {
      const failure = await sayRefusal(error, catalogue);
      if (signal.aborted) return;
      this.isBusy = false;
      this.failure = failure;
    }
  }

  /** Closes the dialog. The browser returns the focus. */
  #end(picked: readonly PickedAsset[] | undefined): void {
    this.#request.abort();
    this.renderRoot?.querySelector('dialog')?.close();
    this.isOpen = false;
    this.isBusy = false;
    this.#answer?.(picked);
    this.#answer = undefined;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { catalogue } = this;
    if (!catalogue) return nothing;
    if (this.inline)
      return chooser(
        this.#chooser(catalogue, this.selected, (ids) => {
          this.#apply(ids);
          void this.#confirm(catalogue, ids);
        }),
      );
    if (this.#tray.state === 'loading' && !this.renderRoot.querySelector('.field')) return nothing;
    const title = this.label || catalogue.say(this.multiple ? 'picker.title.many' : 'picker.title');
    const shown = this.#chooser(catalogue, this.draft, (ids) => {
      this.draft = ids;
    });
    return html`${pickerField(catalogue, {
      ...{ label: this.label, isMultiple: this.multiple, isDisabled: this.isFormDisabled, count: this.selected.length },
      tray: this.#tray.render(catalogue, {
        max: this.limits.max,
        isOrdered: this.multiple,
        isDisabled: this.isFormDisabled,
      }),
      choose: () => void this.open(),
    })}${this.isOpen ? chooserDialog(shown, title) : nothing}`;
  }

  #chooser(catalogue: Catalogue, ids: readonly number[], choose: ShownChoice['choose']): ShownChooser {
    const { limits, start, failure, isBusy } = this;
    const filter = this.validOnly ? validOnly(this.filter) : this.filter;
    const choice: ShownChoice = {
      ...{ accepted: this.#accepted, limits, ids, filter, start, failure, isBusy },
      ...{ assets: this.#assets, isDisabled: this.inline && this.isFormDisabled, hasButtons: !this.inline },
      // An earlier choice may be emptied.
      isRequired: this.required || (this.isOpen && this.selected.length === 0),
      choose: (chosen) => {
        this.failure = undefined;
        choose(chosen);
      },
      confirm: () => void this.#confirm(catalogue, ids),
      cancel: () => this.close(),
    };
    return { catalogue, choice, part: this.#part };
  }
}

define('abs-picker', AbsPicker);

declare global {
  interface HTMLElementTagNameMap {
    'abs-picker': AbsPicker;
  }
}
