import type { Review } from '@asset-browsing-service/client';
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
export interface Reviews {
  readonly list: readonly Review[];
  /** Mean of the ratings; 0 without any. */
  readonly average: number;
  readonly total: number;
  readonly hasMore: boolean;
  /** The error of the last request; undefined if it succeeded. */
  readonly failure: unknown;
  readonly isBusy: boolean;
  /** Loads the next page, or the first one if none is loaded. Never rejects: `failure` has the error. */
  more(): Promise<void>;
  /** Aborts the running request and sends it again. */
  retry(): Promise<void>;
  /** Aborts the running request and loads the first page again. */
  reload(): Promise<void>;
  /** Sends a review. Rejects if the service refuses it. */
  write(draft: Draft): Promise<void>;
  /** Aborts the running request, but not the sending of a review. */
  close(): void;
}

/** Loads the first page of the reviews of an asset. `changed` is called after every change. */
export function openReviews({ client, about }: Catalogue, asset: number, changed: () => void): Reviews {
  const paginate = pageSizeFor(about, MAX_REVIEWS);
  let controller = new AbortController();
  /** Number of pages that are loaded. */
  let pages = 0;
  let list: readonly Review[] = [];
  let [average, total] = [0, 0];
  let hasMore = false;
  let failure: unknown;
  let isBusy = false;

  async function load(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    failure = undefined;
    changed();
    const { signal } = controller;
    try {
      const next = await client.review.get({ get: asset, paginate, ...(pages > 0 && { page: pages + 1 }) }, { signal });
      if (signal.aborted) return;
      pages += 1;
      // A review written in the meantime pushes others to the next page.
      const known = new Set(list.map(({ reviewId }) => reviewId));
      list = [...list, ...next.items.filter(({ reviewId }) => !known.has(reviewId))];
      average = next.data.averageRating;
      total = next.total ?? list.length;
      hasMore = next.items.length > 0 && pages * paginate < total;
    } catch (error) {
      if (!signal.aborted) failure = error;
    } finally {
      if (!signal.aborted) {
        isBusy = false;
        changed();
      }
    }
  }
  void load();

  function close(): void {
    controller.abort();
    isBusy = false;
  }

  function retry(): Promise<void> {
    close();
    controller = new AbortController();
    return load();
  }

  return {
    get list() {
      return list;
    },
    get average() {
      return average;
    },
    get total() {
      return total;
    },
    get hasMore() {
      return hasMore;
    },
    get failure() {
      return failure;
    },
    get isBusy() {
      return isBusy;
    },
    more: load,
    retry,
    reload: () => {
      pages = 0;
      list = [];
      return retry();
    },
    write: async ({ review, rating, comment }) => {
      // Without the signal: the service stores the review even if nobody waits for the answer.
      const written = await client.review.post({
        post: asset,
        ...(review !== undefined && { review }),
        ...(rating !== undefined && { rating }),
        ...(comment.trim() !== '' && { comment }),
      });
      const isChange = list.some(({ reviewId }) => reviewId === written.serviceReview.reviewId);
      list = isChange
        ? list.map((each) => (each.reviewId === written.serviceReview.reviewId ? written.serviceReview : each))
        : [written.serviceReview, ...list];
      total += isChange ? 0 : 1;
      average = written.averageRating;
      changed();
    },
    close,
  };
}
