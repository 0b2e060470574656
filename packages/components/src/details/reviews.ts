import type { Page, Review } from '@asset-browsing-service/client';
import { pageSizeFor } from '../assets/page-size.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** Reviews that are loaded at once, where the service allows it. */
const MOST_REVIEWS = 10;

/** What a person writes: a rating, a comment or both; `review` names an own one that it changes. */
export interface Draft {
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
  /** Loads the next page, or the first one again after a failure. */
  more(): Promise<void>;
  /** Loads the first page again. */
  reload(): Promise<void>;
  /** Writes a review. Rejects if the service refuses it. */
  write(draft: Draft): Promise<void>;
  close(): void;
}

type ReviewPage = Page<Review, never, { readonly averageRating: number; readonly reviewList: readonly Review[] }>;

/** Opens the reviews of an asset and loads the first page. `changed` is called after every change. */
export function openReviews({ client, about }: Catalogue, asset: number, changed: () => void): Reviews {
  const paginate = pageSizeFor(about, MOST_REVIEWS);
  const controller = new AbortController();
  const { signal } = controller;
  let page: ReviewPage | undefined;
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
    try {
      const next = page ? await page.next() : await client.review.get({ get: asset, paginate }, { signal });
      if (next) {
        page = next;
        // A review written meanwhile moves others to the next page.
        const known = new Set(list.map(({ reviewId }) => reviewId));
        list = [...list, ...next.items.filter(({ reviewId }) => !known.has(reviewId))];
        average = next.data.averageRating;
        total = next.total ?? list.length;
      }
      hasMore = next !== undefined && next.number * paginate < total;
    } catch (error) {
      if (!signal.aborted) failure = error;
    } finally {
      isBusy = false;
      if (!signal.aborted) changed();
    }
  }
  void load();

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
    reload: () => {
      page = undefined;
      list = [];
      return load();
    },
    write: async ({ review, rating, comment }) => {
      // Not aborted with the reviews: what was sent is written, whoever waits for the answer.
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
    close: () => controller.abort(),
  };
}
