import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { refusalText } from '../catalogue/refusals.ts';
import { formatBytes } from '../texts/texts.ts';
import { laterIcon } from '../theme/later-icons.ts';
import { refusedAssets } from './not-valid.ts';
import { isRunning, type Stage } from './saving.ts';
import { signInAddress } from './sign-in-address.ts';

/** What the bottom of a download shows. */
export interface StageView {
  readonly catalogue: Catalogue;
  readonly stage: Stage;
  /** False as long as a message is not confirmed, or a size is not accepted. */
  readonly isReady: boolean;
  readonly start: () => void;
  /** Called in the stages `choose-place` and `ready`, within the event of a click. */
  readonly finish: () => void;
  readonly cancel: () => void;
  /** Names an asset. */
  readonly nameOf: (id: number) => string;
  /** Starts again without assets that may not be used now; undefined if nothing would be left. */
  readonly leaveOut: ((refused: readonly number[]) => void) | undefined;
}

/** Draws the button that starts, finishes or cancels a download, with its progress and its outcome. */
export function stageSection(view: StageView): TemplateResult {
  const { catalogue, stage, isReady, start, finish, cancel } = view;
  const { say } = catalogue;
  const isBusy = isRunning(stage);
  const isWaiting = stage.kind === 'choose-place' || stage.kind === 'ready';
  const label = isBusy
    ? say('download.cancel')
    : stage.kind === 'choose-place'
      ? say('download.choose-place')
      : say('download.start');
  // One button in all stages, so that the focus stays on it. The second click of a double click does nothing.
  const press = ({ detail: clicks }: MouseEvent) => {
    if (clicks > 1) return;
    if (isBusy) cancel();
    else if (isWaiting) finish();
    else if (isReady) start();
  };
  return html`<div class="stage">
    <div class="running">
      <span role="status">${outcomeOf(catalogue, stage)}</span>
      ${isBusy ? progressOf(catalogue, stage) : nothing}
    </div>
    <div class="buttons">
      <button
        type="button"
        class=${isBusy ? '' : 'primary'}
        aria-disabled=${!isBusy && !isWaiting && !isReady}
        @click=${press}
      >
        ${isBusy ? nothing : laterIcon('download')}${stage.kind === 'failed' ? say('catalogue.retry') : label}
      </button>
    </div>
    ${stage.kind === 'failed' ? failureOf(view, stage.error) : nothing}
  </div>`;
}

function progressOf({ say, locale }: Catalogue, stage: Stage): TemplateResult {
  if (stage.kind !== 'loading') return html`<progress aria-label=${say('download.preparing')}></progress>`;
  const { loaded, total } = stage.progress;
  const text =
    total === undefined
      ? formatBytes(loaded, locale)
      : say('download.progress', { loaded: formatBytes(loaded, locale), total: formatBytes(total, locale) });
  return html`<span class="faint">${text}</span>
    <progress aria-label=${say('download.running')} max=${total ?? nothing} .value=${loaded}></progress>`;
}

/** The text that screen readers announce: each step, but not each byte. */
function outcomeOf({ say, about }: Catalogue, { kind }: Stage): string {
  // The link of a PIN needs no token, so any browser downloads from it.
  const otherWay = about.pins ? ` ${say('download.or-pin', { label: say('share.label') })}` : '';
  switch (kind) {
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

function failureOf({ catalogue, nameOf, leaveOut }: StageView, error: unknown): TemplateResult {
  const address = signInAddress(error);
  const refused = refusedAssets(error);
  return html`<p class="error" role="alert">${refusalText(error, catalogue)}</p>
    ${refused.length > 0 ? html`<ul>${refused.map((id) => html`<li><bdi>${nameOf(id)}</bdi></li>`)}</ul>` : nothing}
    ${
      refused.length > 0 && leaveOut
        ? html`<button type="button" @click=${() => leaveOut(refused)}>${catalogue.say('download.leave-out', { count: refused.length })}</button>`
        : nothing
    }
    ${address ? html`<a class="button" href=${address} target="_blank" rel="noopener">${catalogue.say('sign-in.submit')}</a>` : nothing}`;
}
