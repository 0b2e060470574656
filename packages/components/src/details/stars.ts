import { html, type TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';
import { laterIcon } from '../theme/later-icons.ts';

/** The ratings that a person may give. */
export const RATINGS = [1, 2, 3, 4, 5] as const;

/** Draws a rating from 0 to 5 as stars, to the nearest one; its name says it exactly. */
export function stars(say: Say, rating: number): TemplateResult {
  return html`<span class="stars" role="img" aria-label=${say('details.rating', { count: rating })}>
    ${RATINGS.map((star) => html`<span class=${star <= Math.round(rating) ? 'full' : ''}>${laterIcon('star')}</span>`)}
  </span>`;
}

/** The choice of a rating. */
interface StarChoice {
  readonly say: Say;
  readonly rating: number | undefined;
  /** True while the rating must stay as it is. */
  readonly isLocked: boolean;
  readonly chosen: (rating: number) => void;
}

/** Draws the choice of a rating. Radio buttons: arrow keys choose, and forms read them as `rating`. */
export function starChoice({ say, rating, isLocked, chosen }: StarChoice): TemplateResult {
  // Otherwise the button looks chosen.
  const keep = (event: Event) => isLocked && event.preventDefault();
  return html`<fieldset class="star-choice">
    <legend>${say('details.review.rating')}</legend>
    <div class="star-row">
      ${RATINGS.map(
        (star) => html`<label class=${rating !== undefined && star <= rating ? 'full' : ''}>
          <input
            type="radio"
            name="rating"
            value=${star}
            .checked=${star === rating}
            @click=${keep}
            @change=${() => chosen(star)}
          />
          ${laterIcon('star')}<span class="unseen">${say('details.rating', { count: star })}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}
