const NO_COLUMN = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const WIDE =
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\uff01-\uff60\u3000-\u303e\p{Emoji_Presentation}]$/u;

/** Joins as many parts as fit into the columns. Truncates the first part that doesn't fit and omits the rest. */
export function fitColumns(parts: readonly string[], columns: number): string {
  let line = '';
  for (const part of parts.filter((text) => text !== '')) {
    const longer = line === '' ? part : `${line} ${part}`;
    if (widthOf(longer) > columns) return cut(longer, columns);
    line = longer;
  }
  return line;
}

function cut(text: string, columns: number): string {
  let kept = '';
  let width = 0;
  for (const character of text) {
    width += widthOf(character);
    if (width > columns) break;
    kept += character;
  }
  return kept;
}

/**
 * Returns the width of a text in terminal columns: East Asian wide characters and pictographs take two, combining marks
 * none.
 */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (NO_COLUMN.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}
