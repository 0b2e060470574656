import { html, nothing, type TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';
import { announced } from '../theme/announced.ts';

/** A part of a list: from the position `start` to before `end`. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** Bytes of items in a query: what the service reads of one (interface: query_too_long), less room for other parameters. */
const MAX_ITEM_BYTES = 16 * 1024 - 2048;

/** Bytes of an encoded comma between two items. */
const COMMA_BYTES = 3;

/**
 * Divides items, as a request writes them, into parts that fit into one request each: at most `most` items, and an address that the
 * service reads.
 */
export function partsOf(items: readonly string[], most: number): readonly Part[] {
  const parts: Part[] = [];
  let start = 0;
  let bytes = 0;
  for (const [position, item] of items.entries()) {
    const itemBytes = encodeURIComponent(item).length + COMMA_BYTES;
    if (position > start && (position - start >= most || bytes + itemBytes > MAX_ITEM_BYTES)) {
      parts.push({ start, end: position });
      start = position;
      bytes = 0;
    }
    bytes += itemBytes;
  }
  return items.length > 0 ? [...parts, { start, end: items.length }] : [];
}

/** Which part is chosen, and what choosing another one does. */
export interface PartChoice {
  readonly chosen: Part | undefined;
  readonly isDisabled?: boolean;
  /** Without it, a form sends the position of the part as `part`. */
  readonly choose?: (part: number) => void;
}

/** Says how many items fit at once, and draws the choice of a part of them; nothing if all fit. */
export function partSection(
  say: Say,
  parts: readonly Part[],
  { chosen, isDisabled, choose }: PartChoice,
): TemplateResult {
  const count = parts.at(-1)?.end ?? 0;
  const most = Math.max(...parts.map(({ start, end }) => end - start));
  const isDivided = parts.length > 1;
  const change = ({ target }: Event) => choose?.(Number((target as HTMLSelectElement).value));
  return html`
    <div role="status" class="news">
      ${announced(isDivided ? html`<p>${say('download.parts', { count, most })}</p>` : nothing)}
    </div>
    ${
      isDivided
        ? html`<div class="fields">
            <label>
              ${say('download.part')}
              <select name="part" ?disabled=${isDisabled} @change=${change}>
                ${parts.map(
                  (part, index) =>
                    html`<option value=${index} .selected=${part.start === chosen?.start}>
                      ${say('download.part.range', { first: part.start + 1, last: part.end })}
                    </option>`,
                )}
              </select>
            </label>
          </div>`
        : nothing
    }
  `;
}
