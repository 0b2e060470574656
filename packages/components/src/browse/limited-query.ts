import { type AssetQuery, keyOf, withinLimits, withoutLimits } from '../assets/asset-query.ts';
import { validOnly } from '../picker/valid-only.ts';

/** A query within limits. Its objects stay the same until something changes, because new ones would make a list load again. */
export class LimitedQuery {
  /** The limits, and that all is valid, if the person wants only that. */
  limits: AssetQuery = {};
  /** The query within the limits, which the list shows. */
  shown: AssetQuery = {};
  /** The part of it that the person has chosen, and can undo. */
  own: AssetQuery = {};
  #key = '';

  become(query: AssetQuery, given: AssetQuery, wantsValid: boolean): void {
    // A person who asks for what has expired gets that.
    const isAsked = [query, given].some(({ filters }) => filters?.some(({ facet }) => facet === 'validity'));
    const limits = wantsValid && !isAsked ? validOnly(given) : given;
    const key = keyOf([query, limits]);
    if (key === this.#key) return;
    this.#key = key;
    this.limits = limits;
    this.shown = withinLimits(query, limits);
    this.own = withoutLimits(this.shown, limits);
  }
}
