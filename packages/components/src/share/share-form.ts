import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { refusalText } from '../catalogue/refusals.ts';
import { partSection, partsOf } from '../download/parts.ts';
import { commonFormats, type Offers } from '../download/plan.ts';
import { formatDate } from '../texts/texts.ts';
import { afterDays, dateValue, daysUntil, offeredDays, usualDays } from './link-ends.ts';
import type { LinkRequest, LinkState } from './link-making.ts';

/** Maximum number of assets of a link, also if a download may have more (interface: list parameters). */
const MAX_ASSETS = 1000;

/** Maximum length of a title. */
const MAX_CHARACTERS = 200;

/** Value of the choice of an end by its date. */
const BY_DATE = 'date';

export interface ShareForm {
  readonly offers: Offers;
  readonly state: LinkState;
  /** The chosen number of days, or `date`. */
  readonly ends: string;
  readonly choose: (ends: string) => void;
  readonly create: (request: LinkRequest) => void;
}

/** Draws the form that makes a link for other people. */
export function shareForm(catalogue: Catalogue, form: ShareForm): TemplateResult {
  const { offers, state, create } = form;
  const { say, about } = catalogue;
  const { failure, isBusy } = state;
  const ids = [...offers.keys()];
  const parts = partsOf(ids.map(String), Math.min(about.maxDownloadAssets, MAX_ASSETS));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const data = new FormData(event.target as HTMLFormElement);
    const part = parts[Math.min(Number(data.get('part')), parts.length - 1)];
    const ends = String(data.get('ends'));
    create({
      ids: ids.slice(part?.start, part?.end),
      title: String(data.get('title')).trim(),
      formats: data.getAll('formats').map(Number),
      days: ends === BY_DATE ? daysUntil(String(data.get('date')), Date.now(), about.pinDays) : Number(ends),
    });
  };
  return html`<form @submit=${submit}>
    <p class="faint">${say('share.text')}</p>
    ${partSection(say, parts, { chosen: parts[0] })}
    <label>
      ${say('share.link-title')}
      <input name="title" maxlength=${MAX_CHARACTERS} autocomplete="off" />
    </label>
    ${endFields(catalogue, form)}
    <details>
      <summary>${say('share.formats')}</summary>
      <p class="faint">${say('share.formats.usual')}</p>
      ${commonFormats(offers).map(
        ({ format }) =>
          html`<label class="check"><input type="checkbox" name="formats" value=${format.id} />${format.name}</label>`,
      )}
    </details>
    <div class="making">
      <button class="primary" aria-disabled=${isBusy}>${say('share.create')}</button>
      ${failure ? html`<div class="error" role="alert">${refusalText(failure, catalogue)}</div>` : nothing}
    </div>
  </form>`;
}

function endFields({ say, about, locale }: Catalogue, { ends, choose }: ShareForm): TemplateResult {
  const now = Date.now();
  const most = about.pinDays;
  const chosen = ends || String(usualDays(most));
  const change = ({ target }: Event) => choose((target as HTMLSelectElement).value);
  const days = offeredDays(most);
  const dateAfter = (count: number) => formatDate(afterDays(now, count), locale, about.timeZone);
  return html`<div class="ends">
    <label>
      ${say('share.ends')}
      <select name="ends" .value=${chosen} @change=${change}>
        ${days.map((each) => html`<option value=${each} ?selected=${String(each) === chosen}>${say('share.days', { count: each })}</option>`)}
        <option value=${BY_DATE} ?selected=${chosen === BY_DATE}>${say('share.by-date')}</option>
      </select>
    </label>
    ${
      chosen === BY_DATE
        ? html`<label>
            ${say('share.date')}
            <input
              type="date"
              name="date"
              required
              min=${dateValue(now)}
              max=${dateValue(afterDays(now, most))}
              value=${dateValue(afterDays(now, usualDays(most)))}
            />
          </label>`
        : html`<p class="faint">${say('share.until', { date: dateAfter(Number(chosen)) })}</p>`
    }
  </div>`;
}
