import type { GrowingText } from './growing-text.ts';
import { type MarkupReader, readMarkup } from './markup-text.ts';

/** Elements whose content readers of a page don't see, or that say how to pronounce a word. */
const UNREAD = new Set('script style template noscript svg math iframe object select textarea head rp rt'.split(' '));
/** Elements that continue the current line. */
const INLINE = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rb rp rt ruby s samp small span
   strike strong sub sup time tt u var wbr img title`.split(/\s+/),
);
/** Elements that have no end. */
const EMPTY = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** Style of an element that nobody sees. */
const UNSEEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i;

/** Reads what visitors of a page see, and its title, without scripts. */
export async function readHtml(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  text: GrowingText,
  language: 'xhtml' | 'html' = 'html',
): Promise<void> {
  await readMarkup(chunks, htmlReader(text), language);
}

function htmlReader(text: GrowingText): MarkupReader {
  /** Depth of the open elements whose content isn't read; of a head, all but its title. */
  let unread = 0;
  let isTitle = false;
  let isPre = 0;
  const isUnread = (name: string, attributes: Readonly<Record<string, string>>) =>
    UNREAD.has(name) || Object.hasOwn(attributes, 'hidden') || UNSEEN.test(attributes['style'] ?? '');
  const open: boolean[] = [];
  /** The element that has just begun. */
  let last = '';
  return {
    open: (name, attributes) => {
      // The mark of a note belongs to no word.
      const isMark =
        attributes['epub:type'] === 'noteref' || `${last} ${name}` === 'a sup' || `${last} ${name}` === 'sup a';
      last = name;
      const hides = !EMPTY.has(name) && isUnread(name, attributes);
      open.push(hides);
      if (hides) unread += 1;
      if (name === 'title') isTitle = true;
      if (name === 'pre') isPre += 1;
      if (unread > 0) return;
      if (isMark) text.add(' ');
      if (name === 'td' || name === 'th') text.add('\t');
      else if (!INLINE.has(name)) text.add('\n');
      if (name === 'img' && attributes['alt']) text.add(` ${attributes['alt']} `);
    },
    text: (part) => {
      last = '';
      if (unread === 0 || (isTitle && unread === 1)) text.add(isPre > 0 ? part : part.replaceAll(/[\r\n]+/g, ' '));
    },
    close: (name) => {
      if (open.pop()) unread -= 1;
      if (name === 'title') {
        isTitle = false;
        text.add('\n');
      }
      if (name === 'pre') isPre -= 1;
      if (unread === 0 && !INLINE.has(name)) text.add('\n');
    },
    isDone: () => text.isFull,
  };
}
