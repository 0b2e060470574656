/** What users add to a catalogue: reviews and PINs. */
import type { EpochMs } from './model.ts';

/** A review of an asset. */
export interface Review {
  readonly asset: number;
  readonly user: number;
  readonly date: EpochMs;
  /** True if it was posted without a token; `user` is then the service user. */
  readonly isAnonymous: boolean;
  /** 1 to 5. */
  readonly rating?: number;
  readonly comment: string;
  readonly modified?: EpochMs;
}

/**
 * A link that shows some assets without signing in until it expires. A PIN is not a node: it appears in no tree, count
 * or search.
 */
export interface Pin {
  /** See `domain/pin-code.ts`. */
  readonly code: string;
  /** '' if the PIN has no title. */
  readonly title: string;
  /** Name of the base address that created the PIN; it opens only there. '' is the main address. */
  readonly endpoint: string;
  /** The node configured for PINs of that address. */
  readonly node: number;
  /** ID of the user whose rights apply to the PIN. Absent: the PIN has only the rights that everybody has. */
  readonly creator?: number;
  /** Groups of the creator if they came from a token. Absent: the user's groups at the time of opening apply. */
  readonly groups?: readonly number[];
  /** Asset IDs in the order of the request. */
  readonly assets: readonly number[];
  /** IDs of the available download formats; empty means all. */
  readonly formats: readonly number[];
  readonly created: EpochMs;
  /** Exclusive: the PIN no longer opens at this time. */
  readonly expires: EpochMs;
}
