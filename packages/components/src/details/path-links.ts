import { html, type TemplateResult } from 'lit';
import { visibleName } from '../catalogue/visible-name.ts';
import type { Say } from '../texts/texts.ts';

/** Draws a path as a list of buttons. `go` gets the names of the path and the index of the pressed one. */
export function pathLinks(
  say: Say,
  names: readonly string[],
  go: (names: readonly string[], index: number) => void,
): TemplateResult {
  return html`<ol class="path">
    ${names.map(
      (name, index) =>
        html`<li><button type="button" class="link" @click=${() => go(names, index)}><bdi>${visibleName(say, name)}</bdi></button></li>`,
    )}
  </ol>`;
}
