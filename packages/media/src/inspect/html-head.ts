import { Parser } from 'htmlparser2';
import { isoDate } from './dates.ts';
import type { WrittenMetadata } from './descriptive-metadata.ts';
import { flatKeywords } from './keywords.ts';

/** Names of `meta` elements, from HTML itself, Dublin Core and Open Graph, by property. */
const META = {
  title: ['dc.title', 'dcterms.title', 'og:title'],
  description: ['description', 'dc.description', 'dcterms.description', 'og:description'],
  creator: ['author', 'dc.creator', 'dcterms.creator', 'article:author'],
  copyright: ['copyright', 'dc.rights', 'dcterms.rights', 'rights'],
  captured: ['date', 'dc.date', 'dcterms.created', 'article:published_time'],
  keywords: ['keywords', 'dc.subject', 'dcterms.subject'],
} as const;

/**
 * Reads the descriptive metadata from a web page's head: title and `meta` elements. `text` is the beginning of the
 * page.
 */
export function metadataFromHtmlHead(text: string): WrittenMetadata {
  const metas = new Map<string, string[]>();
  let title = '';
  let isInTitle = false;
  let isInBody = false;
  const parser = new Parser({
    onopentag(name, { name: key, property, content }) {
      // Uses only the first non-empty title: drawings within the page have titles too.
      isInTitle = name === 'title' && title === '';
      const attribute = (key ?? property)?.toLowerCase();
      if (name === 'body') isInBody = true;
      if (name === 'meta' && attribute !== undefined && content?.trim() && !(isInBody && metas.has(attribute)))
        metas.getOrInsertComputed(attribute, () => []).push(content);
    },
    ontext: (part) => {
      if (isInTitle) title += part;
    },
    onclosetag: () => {
      isInTitle = false;
    },
  });
  parser.end(text);
  const all = (names: readonly string[]) =>
    names.map((name) => metas.get(name)).find((each) => each !== undefined) ?? [];
  const first = (names: readonly string[]) => all(names)[0];
  const date = first(META.captured);
  return {
    title: [title.replace(/\s+/g, ' '), first(META.title)],
    description: [first(META.description)],
    creator: [all(META.creator).join(', ')],
    copyright: [first(META.copyright)],
    captured: date === undefined ? undefined : isoDate(date),
    keywords: flatKeywords(all(META.keywords)),
  };
}
