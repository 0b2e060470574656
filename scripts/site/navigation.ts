// The order of the pages, which docs/README.md gives: its headings are the parts, its links the pages.

/** A part of the documentation with its pages. */
export interface NavigationPart {
  readonly title: string;
  readonly pages: readonly NavigationEntry[];
}

/** A page in the navigation. */
export interface NavigationEntry {
  /** Path below docs/. */
  readonly path: string;
  readonly title: string;
}

/**
 * Reads the parts from docs/README.md, with the titles of the pages. Operations follow from their own list, whose names are
 * shorter than the titles.
 */
export function navigationOf(
  readme: string,
  operations: string,
  titles: ReadonlyMap<string, string> = new Map(),
): readonly NavigationPart[] {
  const parts = readme
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')),
      pages: entriesOf(part, '').map(({ path, title }) => ({ path, title: titles.get(path) ?? title })),
    }));
  return [...parts, { title: 'Operations', pages: entriesOf(operations, 'reference/interface/') }];
}

function entriesOf(text: string, folder: string): readonly NavigationEntry[] {
  const links = [...text.matchAll(/\[([^\]]+)\]\(([\w./-]+\.md)\)/g)];
  return links
    .map(([, title = '', path = '']) => ({ title: title.replaceAll('`', ''), path: folder + path }))
    .filter(({ path }) => !path.includes('..'));
}
