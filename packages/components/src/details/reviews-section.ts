import type { Review } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { refusalText } from '../catalogue/refusals.ts';
import { formatNumber } from '../texts/texts.ts';
import type { ReviewWriting } from './review-writing.ts';
import type { Draft, Reviews } from './reviews.ts';
import { starChoice, stars } from './stars.ts';

/** The content and callbacks of the section of reviews. */
export interface ReviewsView {
  readonly catalogue: Catalogue;
  readonly reviews: Reviews;
  readonly writing: ReviewWriting;
  /** Loads more reviews. */
  readonly more: () => void;
}

/** Number of characters that a comment may have. */
const MAX_CHARACTERS = 10_000;

/** Draws the mean rating, the reviews, and a form to write one. */
export function reviewsSection(view: ReviewsView): TemplateResult {
  const { catalogue, reviews, writing, more } = view;
  const { say } = catalogue;
  const { average, total, list, failure, hasMore, isBusy } = reviews;
  const isFirst = list.length === 0;
  return html`
    ${isBusy && isFirst ? waiting(view) : nothing}
    ${
      average > 0
        ? html`<p class="average">
            ${stars(say, average)}<strong>${formatNumber(average, catalogue.locale)}</strong>
            <span class="faint">${say('details.reviews.count', { count: total })}</span>
          </p>`
        : nothing
    }
    ${!isBusy && total === 0 && !failure ? html`<p class="none"><span class="faint">${say('details.reviews.none')}</span></p>` : nothing}
    ${
      writing.draft
        ? form(view, writing.draft)
        : html`<button type="button" id="write-review" @click=${() => writing.edit({ comment: '' })}>
            ${say('details.review.write')}
          </button>`
    }
    <p class="faint news" role="status">${writing.isSending ? say('details.review.sending') : writing.isSent ? say('details.review.sent') : ''}</p>
    ${
      !isFirst
        ? html`<ul class="reviews" aria-busy=${isBusy}>
            ${list.map((review) => reviewItem(view, review))}
          </ul>`
        : nothing
    }
    ${isBusy && !isFirst ? waiting(view) : nothing}
    ${failure ? html`<p class="error" role="alert">${refusalText(failure, catalogue)}</p>` : nothing}
    ${
      hasMore || failure
        ? html`<button type="button" aria-disabled=${isBusy} @click=${more}>
            ${failure ? say('catalogue.retry') : say('details.reviews.more')}
          </button>`
        : nothing
    }
  `;
}

/** Says after a moment that reviews are being loaded, and after some seconds what delays them. */
function waiting({ catalogue: { say, load }, reviews }: ReviewsView): TemplateResult {
  const meanwhile = html`<span class="soon">${say('grid.loading')}</span>`;
  const retry = () => void reviews.retry();
  return html`<p class="delay" role="status">${delayNotice({ say, load, retry, meanwhile, of: reviews })}</p>`;
}

function reviewItem({ catalogue: { say }, writing }: ReviewsView, review: Review): TemplateResult {
  const { reviewId, creator, rating, comment, createDate, lastModifiedDate, editable } = review;
  return html`<li tabindex="-1">
    <div class="review-head">
      <span class="avatar" aria-hidden="true">${creator.avatar}</span>
      <strong dir="auto">${creator.userName || say('details.review.unknown')}</strong>
      <span class="faint">${lastModifiedDate ?? createDate}</span>
      ${rating === null ? nothing : stars(say, rating)}
    </div>
    ${comment === '' ? nothing : html`<p class="comment" dir="auto">${comment}</p>`}
    ${
      editable && !writing.draft
        ? html`<button
            type="button"
            class="link"
            aria-label="${say('details.review.change')}: ${[lastModifiedDate ?? createDate, [...comment].slice(0, 60).join('')].filter(Boolean).join(', ')}"
            @click=${() => writing.edit({ review: reviewId, rating: rating ?? undefined, comment })}
          >
            ${say('details.review.change')}
          </button>`
        : nothing
    }
  </li>`;
}

function form({ catalogue, writing, reviews }: ReviewsView, draft: Draft): TemplateResult {
  const { refusal, isSending } = writing;
  const { say } = catalogue;
  const { rating, comment } = draft;
  // A change of a review cannot remove its rating.
  const canWithdraw = !reviews.list?.find(({ reviewId }) => reviewId === draft.review)?.rating;
  const count = [...comment].length;
  const isTooLong = count > MAX_CHARACTERS;
  const isEmpty = rating === undefined && comment.trim() === '';
  const tooLong = isTooLong && say('details.review.too-long', { count, most: MAX_CHARACTERS });
  const problem = tooLong || (refusal && refusalText(refusal, catalogue));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isSending && !isEmpty && !isTooLong) void writing.send();
  };
  return html`<form class="review-form" @submit=${submit}>
    ${starChoice({ say, rating, isLocked: isSending, canWithdraw, chosen: (star) => writing.edit({ ...draft, rating: star }) })}
    <label>
      ${say('details.review.comment')}
      <textarea
        rows="3"
        aria-invalid=${isTooLong}
        .value=${comment}
        ?readonly=${isSending}
        @input=${({ target }: Event) => writing.edit({ ...draft, comment: (target as HTMLTextAreaElement).value })}
      ></textarea>
    </label>
    ${problem ? html`<p class="error" role="alert">${problem}</p>` : nothing}
    <div class="buttons">
      <button class="primary" aria-disabled=${isSending || isEmpty || isTooLong}>${say('details.review.send')}</button>
      <button type="button" @click=${() => writing.edit(undefined)}>${say('details.review.cancel')}</button>
    </div>
  </form>`;
}
