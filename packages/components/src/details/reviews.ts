import type { Client, Review } from '@asset-browsing-service/client';
import { pageSizeFor } from '../assets/page-size.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** Reviews per request, unless the service allows fewer. */
const MAX_REVIEWS = 10;

/** What a person writes: a rating, a comment or both. */
export interface Draft {
  /** ID of the person's own review that the draft changes; undefined for a new review. */
  readonly review?: string | undefined;
  readonly rating?: number | undefined;
  readonly comment: string;
}

/** The reviews of an asset, as far as they are loaded. */
export class Reviews {
  list: readonly Review[] = [];
  /** Mean of the ratings; 0 without any. */
  average = 0;
  total = 0;
  hasMore = false;
  /** The error of the last request; undefined if it succeeded. */
  failure: unknown;
  isBusy = false;
  /** Number of pages that are loaded. */
  #pages = 0;
  #controller = new AbortController();
  readonly #client: Client;
  readonly #asset: number;
  readonly #paginate: number;
  readonly #changed: () => void;

  /** Loads the first page of the reviews of an asset. `changed` is called after every change. */
  constructor({ client, about }: Catalogue, asset: number, changed: () => void) {
    this.#client = client;
    this.#asset = asset;
    this.#paginate = pageSizeFor(about, MAX_REVIEWS);
    this.#changed = changed;
    void this.more();
  }

  /** Loads the next page, or the first one if none is loaded. Never rejects: `failure` has the error. */
  readonly more = async (): Promise<void> => {
    if (this.isBusy) return;
    this.isBusy = true;
    this.failure = undefined;
    this.#changed();
    const { signal } = this.#controller;
    const page = this.#pages + 1;
    try {
      const query = { get: this.#asset, paginate: this.#paginate, ...(page > 1 && { page }) };
      const next = await this.#client.review.get(query, { signal });
      if (signal.aborted) return;
      this.#pages = page;
      // A review written in the meantime pushes others to the next page.
      const known = new Set(this.list.map(({ reviewId }) => reviewId));
      this.list = [...this.list, ...next.items.filter(({ reviewId }) => !known.has(reviewId))];
      this.average = next.data.averageRating;
      this.total = next.total ?? this.list.length;
      this.hasMore = next.items.length > 0 && page * this.#paginate < this.total;
    } catch (error) {
      if (!signal.aborted) this.failure = error;
    } finally {
      if (!signal.aborted) {
        this.isBusy = false;
        this.#changed();
      }
    }
  };

  /** Aborts the running request and sends it again. */
  readonly retry = (): Promise<void> => {
    this.close();
    this.#controller = new AbortController();
    return this.more();
  };

  /** Aborts the running request and loads the first page again. */
  readonly reload = (): Promise<void> => {
    this.#pages = 0;
    this.list = [];
    return this.retry();
  };

  /** Sends a review. Rejects if the service refuses it. */
  readonly write = async ({ review, rating, comment }: Draft): Promise<void> => {
    // Without the signal: the service stores the review even if nobody waits for the answer.
    const { serviceReview: written, averageRating } = await this.#client.review.post({
      post: this.#asset,
      ...(review !== undefined && { review }),
      ...(rating !== undefined && { rating }),
      ...(comment.trim() !== '' && { comment }),
    });
    const isChange = this.list.some(({ reviewId }) => reviewId === written.reviewId);
    this.list = isChange
      ? this.list.map((each) => (each.reviewId === written.reviewId ? written : each))
      : [written, ...this.list];
    this.total += isChange ? 0 : 1;
    this.average = averageRating;
    this.#changed();
  };

  /** Aborts the running request, but not the sending of a review. */
  close(): void {
    this.#controller.abort();
    this.isBusy = false;
  }
}
