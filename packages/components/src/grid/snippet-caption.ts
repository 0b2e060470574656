import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { formatNumber } from '../texts/texts.ts';

/** Returns a caption with the first snippet, for the tooltip of a picture. */
export function withSnippet(caption: string, { snippets = [] }: Asset, { say, locale }: Catalogue): string {
  const [first] = snippets;
  if (!first) return caption;
  const page = first.page === null ? [] : [say('grid.on-page', { page: formatNumber(first.page + 1, locale) })];
  return [caption, ...page, first.text].join('\n');
}
