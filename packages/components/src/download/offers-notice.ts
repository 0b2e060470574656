import type { TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { delayNotice } from '../catalogue/delay-notice.ts';
import { describeFailure } from '../catalogue/failures.ts';
import { icon } from '../theme/icons.ts';
import { laterIcon } from '../theme/later-icons.ts';
import { notice } from '../theme/notice.ts';
import type { OfferLoading } from './offer-loading.ts';

/** Says why nothing can be chosen of these assets, or not yet; undefined if something can. */
export function offersNotice(
  { say, load }: Catalogue,
  ids: readonly number[],
  { offers, failure }: Pick<OfferLoading, 'offers' | 'failure'>,
  retry: () => void,
): TemplateResult | undefined {
  if (failure) {
    const { title, text } = describeFailure(failure, say);
    return notice({
      ...{ icon: icon('warning'), title, text },
      action: { label: say('catalogue.retry'), run: retry },
    });
  }
  if (ids.length === 0) return notice({ title: say('download.nothing') });
  if (!offers)
    return notice({ title: say('download.loading'), text: delayNotice({ say, load, retry, of: String(ids) }) });
  if (offers.size === 0)
    return notice({ icon: laterIcon('info'), title: say('details.gone.title'), text: say('details.gone.text') });
  return undefined;
}
