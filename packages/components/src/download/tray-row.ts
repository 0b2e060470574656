import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { refusalText } from '../catalogue/refusals.ts';
import { formatBytes } from '../texts/bytes.ts';
import { icon } from '../theme/icons.ts';
import type { DownloadJob } from './downloads.ts';
import { refusedAssets } from './not-valid.ts';
import { isRunning, type Stage } from './saving.ts';
import { signInAddress } from './sign-in-address.ts';

/** Draws how far a download is, and the buttons that cancel, finish or repeat it, or take it out of the tray. */
export function trayRow(catalogue: Catalogue, job: DownloadJob): TemplateResult {
  const { say } = catalogue;
  const { saving, chosen } = job;
  const { stage } = saving;
  const isBusy = isRunning(stage);
  const facts = factsOf(catalogue, stage);
  // One button, so that the focus stays on it.
  const end = () => (isRunning(saving.stage) ? saving.reset() : job.remove());
  const label = isBusy ? say('download.cancel') : say('download.put-away', { name: chosen.title });
  return html`<div class="job">
      <bdi class="name">${chosen.title}</bdi>
      <button type="button" class="quiet put-away" aria-label=${label} title=${label} @click=${end}>${icon('close')}</button>
    </div>
    <div class="running">
      <span role="status">${outcomeOf(catalogue, stage)}</span>
      ${facts ? html`<span class="faint">${facts}</span>` : nothing}
      ${isBusy ? progressOf(catalogue, stage) : nothing}
    </div>
    ${stage.kind === 'failed' ? failureOf(catalogue, job, stage.error) : nothing}
    ${nextStep(catalogue, job)}`;
}

/** Draws the button that finishes or repeats a download; nothing if there is nothing to do. */
function nextStep({ say }: Catalogue, job: DownloadJob): TemplateResult | typeof nothing {
  const { stage } = job.saving;
  const isWaiting = stage.kind === 'choose-place' || stage.kind === 'ready';
  if (isRunning(stage) || stage.kind === 'done' || stage.kind === 'browser') return nothing;
  const label = say(
    stage.kind === 'choose-place' ? 'download.choose-place' : isWaiting ? 'download.start' : 'catalogue.retry',
  );
  // The second click of a double click does nothing.
  const press = ({ detail: clicks }: MouseEvent) => {
    if (clicks > 1) return;
    if (isWaiting) job.finish();
    else job.start();
  };
  return html`<div class="buttons"><button type="button" class=${isWaiting ? 'primary' : ''} @click=${press}>${label}</button></div>`;
}

function progressOf({ say }: Catalogue, stage: Stage): TemplateResult {
  const [value, max] =
    stage.kind === 'loading'
      ? [stage.progress.loaded, stage.progress.total]
      : stage.kind === 'preparing' && stage.total > 0
        ? [stage.count, stage.total]
        : [];
  const label = say(stage.kind === 'loading' ? 'download.running' : 'download.preparing');
  return max === undefined
    ? html`<progress aria-label=${label}></progress>`
    : html`<progress aria-label=${label} max=${max} .value=${value ?? 0}></progress>`;
}

/** What changes too often to be announced, and the size of what has arrived. */
function factsOf({ say, locale }: Catalogue, stage: Stage): string {
  switch (stage.kind) {
    case 'preparing':
      return stage.total > 0 ? say('download.prepared', { count: stage.count, total: stage.total }) : '';
    case 'loading': {
      const { loaded, total } = stage.progress;
      if (total === undefined) return formatBytes(loaded, locale);
      return say('download.progress', { loaded: formatBytes(loaded, locale), total: formatBytes(total, locale) });
    }
    case 'done':
      return stage.size === undefined ? '' : formatBytes(stage.size, locale);
    default:
      return '';
  }
}

/** The text that screen readers announce: each step, but not each byte. */
function outcomeOf({ say, about }: Catalogue, { kind }: Stage): string {
  // The link of a PIN needs no token, so any browser downloads from it.
  const otherWay = about.pins ? ` ${say('download.or-pin', { label: say('share.label') })}` : '';
  switch (kind) {
    case 'idle':
      return say('download.cancelled');
    case 'preparing':
      return say('download.preparing');
    case 'loading':
      return say('download.running');
    case 'done':
      return say('download.done');
    case 'browser':
      return say('download.browser');
    case 'ready':
      return say('download.ready');
    case 'again':
      return say('download.again');
    case 'choose-place':
      return say('download.large');
    case 'too-large':
      return say('download.too-large') + otherWay;
    case 'framed':
      return say('download.framed') + otherWay;
    case 'no-room':
      return say('download.no-room') + otherWay;
    default:
      return '';
  }
}

/** Draws why a download failed, and the ways out: without the assets that may not be used now, or after signing in. */
function failureOf(catalogue: Catalogue, { chosen, start }: DownloadJob, error: unknown): TemplateResult {
  const { say } = catalogue;
  const address = signInAddress(error);
  const refused = refusedAssets(error);
  const ids = chosen.ids.filter((id) => !refused.includes(id));
  const leaveOut = () => start({ ...chosen, ids, query: { ...chosen.query, skip_invalid: true } });
  return html`<p class="error" role="alert">${refusalText(error, catalogue)}</p>
    ${refused.length > 0 ? html`<ul>${refused.map((id) => html`<li><bdi>${chosen.nameOf(id)}</bdi></li>`)}</ul>` : nothing}
    ${
      refused.length > 0 && ids.length > 0
        ? html`<div class="buttons">
            <button type="button" @click=${leaveOut}>${say('download.leave-out', { count: refused.length })}</button>
          </div>`
        : nothing
    }
    ${address ? html`<a class="button" href=${address} target="_blank" rel="noopener">${say('sign-in.submit')}</a>` : nothing}`;
}
