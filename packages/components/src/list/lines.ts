import type { Asset } from '@asset-browsing-service/client';
import { html, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ExpiryNote } from '../expiry/expiry-note.ts';
import styles from '../grid/line.css';
import { snippetLine } from '../grid/snippet.ts';
import { cellOf, classOf, fitting, tracksOf } from './cells.ts';

/** Width in pixels below which lines have two rows of text in place of columns, of which the second shows what fits. */
const NARROW = 576;

/** What lines of the list view say, and how they look. Loads with the first of them. */
export const LINES = {
  styles,
  tracksOf,
  isNarrow: (width: number) => width < NARROW,
  /** Those of these columns for which a list of this width has room. */
  columnsOf: (columns: readonly string[], width: number) => (width < NARROW ? columns : fitting(columns, width)),
  /** Draws the words beside the picture, of which `name` is the name. */
  words: (
    catalogue: Catalogue,
    asset: Asset,
    {
      columns,
      expiry,
      name,
    }: {
      readonly columns: readonly string[];
      readonly expiry: ExpiryNote | undefined;
      readonly name: TemplateResult;
    },
  ): TemplateResult => {
    const [found] = asset.snippets ?? [];
    const named = found ? html`<span class="found">${name}${snippetLine(found, catalogue)}</span>` : name;
    const facts = columns.map(
      (column) => html`<span class=${classOf(column)}>${cellOf(catalogue, asset, column, expiry)}</span>`,
    );
    return html`<span class="words">${named}<span class="facts">${facts}</span></span>`;
  },
} as const;
