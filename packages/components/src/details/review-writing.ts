import type { KeptDraft } from './kept-drafts.ts';
import type { Draft, Reviews } from './reviews.ts';

/** The element that shows the form. */
export interface ReviewWritingHost {
  readonly reviews: () => Reviews | undefined;
  readonly changed: () => void;
  /** Called when the form appears or disappears, or changes to another review, so that the element can move the focus. */
  readonly turned: (isShown: boolean) => void;
}

/** The writing of a review, and what of it is stored. */
export class ReviewWriting {
  readonly #host: ReviewWritingHost;
  #draft: Draft | undefined;
  /** The stored draft of the current asset. */
  #kept: KeptDraft | undefined;
  #isSent = false;
  #refusal: unknown;
  /** The draft of the current asset that is being sent. */
  #sending: Draft | undefined;
  /** The drafts that are being sent, by the key of their asset. */
  readonly #allSending = new Map<string | undefined, Draft>();

  constructor(host: ReviewWritingHost) {
    this.#host = host;
  }

  /** The review so far; undefined while the form is hidden. */
  get draft(): Draft | undefined {
    return this.#draft;
  }

  /** The error of the last attempt to send the review; undefined if it succeeded. */
  get refusal(): unknown {
    return this.#refusal;
  }

  get isSending(): boolean {
    return this.#sending !== undefined;
  }

  /** True after the service has accepted a review, until the person begins another one. */
  get isSent(): boolean {
    return this.#isSent;
  }

  /** Shows the form with this draft and stores the draft. If it is undefined, hides the form and deletes the stored draft. */
  edit(next: Draft | undefined): void {
    const before = this.#draft;
    const isOther = (before === undefined) !== (next === undefined) || before?.review !== next?.review;
    this.#draft = next;
    this.#kept?.keep(next);
    if (next) this.#isSent = false;
    if (isOther) {
      this.#refusal = undefined;
      this.#sending = undefined;
    }
    this.#host.changed();
    if (isOther) this.#host.turned(next !== undefined);
  }

  /** Sends the draft, and hides the form if the service accepts it. Never rejects: `refusal` has the error. */
  async send(): Promise<void> {
    const { reviews, changed } = this.#host;
    const [target, own, stored] = [reviews(), this.#draft, this.#kept];
    if (!own || !target || this.#sending) return;
    this.#sending = own;
    this.#allSending.set(stored?.key, own);
    this.#refusal = undefined;
    changed();
    const error = await target.write(own).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (this.#allSending.get(stored?.key) === own) this.#allSending.delete(stored?.key);
    // The person may have cancelled this draft meanwhile and begun another one, which must stay stored.
    if (error === undefined && JSON.stringify(stored?.read()) === JSON.stringify(own)) stored?.keep(undefined);
    // The form may be that of another asset or review by now.
    if (this.#sending !== own) return;
    this.#sending = undefined;
    this.#refusal = error;
    if (error !== undefined) return changed();
    this.#isSent = true;
    this.edit(undefined);
    // After a change of the language, the reviews may have been loaded before the service stored this one.
    if (reviews() !== target) void reviews()?.reload();
  }

  /** Changes to another asset, and shows the form if a draft of it is stored. The draft of the previous asset stays stored. */
  open(kept: KeptDraft | undefined): void {
    this.#kept = kept;
    this.#draft = kept?.read();
    this.#sending = kept && this.#allSending.get(kept.key);
    this.#refusal = undefined;
    this.#isSent = false;
  }

  /** Forgets `refusal`, for example because the token has changed. */
  forgive(): void {
    this.#refusal = undefined;
  }
}
