import type { Draft, Reviews } from './reviews.ts';

/** The review that a person writes. */
export interface ReviewWriting {
  /** What is written so far; undefined while no form is shown. */
  readonly draft: Draft | undefined;
  /** Why the last try was not accepted; undefined if it was. */
  readonly refusal: unknown;
  readonly isSending: boolean;
  /** Shows the form with this draft, or hides it. */
  edit(draft: Draft | undefined): void;
  /** Sends the draft, and hides the form if the service accepts it. */
  send(): Promise<void>;
  /** Forgets the draft. */
  reset(): void;
}

/** Who shows the form. */
export interface ReviewWritingHost {
  readonly reviews: () => Reviews | undefined;
  readonly changed: () => void;
  /** Called when the form appears or goes, or is that of another review: what had the focus may be gone. */
  readonly turned: (isShown: boolean) => void;
}

/** Opens the writing of reviews. */
export function openReviewWriting({ reviews, changed, turned }: ReviewWritingHost): ReviewWriting {
  let draft: Draft | undefined;
  let refusal: unknown;
  let isSending = false;

  function edit(next: Draft | undefined): void {
    const isOther = (draft === undefined) !== (next === undefined) || draft?.review !== next?.review;
    draft = next;
    if (isOther) refusal = undefined;
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
      return isSending;
    },
    edit,
    send: async () => {
      const target = reviews();
      if (!draft || !target) return;
      isSending = true;
      refusal = undefined;
      changed();
      try {
        await target.write(draft);
        if (reviews() === target) edit(undefined);
      } catch (error) {
        if (reviews() === target) refusal = error;
      } finally {
        isSending = false;
        changed();
      }
    },
    reset: () => {
      draft = undefined;
      refusal = undefined;
    },
  };
}
