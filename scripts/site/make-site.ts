// Writes the documentation as HTML into a folder: node scripts/site/make-site.ts FOLDER
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import MiniSearch from 'minisearch';
import { API_PAGE } from './api-page.ts';
import { framed } from './frame.ts';
import { htmlPath, type SitePage, toPage } from './markdown.ts';
import { navigationOf } from './navigation.ts';

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));
const BROWSER = fileURLToPath(new URL('browser', import.meta.url));

/** The look that all pages share. */
const TOKENS = fileURLToPath(new URL('../../packages/components/src/theme/tokens.css', import.meta.url));

/** Options of the search, which the browser gets with the index. */
const SEARCH = { fields: ['title', 'page', 'text'], storeFields: ['title', 'page', 'path'] };

/** Reads every page of docs/. */
export function readPages(): readonly SitePage[] {
  return globSync('**/*.md', { cwd: DOCS })
    .sort()
    .map((path) => toPage(path.replaceAll('\\', '/'), readFileSync(join(DOCS, path), 'utf8'), DOCS));
}

/** Writes the site: pages, pictures, style, scripts and the index of the search. */
export function makeSite(folder: string): void {
  const pages = readPages();
  const read = (path: string) => readFileSync(join(DOCS, path), 'utf8');
  const titles = new Map(pages.map(({ path, title }) => [path, title]));
  const parts = navigationOf(read('README.md'), read('reference/interface/README.md'), titles);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const page of pages) {
    write(htmlPath(page.path), framed(page, parts));
    for (const [path, text] of page.files) write(path, text);
  }
  write('api.html', framed(API_PAGE, parts, ['docs.js', 'api.js']));
  for (const picture of globSync('**/*.{svg,webp}', { cwd: DOCS })) cpSync(join(DOCS, picture), join(folder, picture));
  cpSync(BROWSER, folder, { recursive: true });
  write('docs.css', readFileSync(TOKENS, 'utf8') + readFileSync(join(BROWSER, 'docs.css'), 'utf8'));
  cpSync(fileURLToPath(import.meta.resolve('minisearch')), join(folder, 'minisearch.js'));
  write('search-index.json', JSON.stringify({ options: SEARCH, index: indexOf(pages) }));
}

/** The index of the search, with an entry for each section. */
function indexOf(pages: readonly SitePage[]): MiniSearch {
  const index = new MiniSearch(SEARCH);
  index.addAll(
    pages.flatMap((page) =>
      page.sections.map(({ depth, id, title, text }) => {
        const path = depth === 1 ? htmlPath(page.path) : `${htmlPath(page.path)}#${id}`;
        return { id: path, path, page: page.title, title, text };
      }),
    ),
  );
  return index;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) makeSite(process.argv[2] ?? 'docs-site');
