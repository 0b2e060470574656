/** Shows where a search was found in the text of a document. */
import type { Asset } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { formatNumber } from '../texts/texts.ts';

/** Characters before the first mark, so that it is seen in a line. */
const BEFORE = 14;

/** Draws a part of the text of a document in one line. */
export function snippetLine(
  { text, marks, page }: NonNullable<Asset['snippets']>[number],
  { say, locale }: Catalogue,
): TemplateResult {
  const from = beginning(text, marks[0]?.[0] ?? 0);
  const parts: unknown[] = [];
  let at = from;
  for (const [start = 0, end = 0] of marks) {
    parts.push(text.slice(at, start), html`<mark>${text.slice(start, end)}</mark>`);
    at = end;
  }
  parts.push(text.slice(at));
  const where =
    page === null ? nothing : html`<b>${say('grid.on-page', { page: formatNumber(page + 1, locale) })}</b> `;
  return html`<span class="snippet">${where}<bdi>${from > 0 ? '…' : nothing}${parts}</bdi></span>`;
}

/** Returns where a line begins: after a blank before the first mark. */
function beginning(text: string, mark: number): number {
  if (mark <= BEFORE) return 0;
  const blank = text.indexOf(' ', mark - BEFORE);
  return blank >= 0 && blank < mark ? blank + 1 : mark;
}
