import type { Asset } from '@asset-browsing-service/client';
import { html, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts, formatDate } from '../texts/texts.ts';
import { styled } from '../theme/styled.ts';
import { expiryOf } from './expiry.ts';

/** What people should know about the end of the time in which an asset may be used. */
export interface ExpiryNote {
  readonly isExpired: boolean;
  readonly text: string;
  /** The text as a badge beside a name; undefined for an asset that has not expired. */
  readonly badge: TemplateResult | undefined;
  /** The text as one more fact of a line of the list view; undefined for an asset that has expired. */
  readonly fact: TemplateResult | undefined;
  /** The badge over a picture, whose frame must be a positioned grid. */
  readonly overlay: TemplateResult | undefined;
}

/** Set on the badge itself, because the styles of a list load before anybody knows whether it is needed. */
const BADGE = {
  padding: '0.125rem 0.375rem',
  'border-radius': '1rem',
  background: 'var(--_danger)',
  color: 'var(--_surface)',
  'font-size': '0.75rem',
  'line-height': '1.25',
};

/** Before the columns of the other facts. Narrow screens have no columns, and show it instead of the others, as they lack the space. */
const FACT = { order: '-1', flex: '0 0 100%', 'grid-area': '1 / -5', 'text-align': 'start' };

/** Where `--_badge-place` says. Narrower, because the smallest pictures have 56 pixels. */
const OVERLAY = {
  ...BADGE,
  padding: '0.125rem 0.3125rem',
  'font-size': '0.6875rem',
  position: 'absolute',
  'place-self': 'var(--_badge-place, center)',
  margin: '0.375rem',
  'pointer-events': 'none',
};

/** Returns the note on an asset that has expired, or expires soon; undefined for any other. `now` is in milliseconds since 1970. */
export function expiryNote(
  { say, locale, about }: Pick<Catalogue, 'say' | 'locale'> & { readonly about: Pick<Catalogue['about'], 'timeZone'> },
  asset: Pick<Asset, 'valid_until'>,
  now = Date.now(),
): ExpiryNote | undefined {
  const expiry = expiryOf(asset, now, about.timeZone);
  if (!expiry) return undefined;
  const { isExpired, lastDay } = expiry;
  const text = isExpired ? say('expiry.expired') : say('expiry.until', { date: formatDate(lastDay, locale) });
  // Isolated, because a name beside it may be written in the other direction.
  const drawn = (look: Readonly<Record<string, string>>) =>
    isExpired ? html`<bdi class="expired" ${styled(look)}>${text}</bdi> ` : undefined;
  const fact = isExpired ? undefined : html`<span ${styled(FACT)}>${text}</span>`;
  return { isExpired, text, badge: drawn(BADGE), fact, overlay: drawn(OVERLAY) };
}

addTexts(EN_LATER);
