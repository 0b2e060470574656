import type { AssetQuery } from '../assets/asset-query.ts';
import type { AssetLoader } from '../assets/known-assets.ts';
import type { Accepted } from './accept.ts';
import type { ChoiceLimits } from './choice.ts';

/** What a chooser shows, and whom it tells. */
export interface ShownChoice {
  readonly accepted: Accepted;
  readonly limits: ChoiceLimits;
  /** A restriction that cannot be left. */
  readonly filter: AssetQuery;
  /** What is known of the chosen assets. */
  readonly assets: AssetLoader;
  /** IDs of the chosen assets, in their order. */
  readonly ids: readonly number[];
  /** True if nothing chosen is no choice. */
  readonly isRequired: boolean;
  /** Draws the buttons that confirm and cancel; without them, each change counts at once. */
  readonly hasButtons: boolean;
  readonly isBusy: boolean;
  /** True while nobody can use it. A dialog that is open is closed. */
  readonly isDisabled: boolean;
  /** Why the choice could not be confirmed. */
  readonly failure: unknown;
  readonly choose: (ids: readonly number[]) => void;
  readonly confirm: () => void;
  readonly cancel: () => void;
}
