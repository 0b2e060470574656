import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { AssetQuery } from './assets/asset-query.ts';
import { openAssetLoader } from './assets/known-assets.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueElement } from './catalogue/catalogue-element.ts';
import { imported, openLaterPart } from './catalogue/later-part.ts';
import { readIds } from './picker/choice.ts';
import { FormElement } from './picker/form-element.ts';
import type { PickedAsset } from './picker/picked-asset.ts';
import { pickerField } from './picker/picker-field.ts';
import { pickerStyles } from './picker/picker-styles.ts';
import { openSettings } from './picker/settings.ts';
import type { ShownChoice } from './picker/shown-choice.ts';
import { chooser, chooserDialog, type ShownChooser } from './picker/shown-chooser.ts';
import { openTrayState } from './picker/tray-state.ts';
import { trayStyles } from './picker/tray-styles.ts';
import { keepFocus } from './theme/keep-focus.ts';
import { noticeStyles } from './theme/notice.ts';

/**
 * Lets people choose assets, as `<input type="file">` lets them choose files: a field with what is chosen and a button that opens
 * a dialog, or browsing within the page. It takes part in forms: its value is the IDs of the chosen assets.
 *
 * @attr hidden - leaves out the field; the page opens the dialog with `open()`
 * @fires change - the person chose other assets; a script that sets them does not fire it
 * @fires abs-pick - assets were chosen; detail: `{assets, ids}`. `assets` lacks those of `ids` that exist no more.
 * @fires abs-close - the dialog was closed; without `abs-pick` before it, nothing was chosen
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
    altField: { type: String, attribute: 'alt-field' },
    rightsField: { type: String, attribute: 'rights-field' },
    selected: {},
    name: { type: String, reflect: true },
    required: { type: Boolean, reflect: true },
    disabled: { type: Boolean, reflect: true },
    isFormDisabled: { state: true },
    isOpen: { state: true },
    isBusy: { state: true },
    draft: { state: true },
    failure: { state: true },
  };

  static override styles = [...CatalogueElement.styles, noticeStyles, trayStyles, pickerStyles];

  /** Browses within the page instead of in a dialog. Each change counts at once. */
  declare inline: boolean;
  /** What is chosen, as title and name of the field. Default: a text of the catalogue's language. */
  declare label: string;
  /** Files that may be chosen, as for `<input type="file">`: kinds (`image`), extensions (`.jpg`), media types (`image/*`). */
  declare accept: string;
  /** Lets people choose several assets, and order them. */
  declare multiple: boolean;
  /** Fewest assets of a choice. */
  declare min: number;
  /** Most assets of a choice, up to 1000. */
  declare max: number;
  /** Renditions in the result: `thumb`, `preview`, `download` and IDs of download formats, separated by commas. */
  declare formats: string;
  /** A restriction that people cannot leave: a node, filters, dates or IDs. */
  declare filter: AssetQuery;
  /** Field of alternative texts: `alt_name`, or `info_<ID>`. */
  declare altField: string;
  /** Field of rights, `info_<ID>`; empty for none. */
  declare rightsField: string;
  /** Name of the value in the form. */
  declare name: string;
  /** Refuses to send the form without a choice. */
  declare required: boolean;
  /** Nobody can choose, and the form sends no value. A disabled `<fieldset>` around it has the same effect. */
  declare disabled: boolean;

  declare private isOpen: boolean;
  declare private isBusy: boolean;
  /** What is chosen in the dialog and not confirmed yet. */
  declare private draft: readonly number[];
  /** Why the choice could not be loaded. */
  declare private failure: unknown;
  #selected: readonly number[] = [];
  #request = new AbortController();
  #answer: ((picked: readonly PickedAsset[] | undefined) => void) | undefined;
  readonly #settings = openSettings(this);
  readonly #part = openLaterPart(
    () => import('./picker/chooser-element.ts'),
    () => this.requestUpdate(),
  );
  /** The field and the dialog show the same assets. */
  readonly #assets = openAssetLoader(() => this.requestUpdate());
  readonly #tray = openTrayState(this, {
    assets: () => this.#assets,
    ids: () => this.selected,
    changed: (ids) => this.#take(ids),
  });

  /**
   * IDs of the chosen assets, in their order. Setting them tells nobody; what is no ID is left out. The attribute is what a reset
   * returns to.
   */
  get selected(): readonly number[] {
    return this.#selected;
  }

  set selected(ids: readonly number[]) {
    this.#selected = readIds(ids).ids;
  }

  constructor() {
    super();
    Object.assign(this, {
      ...{ draft: [], filter: {}, label: '', accept: '', name: '', rightsField: '', formats: 'preview' },
      ...{ inline: false, multiple: false, required: false, disabled: false, isFormDisabled: false, isOpen: false },
      ...{ isBusy: false, altField: 'alt_name', min: 0, max: 1000 },
    });
    keepFocus(this, () => this.renderRoot.querySelector<HTMLElement>('.choose'));
  }

  /**
   * Opens the dialog, as soon as the catalogue is there. Resolves with what was chosen, or with undefined if the dialog was
   * closed without a choice, or the element is disabled or was removed.
   */
  open(): Promise<readonly PickedAsset[] | undefined> {
    this.#answer?.(undefined);
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
    // Another service has none of the assets.
    if (!catalogue) this.close();
    this.#assets.close();
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.#settings.read(changed);
    const { catalogue } = this;
    if (this.isFormDisabled) this.close();
    // What was begun in the dialog may no longer be right. Frameworks write equal lists with each update.
    const differs = (name: 'accept' | 'selected') =>
      changed.has(name) && String(changed.get(name) ?? '') !== String(this[name] ?? '');
    if (differs('accept') || differs('selected')) this.draft = this.selected;
    this.updateForm();
    if (catalogue && !this.inline && !this.hidden) this.#assets.show(catalogue, this.selected);
    if (this.#part.state === 'absent' && (this.isOpen || this.inline)) void this.#part.load();
  }

  protected override updated(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (dialog && !dialog.open) {
      dialog.showModal();
      this.renderRoot.querySelector<HTMLElement>('#title')?.focus();
    }
    this.anchorMessages(this.renderRoot.querySelector<HTMLElement>('.choose'));
  }

  /** Takes a choice of the person over. */
  #take(ids: readonly number[]): void {
    this.selected = ids;
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  async #confirm(catalogue: Catalogue, ids: readonly number[]): Promise<void> {
    this.#request.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    // Within the page, people go on choosing.
    this.isBusy = this.isOpen;
    this.failure = undefined;
    try {
      const { loadPicked } = await imported(import('./picker/picked-asset.ts'));
      const assets = await loadPicked(catalogue, ids, this.#settings.resultFields, signal);
      if (signal.aborted) return;
      const isDialog = this.isOpen;
      // First, because whoever is told may open the dialog again, or remove the element.
      this.#end(assets);
      if (isDialog) this.#take(ids);
      this.tell('abs-pick', { assets, ids });
      if (isDialog) this.tell('abs-close');
    } catch (error) {
      if (signal.aborted) return;
      this.isBusy = false;
      this.failure = error;
    }
  }

  /** Closes the dialog, which gives the focus back. */
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
          this.#take(ids);
          void this.#confirm(catalogue, ids);
        }),
      );
    const title = this.label || catalogue.say(this.multiple ? 'picker.title.many' : 'picker.title');
    const shown = this.#chooser(catalogue, this.draft, (ids) => {
      this.draft = ids;
    });
    return html`${pickerField(catalogue, {
      ...{ label: this.label, isMultiple: this.multiple, isDisabled: this.isFormDisabled, count: this.selected.length },
      tray: this.#tray.render(catalogue, {
        most: this.limits.max,
        isOrdered: this.multiple,
        isDisabled: this.isFormDisabled,
      }),
      choose: () => void this.open(),
    })}${this.isOpen ? chooserDialog(shown, title) : nothing}`;
  }

  #chooser(catalogue: Catalogue, ids: readonly number[], choose: ShownChoice['choose']): ShownChooser {
    const { limits, filter, failure, isBusy } = this;
    const choice: ShownChoice = {
      ...{ accepted: this.#settings.accepted, limits, ids, filter, failure, isBusy },
      ...{ assets: this.#assets, isDisabled: this.inline && this.isFormDisabled, hasButtons: !this.inline },
      // Where something was chosen before, one may choose nothing.
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

customElements.define('abs-picker', AbsPicker);

declare global {
  interface HTMLElementTagNameMap {
    'abs-picker': AbsPicker;
  }
}
