import type { Pin } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { refusalText } from '../catalogue/refusals.ts';
import { formatDate } from '../texts/texts.ts';
import { copyLink } from '../theme/copy-link.ts';
import { partSection, partsOf } from './parts.ts';
import { commonFormats, type Offers } from './plan.ts';

/** How far the making of a PIN is. */
export interface PinState {
  readonly pin: Pin | undefined;
  readonly failure: unknown;
  readonly isBusy: boolean;
}

export interface PinRequest {
  readonly ids: readonly number[];
  readonly title: string;
  /** IDs of formats; empty for those that are configured in the service. */
  readonly formats: readonly number[];
}

/** Maximum number of assets in a PIN, also if a download may have more (interface: list parameters). */
const MAX_ASSETS = 1000;

/** Maximum length of a title. */
const MAX_CHARACTERS = 200;

const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** Draws the form that makes a link for other people, and the link. Its room is kept free until then. */
export function pinSection(
  catalogue: Catalogue,
  offers: Offers,
  { pin, failure, isBusy }: PinState,
  create: (request: PinRequest) => void,
): TemplateResult {
  const { say, about, locale } = catalogue;
  const ids = [...offers.keys()];
  const parts = partsOf(ids.map(String), Math.min(about.maxDownloadAssets, MAX_ASSETS));
  const date = formatDate(Date.now() + about.pinDays * DAY_MILLISECONDS, locale, about.timeZone);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const data = new FormData(event.target as HTMLFormElement);
    const part = parts[Math.min(Number(data.get('part')), parts.length - 1)];
    create({
      ids: ids.slice(part?.start, part?.end),
      title: String(data.get('title')).trim(),
      formats: data.getAll('formats').map(Number),
    });
  };
  return html`<details class="pin">
    <summary>${say('download.pin')}</summary>
    <p class="faint">${say('download.pin.text')} ${say('download.pin.until', { date })}</p>
    <form @submit=${submit}>
      ${partSection(say, parts, { chosen: parts[0] })}
      <label>
        ${say('download.pin.title')}
        <input name="title" maxlength=${MAX_CHARACTERS} autocomplete="off" />
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
