import type { EpochMs } from '../domain/model.ts';
import type { Pin, Review } from '../domain/people.ts';

/** Reviews of one asset. */
export interface ReviewsOfAsset {
  /** The newest first. */
  readonly reviews: readonly Review[];
  /** Rating -> how many reviews give it, over all reviews of the asset. */
  readonly ratings: ReadonlyMap<number, number>;
}

/** Reads what visitors wrote. Every answer is of one state no older than the last write before the call, whichever thread wrote. */
export interface People extends AsyncDisposable {
  /** The newest `most` reviews of an asset, and all its ratings. */
  reviews(asset: number, most: number): Promise<ReviewsOfAsset>;
  /** The PIN of a code, expired or not. */
  pin(code: string): Promise<Pin | undefined>;
}

/** A review as it arrives. */
export interface NewReview {
  readonly asset: number;
  readonly user: number;
  /** 1 to 5. */
  readonly rating?: number;
  readonly comment?: string;
  readonly now: EpochMs;
  /** True where the user's newest review of the asset is changed instead, in what is given. */
  readonly changesOwn: boolean;
}

export interface PostedReview {
  readonly review: Review;
  /** With this review among them. */
  readonly ratings: ReadonlyMap<number, number>;
}

/** Writes what visitors write; durable when the promise resolves. */
export interface PeopleWriter {
  /**
   * Posts reviews in their order, in one transaction that is one change of the catalogue. Each has a date of its own among those of
   * its user and asset: the first free millisecond. Undefined where the asset or user is gone by then.
   */
  postReviews(posts: readonly NewReview[]): Promise<readonly (PostedReview | undefined)[]>;
  /** Keeps a PIN, which is no change of the catalogue; false where its code is taken. PINs that expired long before are dropped. */
  addPin(pin: Pin): Promise<boolean>;
}
