import { readFileSync } from 'node:fs';

/** The custom properties of the elements, of which the build has a copy. */
const TOKENS = new URL(
  import.meta.url.endsWith('.ts') ? '../../../../components/src/theme/tokens.css' : '../../../../documents/tokens.css',
  import.meta.url,
);

/** Returns the style of a page that the service writes itself: the look of the elements, and the sheets of the page. */
export function pageStyle(...sheets: readonly URL[]): string {
  return [TOKENS, new URL('base.css', import.meta.url), ...sheets].map((sheet) => readFileSync(sheet, 'utf8')).join('');
}
