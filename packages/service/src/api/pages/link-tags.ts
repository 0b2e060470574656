/** What other programs show of a link to a page: title, description and picture (Open Graph, Twitter Cards). */
import { attributes, escapeHtml } from './html.ts';

/** What a page tells of itself. */
export interface Unfolding {
  readonly title: string;
  /** '' without one. */
  readonly description: string;
  /** Absolute address of the page. */
  readonly url: string;
  /** Name of the catalogue. */
  readonly site: string | undefined;
  readonly picture: UnfoldingPicture | undefined;
  /** Address of the same for programs, by oEmbed; undefined where there is none. */
  readonly oembed: string | undefined;
}

export interface UnfoldingPicture {
  /** Absolute address. */
  readonly src: string;
  /** Real size in pixels; undefined if only drawing it tells. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
  /** Undefined if drawing it tells. */
  readonly mediaType: string | undefined;
  /** Alternative text; '' without one. */
  readonly alt: string;
}

/** Longest title and description, in characters: programs show less of them. */
const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 500;

/** Renders the tags for the head of a page, without its title. */
export function unfoldingTags({ title, description, url, site, picture, oembed }: Unfolding): string {
  const shown = { title: shortened(title, LONGEST_TITLE), description: shortened(description, LONGEST_DESCRIPTION) };
  const { width, height } = picture?.size ?? {};
  const ofPage = { title: shown.title, description: shown.description };
  const graph = {
    type: 'website',
    ...ofPage,
    url,
    site_name: site,
    image: picture?.src,
    'image:type': picture?.mediaType,
    'image:width': width,
    'image:height': height,
    'image:alt': picture?.alt,
  };
  const card = {
    card: picture ? 'summary_large_image' : 'summary',
    ...ofPage,
    image: picture?.src,
    'image:alt': picture?.alt,
  };
  return [
    ...meta('name', { description: shown.description }),
    ...meta('property', named('og', graph)),
    ...meta('name', named('twitter', card)),
    ...(oembed === undefined ? [] : [oembedLink(oembed, shown.title)]),
  ].join('\n');
}

/** Renders what leads programs from a page to the same by oEmbed. */
export function oembedLink(address: string, title: string): string {
  const pairs = [
    ['rel', 'alternate'],
    ['type', 'application/json+oembed'],
    ['href', address],
    ['title', title],
  ] as const;
  return `<link ${attributes(pairs)}>`;
}

/** Renders a title, cut to what programs show. */
export function unfoldingTitle({ title }: Pick<Unfolding, 'title'>): string {
  return escapeHtml(shortened(title, LONGEST_TITLE));
}

type Values = Readonly<Record<string, string | number | undefined>>;

function named(prefix: string, values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}:${name}`, value]));
}

function meta(attribute: 'name' | 'property', values: Values): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const content = line(String(value ?? ''));
    return content === ''
      ? []
      : [
          `<meta ${attributes([
            [attribute, name],
            ['content', content],
          ])}>`,
        ];
  });
}

function shortened(text: string, most: number): string {
  const letters = Array.from(line(text));
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join('');
}

/** Makes one line of a text, because HTML can't hold all control characters. */
function line(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toWellFormed();
}
