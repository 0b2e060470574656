import type { TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { failureNotice } from '../catalogue/failure-notice.ts';
import { icon } from '../theme/icons.ts';
import { notice } from '../theme/notice.ts';
import type { OfferLoading } from './offer-loading.ts';

/** Says why nothing can be chosen of these assets, or not yet; undefined if something can. */
export function offersNotice(
  catalogue: Catalogue,
  ids: readonly number[],
  { offers, failure }: Pick<OfferLoading, 'offers' | 'failure'>,
  retry: () => void,
): TemplateResult | undefined {
  const { say, load } = catalogue;
  if (failure) return notice(failureNotice(failure, catalogue, retry));
  if (ids.length === 0) return notice({ title: say('download.nothing') });
  if (!offers)
    return notice({ title: say('download.loading'), text: delayNotice({ say, load, retry, of: String(ids) }) });
  if (offers.size === 0)
    return notice({ icon: icon('info'), title: say('details.gone.title'), text: say('details.gone.text') });
  return undefined;
}
