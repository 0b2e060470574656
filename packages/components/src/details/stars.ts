import { html, nothing, type TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';
import { laterIcon } from '../theme/later-icons.ts';

/** The possible ratings. */
const RATINGS = [1, 2, 3, 4, 5] as const;

/** Draws a rating from 0 to 5 as stars, rounded to half stars. The accessible name has the exact rating. */
export function stars(say: Say, rating: number): TemplateResult {
  const shown = Math.round(2 * rating) / 2;
  const fillOf = (star: number) => (star <= shown ? 'full' : star - 0.5 === shown ? 'half' : '');
  return html`<span class="stars" role="img" aria-label=${say('details.rating', { count: rating })}>
    ${RATINGS.map((star) => {
      const fill = fillOf(star);
      return html`<span class=${fill}>${laterIcon('star')}${fill === 'half' ? laterIcon('star') : nothing}</span>`;
    })}
  </span>`;
}

/** The choice of a rating. */
interface StarChoice {
  readonly say: Say;
  readonly rating: number | undefined;
  /** True while the person cannot change the rating. */
  readonly isLocked: boolean;
  /** True if the person can remove the rating. */
  readonly canWithdraw: boolean;
  readonly chosen: (rating: number | undefined) => void;
}

/** Draws the choice of a rating as radio buttons with the name `rating`. */
export function starChoice({ say, rating, isLocked, canWithdraw, chosen }: StarChoice): TemplateResult {
  // Without this, the clicked radio button would look chosen.
  const keep = (event: Event) => isLocked && event.preventDefault();
  // The button disappears with the rating, so the focus moves to a star.
  const withdraw = ({ currentTarget }: Event) => {
    (currentTarget as HTMLElement).parentElement?.querySelector('input')?.focus();
    chosen(undefined);
  };
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
      ${
        rating === undefined || isLocked || !canWithdraw
          ? nothing
          : html`<button type="button" class="link" @click=${withdraw}>${say('details.review.unrated')}</button>`
      }
    </div>
  </fieldset>`;
}
