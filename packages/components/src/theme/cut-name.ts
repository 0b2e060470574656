import { html, type TemplateResult } from 'lit';

/** Letters of a name that stay where it is cut: numbers and extensions tell apart names that begin alike. */
const END = 12;

/** Shorter names need no second part. */
const SHORT = 2 * END;

/** Before the last words of a name, at most 14 letters: whole words are easier to read. */
const LAST_WORDS = /[\s_-](?=.{5,14}$)/u;

/** Draws a name that is cut in its middle if it is too long for its line, beside a label that says the whole name. */
export function cutName(name: string): TemplateResult | string {
  const [start, end] = halvesOf(name);
  return end ? html`<span class="cut"><span>${start}</span><span>${end}</span></span>` : name;
}

/** The same without a label: screen readers, which would read two pieces, read the whole name. */
export function unlabelledCut(name: string): TemplateResult | string {
  const [start, end] = halvesOf(name);
  return end
    ? html`<span class="unseen">${name}</span><span class="cut" aria-hidden="true"><span>${start}</span><span>${end}</span></span>`
    : name;
}

function halvesOf(name: string): readonly [start: string, end?: string] {
  if (name.length <= SHORT) return [name];
  let from = name.search(LAST_WORDS);
  if (from < 0) from = name.length - END;
  // Marks belong to the letter before them, and the second half of a character to the first.
  while (from > 0 && /[\p{M}\p{Cf}\uDC00-\uDFFF]/u.test(name.charAt(from))) from -= 1;
  return [name.slice(0, from), name.slice(from)];
}
