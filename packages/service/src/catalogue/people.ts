import type { EpochMs } from '../domain/model.ts';
import type { Pin, Review } from '../domain/people.ts';

/** Rating -> how many reviews count with it in the mean: the newest rating of each user with a token, each without one. */
export type CountedRatings = ReadonlyMap<number, number>;

/** A part of the reviews of an asset. */
export interface ReviewPage {
  /** Reviews that are passed over, from the newest on. */
  readonly offset: number;
  readonly most: number;
}

/** Reviews of one asset, as `show` gave them. */
export interface ReviewsOfAsset<Shown> {
  /** The newest first. */
  readonly reviews: readonly Shown[];
  /** All reviews of the asset. */
  readonly total: number;
  readonly ratings: CountedRatings;
}

/** Reads what visitors wrote. Every answer is of one state no older than the last write before the call, whichever thread wrote. */
export interface People extends AsyncDisposable {
  /** A page of the reviews of an asset. They are read one by one; what `show` throws ends the reading. */
  reviews<Shown>(asset: number, page: ReviewPage, show: (review: Review) => Shown): Promise<ReviewsOfAsset<Shown>>;
  /** All reviews, the newest first; each is read when its turn comes. */
  allReviews(): Iterable<Review>;
  /** Dates of the reviews of an asset that a user wrote with a token. */
  datesOfOwn(asset: number, user: number): Promise<readonly EpochMs[]>;
  /** The PIN of a code, expired or not. */
  pin(code: string): Promise<Pin | undefined>;
}

/** A review as it arrives, or a change of one. */
export interface NewReview {
  readonly asset: number;
  readonly user: number;
  readonly isAnonymous: boolean;
  /** 1 to 5. */
  readonly rating?: number;
  readonly comment?: string;
  readonly now: EpochMs;
  /** Date of the user's own review that is changed in what is given; absent: a new one. */
  readonly changes?: EpochMs;
  /** Reviews of the asset that the user, or all callers without a token together, may have; 0 is no limit. */
  readonly most: number;
}

/** What came of a review. */
export type Posting =
  | { readonly kind: 'posted'; readonly review: Review; readonly ratings: CountedRatings }
  /** The asset, the user or the review to be changed is gone. */
  | { readonly kind: 'gone' }
  /** There are as many as there may be. */
  | { readonly kind: 'full' };

/** Writes what visitors write; durable when the promise resolves. */
export interface PeopleWriter {
  /**
   * Posts reviews in their order, in one transaction that is one change of the catalogue. Each has a date of its own among those of
   * its user and asset: the first free millisecond.
   */
  postReviews(posts: readonly NewReview[]): Promise<readonly Posting[]>;
  /** Keeps a PIN, which is no change of the catalogue; false where its code is taken. PINs that expired long before are dropped. */
  addPin(pin: Pin): Promise<boolean>;
}
