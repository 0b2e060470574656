import { html, type TemplateResult } from 'lit';

/** Letters of a name that stay where it is cut: numbers and extensions tell apart names that begin alike. */
const END = 12;

/** Shorter names need no second part. */
const SHORT = 2 * END;

/** Draws a name that is cut in its middle if it is too long for its line. */
export function cutName(name: string): TemplateResult | string {
  if (name.length <= SHORT) return name;
  let from = name.length - END;
  // Marks belong to the letter before them, and the second half of a character to the first.
  while (from > 0 && /[\p{M}\p{Cf}\uDC00-\uDFFF]/u.test(name.charAt(from))) from -= 1;
  return html`<span class="cut"><span>${name.slice(0, from)}</span><span>${name.slice(from)}</span></span>`;
}
