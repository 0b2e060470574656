import type { Asset } from '@asset-browsing-service/client';
import { html, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts, formatDate } from '../texts/texts.ts';
import { styled } from '../theme/styled.ts';
import { expiryOf } from './expiry.ts';
import { isGenerated } from './generated.ts';

/** What people should know before they use an asset: when it may be used, and that AI made it. */
export interface ExpiryNote {
  readonly isExpired: boolean;
  /** What is said of its validity; undefined if that needs no words. */
  readonly validity: string | undefined;
  /** The same, and whether AI made it. */
  readonly text: string;
  /** What the marks say, as it is seen, and the rest of `text`. */
  readonly marks: readonly string[];
  readonly meaning: readonly string[];
  /** Marks beside a name, of an asset that is not valid, or that AI made; undefined for any other. */
  readonly badge: TemplateResult | undefined;
  /** Both in a line beside a name. */
  readonly line: TemplateResult;
  /** The marks over a picture, whose frame must be a positioned grid. */
  readonly overlay: TemplateResult | undefined;
}

/** Set on the badge itself, because the styles of a list load before anybody knows whether it is needed. */
const BADGE = {
  padding: '0.125rem 0.3125rem',
  'border-radius': '1rem',
  background: 'var(--_danger)',
  color: 'var(--_surface)',
  'font-size': '0.6875rem',
  'line-height': '1.25',
  // A narrow tile shows its beginning.
  overflow: 'hidden',
  'text-overflow': 'ellipsis',
  'white-space': 'nowrap',
};

/** No warning, so in the colours of the text. */
const GENERATED_BADGE = { ...BADGE, background: 'var(--_text)' };

/** Where `--_badge-place` says. */
const OVERLAY = {
  display: 'flex',
  gap: '0.25rem',
  'flex-wrap': 'wrap',
  'justify-content': 'center',
  position: 'absolute',
  'place-self': 'var(--_badge-place, center)',
  margin: '0.375rem',
  'max-inline-size': 'calc(100% - 0.75rem)',
  'pointer-events': 'none',
};

/**
 * Returns the note on an asset that is not valid, expires soon (`expiryOf`), or was made by AI; undefined for any other. `now` is
 * in milliseconds since 1970.
 */
export function expiryNote(
  { say, locale, about }: Pick<Catalogue, 'say' | 'locale'> & { readonly about: Pick<Catalogue['about'], 'timeZone'> },
  asset: Pick<Asset, 'valid_from' | 'valid_until' | 'source_type'>,
  now = Date.now(),
  soonDays?: number,
): ExpiryNote | undefined {
  const expiry = expiryOf(asset, now, about.timeZone, soonDays);
  const generated = isGenerated(asset) ? say('rights.generated') : undefined;
  if (!expiry && generated === undefined) return undefined;
  const state = expiry?.state;
  const date = expiry && formatDate(expiry.day, locale, expiry.zone);
  const validity = date && (state === 'expired' ? say('expiry.expired') : say(SAID[expiry.state], { date }));
  const warning = state === 'expired' ? validity : state === 'upcoming' ? say('expiry.upcoming') : undefined;
  const said = [validity, generated].filter((each) => each !== undefined);
  const seen = [warning, generated && say('rights.ai')].filter((each) => each !== undefined);
  // Isolated, because a name beside it may be written in the other direction.
  const marks = [
    warning === undefined ? undefined : html`<bdi class="expired" ${styled(BADGE)}>${warning}</bdi> `,
    generated === undefined
      ? undefined
      : html`<bdi class="generated" title=${generated} ${styled(GENERATED_BADGE)}>${say('rights.ai')}</bdi> `,
  ].filter((mark) => mark !== undefined);
  return {
    isExpired: state === 'expired',
    validity,
    text: said.join(', '),
    marks: seen,
    meaning: said.filter((each) => !seen.includes(each)),
    line: html`${marks}${state === 'expired' ? undefined : html`<span>${validity}</span>`}`,
    badge: marks.length > 0 ? html`${marks}` : undefined,
    overlay: marks.length > 0 ? html`<span ${styled(OVERLAY)}>${marks}</span>` : undefined,
  };
}

const SAID = { expired: 'expiry.until', ending: 'expiry.until', upcoming: 'expiry.from' } as const;

addTexts(EN_LATER);
