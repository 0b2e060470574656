import type { KeptDraft } from './kept-drafts.ts';
import type { Draft, Reviews } from './reviews.ts';

export interface ReviewWriting {
  /** The review so far; undefined while the form is hidden. */
  readonly draft: Draft | undefined;
  /** The error of the last attempt to send the review; undefined if it succeeded. */
  readonly refusal: unknown;
  readonly isSending: boolean;
  /** True after the service has accepted a review, until the person begins another one. */
  readonly isSent: boolean;
  /** Shows the form with this draft and stores the draft. If it is undefined, hides the form and deletes the stored draft. */
  edit(draft: Draft | undefined): void;
  /** Sends the draft, and hides the form if the service accepts it. Never rejects: `refusal` has the error. */
  send(): Promise<void>;
  /** Changes to another asset, and shows the form if a draft of it is stored. The draft of the previous asset stays stored. */
  open(kept: KeptDraft | undefined): void;
  /** Forgets `refusal`, for example because the token has changed. */
  forgive(): void;
}

/** The element that shows the form. */
export interface ReviewWritingHost {
  readonly reviews: () => Reviews | undefined;
  readonly changed: () => void;
  /** Called when the form appears or disappears, or changes to another review, so that the element can move the focus. */
  readonly turned: (isShown: boolean) => void;
}

/** Creates the writing of reviews. */
export function openReviewWriting({ reviews, changed, turned }: ReviewWritingHost): ReviewWriting {
  let draft: Draft | undefined;
  /** The stored draft of the current asset. */
  let kept: KeptDraft | undefined;
  let isSent = false;
  let refusal: unknown;
  /** The draft of the current asset that is being sent. */
  let sending: Draft | undefined;
  /** The drafts that are being sent, by the key of their asset. */
  const allSending = new Map<string | undefined, Draft>();

  function edit(next: Draft | undefined): void {
    const isOther = (draft === undefined) !== (next === undefined) || draft?.review !== next?.review;
    draft = next;
    kept?.keep(next);
    if (next) isSent = false;
    if (isOther) {
      refusal = undefined;
      sending = undefined;
    }
    changed();
    if (isOther) turned(next !== undefined);
  }

  return {
    get draft() {
      return draft;
    },
    get refusal() {
      return refusal;
    },
    get isSending() {
      return sending !== undefined;
    },
    get isSent() {
      return isSent;
    },
    edit,
    send: async () => {
      const target = reviews();
      if (!draft || !target || sending) return;
      const own = draft;
      const stored = kept;
      sending = own;
      allSending.set(stored?.key, own);
      refusal = undefined;
      changed();
      const error = await target.write(own).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (allSending.get(stored?.key) === own) allSending.delete(stored?.key);
      // The person may have cancelled this draft meanwhile and begun another one, which must stay stored.
      if (error === undefined && JSON.stringify(stored?.read()) === JSON.stringify(own)) stored?.keep(undefined);
      // The form may be that of another asset or review by now.
      if (sending !== own) return;
      sending = undefined;
      refusal = error;
      if (error === undefined) {
        isSent = true;
        edit(undefined);
        // After a change of the language, the reviews may have been loaded before the service stored this one.
        if (reviews() !== target) void reviews()?.reload();
      } else changed();
    },
    open: (next) => {
      kept = next;
      draft = next?.read();
      sending = next && allSending.get(next.key);
      refusal = undefined;
      isSent = false;
    },
    forgive: () => {
      refusal = undefined;
    },
  };
}
