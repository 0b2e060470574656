import type { EpochMs, StatedTime } from '../../../../core/src/domain/model.ts';
import type { Review } from './review.ts';

/**
 * Rating -> number of reviews that count towards the mean with it. Each user with a token counts once, with the newest
 * rating; each review without a token counts.
 */
type CountedRatings = ReadonlyMap<number, number>;

/** Selects a page of the reviews of an asset. */
export interface ReviewPage {
  /** Number of reviews to skip, counted from the newest. */
  readonly offset: number;
  readonly most: number;
  /**
   * Maximum size of the comments together, in bytes of UTF-8. Reading ends with the review that exceeds it, unless that
   * is the first with a comment. Unlimited by default.
   */
  readonly maxBytes?: number;
  /** Zone in which dates without an offset are compared; default UTC. */
  readonly timeZone?: string;
}

interface ReviewsOfAsset {
  /** The reviews of the page, newest first. */
  readonly reviews: readonly Review[];
  /** Number of all reviews of the asset. */
  readonly total: number;
  readonly ratings: CountedRatings;
}

/**
 * Reads reviews. Every call reads one state, which is at least as new as the last write of any thread before
 * the call.
 */
export interface Reviews extends AsyncDisposable {
  /** Reads a page of the reviews of an asset. Rejects with the reason of the signal if it aborts while the read waits. */
  page(asset: number, page: ReviewPage, signal?: AbortSignal): Promise<ReviewsOfAsset>;
  /** All reviews, newest first, where dates without an offset count as in UTC. Each is read only when the iteration reaches it. */
  all(): AsyncIterable<Review>;
  /** Dates of the reviews of an asset that a user wrote with a token. */
  datesOfOwn(asset: number, user: number): Promise<readonly StatedTime[]>;
}

/** A new review, or a change to an existing one. */
export interface NewReview {
  readonly asset: number;
  readonly user: number;
  readonly isAnonymous: boolean;
  /** 1 to 5. */
  readonly rating?: number;
  readonly comment?: string;
  readonly now: EpochMs;
  /** Date of the user's review to change; only the given values change. Absent for a new review. */
  readonly changes?: StatedTime;
  /**
   * Maximum number of reviews of the asset by the user, or by all callers without a token together; 0 means no limit.
   */
  readonly most: number;
  /** Zone in which dates without an offset are compared; default UTC. */
  readonly timeZone?: string;
}

/** Result of posting a review. */
export type Posting =
  | { readonly kind: 'posted'; readonly review: Review; readonly ratings: CountedRatings }
  /** The asset, the user or the review to change no longer exists. */
  | { readonly kind: 'gone' }
  /** The number of reviews has reached the limit (`NewReview.most`). */
  | { readonly kind: 'full' };

/** Writes reviews, which are durable when the promise resolves. */
export interface ReviewsWriter {
  /**
   * Posts reviews in the given order in one transaction, which creates one revision of the catalogue. Each review gets
   * a date that is unique for its user and asset: the first free millisecond.
   */
  postReviews(posts: readonly NewReview[]): Promise<readonly Posting[]>;
}

/** Posts reviews for all threads, many in one write. */
export interface ReviewQueue {
  /**
   * Posts a review, which is durable when the promise resolves. Rejects with QueueFull when too many wait, and with
   * CatalogueBusy when another process holds the write lock for too long.
   */
  post(review: NewReview): Promise<Posting>;
}
