import type { AssetQuery } from '../assets/asset-query.ts';
import type { AssetLoader } from '../assets/known-assets.ts';
import type { Accepted } from './accept.ts';
import type { ChoiceLimits } from './choice.ts';

/** A choice of assets, for the chooser that shows and changes it. */
export interface ShownChoice {
  readonly accepted: Accepted;
  readonly limits: ChoiceLimits;
  /** A restriction that people cannot leave. */
  readonly filter: AssetQuery | undefined;
  /** Where people begin who have not been anywhere within these limits yet. */
  readonly start: AssetQuery | undefined;
  /** Loads the chosen assets. */
  readonly assets: AssetLoader;
  /** IDs of the chosen assets, in their order. */
  readonly ids: readonly number[];
  /** True if an empty choice can't be confirmed. */
  readonly isRequired: boolean;
  /** True for buttons that confirm and cancel; without them, each change counts at once. */
  readonly hasButtons: boolean;
  readonly isBusy: boolean;
  /** True while the picker is disabled. Its dialog is closed then. */
  readonly isDisabled: boolean;
  /** Why the choice could not be confirmed. */
  readonly failure: string | undefined;
  readonly choose: (ids: readonly number[]) => void;
  readonly confirm: () => void;
  readonly cancel: () => void;
}
