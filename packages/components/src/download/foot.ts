import type { Client } from '@asset-browsing-service/client';
import { html, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { laterIcon } from '../theme/later-icons.ts';
import { isConfirmed, messagesSection } from './messages-section.ts';
import { partSection, partsOf } from './parts.ts';
import { type Choice, downloadParameter, isPlanAccepted, messagesOf, type PlannedItem } from './plan.ts';

/** What a download brings. */
export interface ChosenDownload {
  /** What people call it. */
  readonly title: string;
  readonly query: Parameters<Client['asset']['download']>[0];
  /** The items of the query that the service has to convert. */
  readonly converted: readonly string[];
  /** IDs of its assets: those of the chosen part that can be downloaded in the chosen format. */
  readonly ids: readonly number[];
  /** Names one of them. */
  readonly nameOf: (id: number) => string;
}

/** What the foot of a download shows. */
export interface FootView {
  readonly catalogue: Catalogue;
  readonly items: readonly PlannedItem[];
  /** True if a ZIP is wanted, even of a single item. */
  readonly isZip: boolean;
  /** Name of the file without its extension; undefined for that of the asset. */
  readonly name: string | undefined;
  readonly choice: Choice;
  readonly choose: (change: Partial<Choice>) => void;
  readonly agreed: string;
  readonly agree: (agreed: string) => void;
  /** Called with what was chosen, and how many parts follow it. */
  readonly start: (download: ChosenDownload, following: number) => void;
  readonly nameOf: (id: number) => string;
}

/** Draws what comes before a download: the choice of a part, if not everything fits, and messages to confirm; then its button. */
export function footSection(view: FootView): TemplateResult {
  const { catalogue, items, isZip, name, choice, choose, agreed, agree, nameOf } = view;
  const { say, about } = catalogue;
  const written = downloadParameter(items, choice, about.downloadDpi);
  const parts = partsOf(written, about.maxDownloadAssets);
  // Another size may have made fewer parts.
  const place = Math.min(choice.part, parts.length - 1);
  const chosen = parts[place];
  const chosenItems = items.slice(chosen?.start, chosen?.end);
  const messages = messagesOf(chosenItems);
  const isReady = isConfirmed({ messages, agreed }) && isPlanAccepted(chosenItems, choice, about.downloadDpi);
  const download = written.slice(chosen?.start, chosen?.end);
  const [first] = chosenItems;
  // The second click of a double click does nothing.
  const press = ({ detail: clicks }: MouseEvent) => {
    if (clicks > 1 || !isReady) return;
    const chosenDownload = {
      title: name ?? (first ? nameOf(first.id) : ''),
      query: { download, format: choice.format, forcezip: isZip || undefined, name },
      converted: download.filter((_, index) => about.downloadConversions[chosenItems[index]?.format.id ?? 0]),
      ids: chosenItems.map(({ id }) => id),
      nameOf,
    };
    view.start(chosenDownload, parts.length - 1 - place);
  };
  return html`
    ${partSection(say, parts, { chosen, choose: (part) => choose({ part }) })}
    ${messagesSection({ say, messages, agreed, agree })}
    <div class="foot">
      <button type="button" class="primary" aria-disabled=${!isReady} @click=${press}>
        ${laterIcon('download')}${say('download.start')}
      </button>
    </div>
  `;
}
