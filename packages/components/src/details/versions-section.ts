import type { Version } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import { modal } from '../theme/modal.ts';
import { styled } from '../theme/styled.ts';

/** The comparison of two versions: numbers of the versions, and position of the slider. */
export interface Comparison {
  readonly left: number;
  readonly right: number;
  /** Percent of the width, from the left, that shows the left version. */
  readonly at: number;
}

/** The content and callbacks of the section of versions. */
export interface VersionsView {
  readonly catalogue: Catalogue;
  readonly id: number;
  /** File name of the current version. */
  readonly name: string;
  /** The oldest first. */
  readonly versions: readonly Version[];
  /** Number of the version to mark. */
  readonly shown: number;
  readonly comparison: Comparison | undefined;
  readonly compare: (comparison: Comparison | undefined) => void;
  readonly show: (version: number) => void;
  readonly download: (version: number) => void;
}

/** Draws the versions, the newest first, and a comparison of two in a dialog, which the element opens. */
export function versionsSection(view: VersionsView): TemplateResult {
  const { catalogue, versions, comparison, compare } = view;
  const { say } = catalogue;
  const [oldest, newest] = [versions[0]?.version ?? 0, versions.at(-1)?.version ?? 0];
  return html`
    <ul class="versions">
      ${versions.toReversed().map((version) => versionItem(view, version))}
    </ul>
    ${
      versions.length > 1
        ? html`<button type="button" aria-haspopup="dialog" @click=${() => compare({ left: oldest, right: newest, at: 50 })}>
            ${say('details.versions.compare')}
          </button>`
        : nothing
    }
    ${
      comparison
        ? modal({
            title: say('details.versions.compare'),
            closeLabel: say('dialog.close'),
            body: compared(view, comparison),
            closed: () => compare(undefined),
          })
        : nothing
    }
  `;
}

function versionItem({ catalogue, id, name, shown, show, download }: VersionsView, version: Version): TemplateResult {
  const { say, pictures } = catalogue;
  const title = say(version.active ? 'details.version.current' : 'details.version', {
    version: String(version.version),
  });
  return html`<li>
    <button
      type="button"
      class="version"
      aria-pressed=${shown === version.version}
      @click=${() => show(version.version)}
    >
      <img alt="" loading="lazy" src=${pictureAddress(pictures.choiceOf({ id, version: version.version }, 56))} />
      <span>
        <strong>${title}</strong>
        <span class="faint">${version.date}</span>
        ${version.name === name ? nothing : html`<span class="faint" dir="auto">${version.name}</span>`}
      </span>
    </button>
    <button type="button" class="link" @click=${() => download(version.version)}>
      ${say('details.version.download')}<span class="unseen">${title}</span>
    </button>
  </li>`;
}

function compared({ catalogue, id, versions, compare }: VersionsView, comparison: Comparison): TemplateResult {
  const { say, pictures } = catalogue;
  const picture = (version: number) => pictures.choiceOf({ id, version }, Math.max(innerWidth, innerHeight));
  const choice = (side: 'left' | 'right') => html`<label>
    ${say(`details.versions.${side}`)}
    <select
      @change=${({ target }: Event) => compare({ ...comparison, [side]: Number((target as HTMLSelectElement).value) })}
    >
      ${versions.map(
        ({ version, date }) => html`<option value=${version} ?selected=${version === comparison[side]}>
          ${say('details.version', { version: String(version) })} · ${date}
        </option>`,
      )}
    </select>
  </label>`;
  // Left and right are sides of the pictures, whatever the writing direction.
  return html`<div class="comparison" dir="ltr">
    <div class="comparison-choices">${choice('left')}${choice('right')}</div>
    <div class="comparison-pictures" ${styled({ '--_at': `${comparison.at}%` })}>
      <img alt=${say('details.version', { version: String(comparison.right) })} src=${pictureAddress(picture(comparison.right))} />
      <img
        class="over"
        alt=${say('details.version', { version: String(comparison.left) })}
        src=${pictureAddress(picture(comparison.left))}
      />
    </div>
    <input
      type="range"
      min="0"
      max="100"
      aria-label=${say('details.versions.slider')}
      .value=${String(comparison.at)}
      @input=${({ target }: Event) => compare({ ...comparison, at: Number((target as HTMLInputElement).value) })}
    />
  </div>`;
}
