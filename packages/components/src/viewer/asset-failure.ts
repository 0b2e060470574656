import type { Catalogue } from '../catalogue/catalogue.ts';
import { type FailureNotice, failureNotice } from '../catalogue/failure-notice.ts';
import { isGone } from '../catalogue/failures.ts';

/** Says why an asset cannot be shown. What is gone stays so: its button closes the viewer instead of trying again. */
export function assetFailure(
  error: unknown,
  catalogue: Catalogue,
  { retry, close }: { readonly retry: () => void; readonly close: () => void },
): FailureNotice {
  const content = failureNotice(error, catalogue, retry);
  const { say } = catalogue;
  if (!isGone(error)) return content;
  const action = { label: say('viewer.back'), run: close };
  return { ...content, title: say('details.gone.title'), text: say('details.gone.text'), action };
}
