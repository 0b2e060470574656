/** What people leave in a catalogue. */
import type { EpochMs } from './model.ts';

export interface Review {
  readonly asset: number;
  readonly user: number;
  readonly date: EpochMs;
  /** True if it was posted without a token. The user is then the service user. */
  readonly isAnonymous: boolean;
  /** 1 to 5. */
  readonly rating?: number;
  readonly comment: string;
  readonly modified?: EpochMs;
}

/** Assets behind a link that opens without signing in, for a while. It is no node: in no tree, count or search. */
export interface Pin {
  /** See `domain/pin-code.ts`. */
  readonly code: string;
  /** '' without one. */
  readonly title: string;
  /** Name of the base address that it was made at and opens at; '' is the main one. */
  readonly endpoint: string;
  /** The node that PINs of that address belonged to. */
  readonly node: number;
  /** User whose rights the PIN carries; absent: those of everybody. */
  readonly creator?: number;
  /** Groups of the creator where they came from a token; absent: those that the user has when the PIN is opened. */
  readonly groups?: readonly number[];
  /** In the order given. */
  readonly assets: readonly number[];
  /** Download formats; empty is all. */
  readonly formats: readonly number[];
  readonly created: EpochMs;
  /** It opens before, not at, this time. */
  readonly expires: EpochMs;
}
