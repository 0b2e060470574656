import type { KeptDraft } from './kept-drafts.ts';
import type { Draft, Reviews } from './reviews.ts';

/** The review that a person writes. */
export interface ReviewWriting {
  /** What is written so far; undefined while no form is shown. */
  readonly draft: Draft | undefined;
  /** Why the last try was not accepted; undefined if it was. */
  readonly refusal: unknown;
  readonly isSending: boolean;
  /** True after a review was accepted, until another one is written. */
  readonly isSent: boolean;
  /** Shows the form with this draft, which is kept, or hides it and forgets the draft. */
  edit(draft: Draft | undefined): void;
  /** Sends the draft, and hides the form if the service accepts it. */
  send(): Promise<void>;
  /** Leaves the asset, whose draft stays kept, for another one, and shows the form if a draft of that was kept. */
  open(kept: KeptDraft | undefined): void;
  /** Forgets why the last try was not accepted, as for another token. */
  forgive(): void;
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
  let kept: KeptDraft | undefined;
  let isSent = false;
  let refusal: unknown;
  /** What of this asset is on its way to the service. */
  let sent: Draft | undefined;
  /** What is on its way, by the key of its asset. */
  const underWay = new Map<string | undefined, Draft>();

  function edit(next: Draft | undefined): void {
    const isOther = (draft === undefined) !== (next === undefined) || draft?.review !== next?.review;
    draft = next;
    kept?.keep(next);
    if (next) isSent = false;
    if (isOther) {
      refusal = undefined;
      sent = undefined;
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
      return sent !== undefined;
    },
    get isSent() {
      return isSent;
    },
    edit,
    send: async () => {
      const target = reviews();
      if (!draft || !target || sent) return;
      const sending = draft;
      const own = kept;
      sent = sending;
      underWay.set(own?.key, sending);
      refusal = undefined;
      changed();
      const error = await target.write(sending).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (underWay.get(own?.key) === sending) underWay.delete(own?.key);
      // Another one may have been begun since it was cancelled.
      if (error === undefined && JSON.stringify(own?.read()) === JSON.stringify(sending)) own?.keep(undefined);
      // Another asset may be shown by now, and another review on its way.
      if (sent !== sending) return;
      sent = undefined;
      refusal = error;
      if (error === undefined) {
        isSent = true;
        edit(undefined);
        // In another language they may have been loaded before this one was stored.
        if (reviews() !== target) void reviews()?.reload();
      } else changed();
    },
    open: (next) => {
      kept = next;
      draft = next?.read();
      sent = next && underWay.get(next.key);
      refusal = undefined;
      isSent = false;
    },
    forgive: () => {
      refusal = undefined;
    },
  };
}
