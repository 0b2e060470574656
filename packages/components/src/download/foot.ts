import type { Client } from '@asset-browsing-service/client';
import { html, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { isConfirmed, messagesSection } from './messages-section.ts';
import { refusedAssets } from './not-valid.ts';
import { partSection, partsOf } from './parts.ts';
import { type Choice, downloadParameter, isPlanAccepted, messagesOf, type PlannedItem } from './plan.ts';
import { isRunning, type Stage } from './saving.ts';
import { stageSection } from './stage.ts';

/** What a download brings. */
export interface ChosenDownload {
  readonly query: Parameters<Client['asset']['download']>[0];
  /** IDs of its assets: those of the chosen part that can be downloaded in the chosen format. */
  readonly ids: readonly number[];
}

/** What the foot of a download shows. */
export interface FootView {
  readonly catalogue: Catalogue;
  readonly items: readonly PlannedItem[];
  /** True if a ZIP is wanted, even of a single item. */
  readonly isZip: boolean;
  readonly choice: Choice;
  readonly choose: (change: Partial<Choice>) => void;
  readonly agreed: string;
  readonly agree: (agreed: string) => void;
  readonly stage: Stage;
  readonly start: (download: ChosenDownload) => void;
  /** Called in the stages `choose-place` and `ready`, within the event of a click. */
  readonly finish: () => void;
  readonly cancel: () => void;
  /** Names an asset. */
  readonly nameOf: (id: number) => string;
}

/** Draws what comes before a download: the choice of a part, if not everything fits, and messages to confirm; then its button. */
export function footSection(view: FootView): TemplateResult {
  const { catalogue, items, isZip, choice, choose, agreed, agree, stage } = view;
  const { say, about } = catalogue;
  const written = downloadParameter(items, choice, about.downloadDpi);
  const parts = partsOf(written, about.maxDownloadAssets);
  // Another size may have made fewer parts.
  const chosen = parts[Math.min(choice.part, parts.length - 1)];
  const chosenItems = items.slice(chosen?.start, chosen?.end);
  const messages = messagesOf(chosenItems);
  const download = {
    query: {
      download: written.slice(chosen?.start, chosen?.end),
      format: choice.format,
      forcezip: isZip || undefined,
    },
    ids: chosenItems.map(({ id }) => id),
  };
  const leaveOut = (refused: readonly number[]) => {
    const ids = download.ids.filter((id) => !refused.includes(id));
    view.start({ query: { ...download.query, skip_invalid: true }, ids });
  };
  const refused = stage.kind === 'failed' ? refusedAssets(stage.error) : [];
  const isAnyLeft = download.ids.some((id) => !refused.includes(id));
  const choosePart = (part: number) => choose({ part });
  return html`
    ${partSection(say, parts, { chosen, isDisabled: isRunning(stage), choose: choosePart })}
    ${messagesSection({ say, messages, agreed, agree })}
    ${stageSection({
      ...{ catalogue, stage, cancel: view.cancel, nameOf: view.nameOf },
      leaveOut: isAnyLeft ? leaveOut : undefined,
      isReady: isConfirmed({ messages, agreed }) && isPlanAccepted(chosenItems, choice, about.downloadDpi),
      start: () => view.start(download),
      finish: () => view.finish(),
    })}
  `;
}
