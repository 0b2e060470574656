import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { refusalText, signInAddress } from '../catalogue/refusals.ts';
import { formatBytes } from '../texts/texts.ts';
import { laterIcon } from '../theme/later-icons.ts';
import type { Stage } from './saving.ts';

/** What the foot of a download shows. */
export interface StageView {
  readonly catalogue: Catalogue;
  readonly stage: Stage;
  /** False as long as a message is not confirmed, or a size not accepted. */
  readonly isReady: boolean;
  readonly start: () => void;
  readonly choosePlace: () => void;
  readonly cancel: () => void;
}

/** Draws the button that starts a download or ends it, its progress, and its outcome. */
export function stageSection({ catalogue, stage, isReady, start, choosePlace, cancel }: StageView): TemplateResult {
  const { say } = catalogue;
  const isRunning = stage.kind === 'preparing' || stage.kind === 'loading';
  const isPlaceAsked = stage.kind === 'choose-place';
  const label = isRunning
    ? say('download.cancel')
    : isPlaceAsked
      ? say('download.choose-place')
      : say('download.start');
  // One button in all stages, so that the focus stays on it. The second click of a double click does nothing.
  const press = ({ detail: clicks }: MouseEvent) => {
    if (clicks > 1) return;
    if (isRunning) cancel();
    else if (isPlaceAsked) choosePlace();
    else if (isReady) start();
  };
  return html`<div class="stage">
    <div class="running">
      <span role="status">${outcomeOf(catalogue, stage)}</span>
      ${isRunning ? progressOf(catalogue, stage) : nothing}
    </div>
    <div class="buttons">
      <button
        type="button"
        class=${isRunning ? '' : 'primary'}
        aria-disabled=${!isRunning && !isPlaceAsked && !isReady}
        @click=${press}
      >
        ${isRunning ? nothing : laterIcon('download')}${stage.kind === 'failed' ? say('catalogue.retry') : label}
      </button>
    </div>
    ${stage.kind === 'failed' ? failureOf(catalogue, stage.error) : nothing}
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

/** Screen readers hear each step, but not each byte. */
function outcomeOf({ say }: Catalogue, { kind }: Stage): string {
  switch (kind) {
    case 'preparing':
      return say('download.preparing');
    case 'loading':
      return say('download.running');
    case 'done':
      return say('download.done');
    case 'browser':
      return say('download.browser');
    case 'choose-place':
      return say('download.large');
    case 'too-large':
      return say('download.too-large');
    default:
      return '';
  }
}

function failureOf(catalogue: Catalogue, error: unknown): TemplateResult {
  const address = signInAddress(error);
  return html`<p class="error" role="alert">${refusalText(error, catalogue)}</p>
    ${address ? html`<a class="button" href=${address} target="_blank" rel="noopener">${catalogue.say('sign-in.submit')}</a>` : nothing}`;
}
