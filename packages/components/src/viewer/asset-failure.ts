import { describeFailure, isGone } from '../catalogue/failures.ts';
import type { Say } from '../texts/texts.ts';

/** Says why an asset cannot be shown. */
export function describeAssetFailure(failure: unknown, say: Say): { readonly title: string; readonly text: string } {
  if (!isGone(failure)) return describeFailure(failure, say);
  return { title: say('details.gone.title'), text: say('details.gone.text') };
}
