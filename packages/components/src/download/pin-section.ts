import type { Pin } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { refusalText } from '../catalogue/refusals.ts';
import { copyLink } from '../theme/copy-link.ts';
import { commonFormats, type Offers } from './plan.ts';

/** How far a PIN is. */
export interface PinState {
  readonly pin: Pin | undefined;
  readonly failure: unknown;
  readonly isBusy: boolean;
}

/** What a PIN is made of, besides its assets. */
export interface PinRequest {
  readonly title: string;
  /** IDs of formats; empty for those that the service is configured with. */
  readonly formats: readonly number[];
}

/** Most characters of a title. */
const MOST_CHARACTERS = 200;

const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** Draws the form that makes a link for other people, and the link, whose room is there from the beginning. */
export function pinSection(
  catalogue: Catalogue,
  offers: Offers,
  { pin, failure, isBusy }: PinState,
  create: (request: PinRequest) => void,
): TemplateResult {
  const { say, about, locale } = catalogue;
  const expires = new Date(Date.now() + about.pinDays * DAY_MILLISECONDS);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(expires);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const data = new FormData(event.target as HTMLFormElement);
    create({ title: String(data.get('title')).trim(), formats: data.getAll('formats').map(Number) });
  };
  return html`<details class="pin">
    <summary>${say('download.pin')}</summary>
    <p class="faint">${say('download.pin.text')} ${say('download.pin.until', { date })}</p>
    <form @submit=${submit}>
      <label>
        ${say('download.pin.title')}
        <input name="title" maxlength=${MOST_CHARACTERS} autocomplete="off" />
      </label>
      <fieldset>
        <legend>${say('download.pin.formats')}</legend>
        ${commonFormats(offers).map(
          ({ format }) =>
            html`<label class="check"><input type="checkbox" name="formats" value=${format.id} />${format.name}</label>`,
        )}
      </fieldset>
      <div class="making">
        <button aria-disabled=${isBusy}>${say('download.pin.create')}</button>
        <div class="outcome">
          <div role="status">${pin ? say('download.pin.done', { pin: pin.pin }) : nothing}</div>
          ${failure ? html`<div class="error" role="alert">${refusalText(failure, catalogue)}</div>` : nothing}
        </div>
      </div>
    </form>
    <div class="made ${pin ? '' : 'awaited'}">${copyLink(say, pin?.link ?? '', say('download.pin.link'))}</div>
  </details>`;
}
