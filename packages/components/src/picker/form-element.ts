import { LitElement } from 'lit';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import { sayIn } from '../texts/texts.ts';
import { type ChoiceLimits, givenIds, problemOf, readIds, readLimits } from './choice.ts';
import { problemText } from './count-text.ts';

/** The properties that the form depends on. */
const FORM_NAMES: ReadonlySet<unknown> = new Set(['selected', 'multiple', 'min', 'max', 'name', 'required']);

/** The part of a picker that makes it a form field. */
export abstract class FormElement extends CatalogueElement {
  static readonly formAssociated = true;
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  declare label: string;
  declare multiple: boolean;
  declare min: number;
  declare max: number;
  declare name: string;
  declare required: boolean;
  declare disabled: boolean;
  /** True while the field is disabled, by its attribute or by a `<fieldset>`. */
  declare protected isFormDisabled: boolean;
  abstract selected: readonly number[];
  readonly #internals = this.attachInternals();
  /** The element at which the browser shows the validation message. */
  #control: HTMLElement | undefined;
  #custom = '';
  #validate = () => {};

  constructor() {
    super();
    this.#internals.role = 'group';
  }

  /** How many assets may be chosen, by the current attributes. */
  protected get limits(): ChoiceLimits {
    return readLimits(this.multiple, this).limits;
  }

  /** The IDs as text: `12,15`. A form submits an entry for each. */
  get value(): string {
    return this.selected.join(',');
  }

  set value(text: string) {
    this.selected = readIds(text).ids;
  }

  /** The form of the field. */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  /** Whether the value may be submitted, and why not. */
  get validity(): ValidityState {
    return this.#internals.validity;
  }

  /** Why the value may not be submitted, in the language of the catalogue. */
  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  /** False while the field is disabled. */
  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  /** The `<label>` elements of the field. */
  get labels(): NodeList {
    return this.#internals.labels;
  }

  /** True if the value may be submitted. */
  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  /** The same, and shows the person what is wrong. */
  reportValidity(): boolean {
    return this.#internals.reportValidity();
  }

  /** Sets a reason why the value may not be submitted; empty removes it. */
  setCustomValidity(message: string): void {
    this.#custom = String(message ?? '');
    this.#validate();
  }

  override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    // Of both attributes, `selected` counts, whichever comes first.
    if (name === 'value' && this.hasAttribute('selected')) return;
    super.attributeChangedCallback(name, before, value);
  }

  formResetCallback(): void {
    this.value = givenIds(this) ?? '';
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.isFormDisabled = isDisabled;
  }

  /** The browser restores the value of a form when people go back, or after a crash. */
  formStateRestoreCallback(state: string | File | FormData | null): void {
    if (typeof state === 'string') this.value = state;
  }

  override requestUpdate(...change: Parameters<CatalogueElement['requestUpdate']>): void {
    super.requestUpdate(...change);
    // A script may set properties and submit the form at once.
    if (FORM_NAMES.has(change[0])) this.updateForm();
  }

  /** Gives the form the value and its validity. The message is in English until the service has answered. */
  protected updateForm(): void {
    const { selected: ids, limits } = this;
    const say = this.catalogue?.say ?? sayIn('en');
    this.#internals.ariaLabel = this.label || null;
    const entries = new FormData();
    for (const id of ids) entries.append(this.name, String(id));
    // One entry for each asset, as of a `<select multiple>`.
    this.#internals.setFormValue(this.name && ids.length > 0 ? entries : null, ids.join(','));
    this.#validate = () => {
      const problem = problemOf(ids.length, limits, this.required);
      const text = problem && problemText(problem, limits, say);
      const flags = {
        customError: this.#custom !== '',
        valueMissing: problem === 'missing',
        rangeUnderflow: problem === 'too-few',
        rangeOverflow: problem === 'too-many',
      };
      this.#internals.setValidity(flags, this.#custom || text, this.#control);
    };
    this.#validate();
  }

  protected anchorMessages(control: HTMLElement | null): void {
    if (this.#control === (control ?? undefined)) return;
    this.#control = control ?? undefined;
    this.#validate();
  }
}
