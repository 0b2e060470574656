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

/** Reads the parts from docs/README.md. Those of the interface follow from its own list of operations. */
export function navigationOf(readme: string, operations: string): readonly NavigationPart[] {
  const parts = readme
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')),
      pages: entriesOf(part, ''),
    }));
  return [...parts, { title: 'Operations', pages: entriesOf(operations, 'reference/interface/') }];
}

function entriesOf(text: string, folder: string): readonly NavigationEntry[] {
  const links = [...text.matchAll(/\[([^\]]+)\]\(([\w./-]+\.md)\)/g)];
  return links
    .map(([, title = '', path = '']) => ({ title: capital(title.replaceAll('`', '')), path: folder + path }))
    .filter(({ path }) => !path.includes('..'));
}

function capital(title: string): string {
  return /^[a-z]+ [a-z]/.test(title) ? `${title.charAt(0).toUpperCase()}${title.slice(1)}` : title;
}
