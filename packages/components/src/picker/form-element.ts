import { LitElement } from 'lit';
import { CatalogueElement } from '../catalogue/catalogue-element.ts';
import { type ChoiceLimits, problemOf, readIds, readLimits } from './choice.ts';
import { problemText } from './count-text.ts';

/** The properties that the form reads. */
const FORM_NAMES: ReadonlySet<unknown> = new Set(['selected', 'multiple', 'min', 'max', 'name', 'required']);

/** The part of a picker that its form talks to, as with every other field. */
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
  /** True while the browser disables the field, because of its attribute or of a `<fieldset>` around it. */
  declare protected isFormDisabled: boolean;
  abstract selected: readonly number[];
  readonly #internals = this.attachInternals();
  /** Where the browser shows why the value may not be sent. */
  #control: HTMLElement | undefined;
  #custom = '';
  #validate = () => {};

  constructor() {
    super();
    this.#internals.role = 'group';
  }

  /** How many assets may be chosen, as the attributes say now. */
  protected get limits(): ChoiceLimits {
    return readLimits(this.multiple, this).limits;
  }

  /**
   * The IDs as one text, `12,15`. A form sends one entry per asset instead: `pictures=12&pictures=15`; PHP needs
   * `name="pictures[]"`.
   */
  get value(): string {
    return this.selected.join(',');
  }

  set value(text: string) {
    this.selected = readIds(text).ids;
  }

  /** The form that the value belongs to. */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  /** Whether the value may be sent, and why not. */
  get validity(): ValidityState {
    return this.#internals.validity;
  }

  /** Why the value may not be sent, in the language of the catalogue. */
  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  /** False while the field is disabled, which no form checks. */
  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  /** The `<label>` elements of the field. */
  get labels(): NodeList {
    return this.#internals.labels;
  }

  /** True if the value may be sent. */
  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  /** The same, and tells the person what is wrong. */
  reportValidity(): boolean {
    return this.#internals.reportValidity();
  }

  /** Sets a reason why the value may not be sent; an empty one takes it back. */
  setCustomValidity(message: string): void {
    this.#custom = message;
    this.#validate();
  }

  formResetCallback(): void {
    this.value = this.getAttribute('selected') ?? '';
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.isFormDisabled = isDisabled;
  }

  /** A form that comes back, with the browser's Back or after a crash, has the value that it had. */
  formStateRestoreCallback(state: string | File | FormData | null): void {
    if (typeof state === 'string') this.value = state;
  }

  override requestUpdate(...change: Parameters<CatalogueElement['requestUpdate']>): void {
    super.requestUpdate(...change);
    // A script may set the choice and its rules and send the form at once.
    if (FORM_NAMES.has(change[0])) this.updateForm();
  }

  /** Gives the form the value, and whether it may be sent. Until the language is known, the message is a plain code. */
  protected updateForm(): void {
    const { selected: ids, limits } = this;
    const say = this.catalogue?.say;
    this.#internals.ariaLabel = this.label || null;
    const entries = new FormData();
    for (const id of ids) entries.append(this.name, String(id));
    // As many entries as assets, as of a list with several chosen options.
    this.#internals.setFormValue(this.name && ids.length > 0 ? entries : null, ids.join(','));
    this.#validate = () => {
      const problem = problemOf(ids.length, limits, this.required);
      const text = problem && (say ? problemText(problem, limits, say) : problem);
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
