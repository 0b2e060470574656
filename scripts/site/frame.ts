// The HTML around every page: header with search, navigation, contents of the page, and what comes before and after it.
import { posix } from 'node:path';
import { escaped, htmlPath, type SitePage } from './markdown.ts';
import type { NavigationEntry, NavigationPart } from './navigation.ts';

/** What the service replaces with the name and the logo of its catalogue. */
const CATALOGUE = '<!--catalogue--><span>Catalogue</span><!---->';

/** Makes the HTML of a page. Everything it loads is a file beside it, so a strict content security policy fits. */
export function framed(
  page: SitePage,
  parts: readonly NavigationPart[],
  scripts: readonly string[] = ['docs.js'],
): string {
  const to = (path: string) => posix.relative(posix.dirname(htmlPath(page.path)), path) || './';
  const isHome = page.path === 'README.md';
  // A page in another language says so in its name: `using-the-page.de.md`.
  const [, language] = /\.([a-z]{2})\.md$/.exec(page.path) ?? [];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isHome ? 'Asset Browsing Service' : `${escaped(page.title)} · Asset Browsing Service`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${to('docs.css')}">
${scripts.map((name) => `<script type="module" src="${to(name)}"></script>`).join('\n')}
</head>
<body${page.files.size > 0 ? ' class="examples"' : ''} data-root="${to('index.html').replace(/index\.html$/, '')}">
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="catalogue" href="${to('..')}">${CATALOGUE}</a>
<a class="home" href="${to('index.html')}">Documentation</a>
<form class="search" role="search" aria-label="Documentation">
<label class="hidden" for="search-field">Search the documentation</label>
<input id="search-field" type="text" enterkeyhint="search" placeholder="Search" autocomplete="off" role="combobox" aria-expanded="false"
 aria-controls="found" aria-autocomplete="list">
<ul id="found" role="listbox" aria-label="Results" hidden></ul>
<p id="found-none" role="status" hidden></p>
</form>
<a class="try" href="${to('api.html')}">Try the interface</a>
</header>
<nav class="pages" aria-label="Pages">
<details>
<summary>All pages</summary>
<a class="try" href="${to('index.html')}">Documentation</a>
<a class="try" href="${to('api.html')}">Try the interface</a>
${parts.map((part) => navigationPart(part, page.path, to)).join('\n')}
</details>
</nav>
<main id="content" tabindex="-1">
<article${language === undefined ? '' : ` lang="${language}"`}>
${page.html}
</article>
${isHome ? '' : neighbours(page.path, parts, to)}
</main>
${page.files.size > 0 ? '' : contents(page, language)}
</body>
</html>
`;
}

type To = (path: string) => string;

function navigationPart({ title, pages }: NavigationPart, path: string, to: To): string {
  const isHere = pages.some((each) => each.path === path);
  const items = pages.map((each) => {
    const current = each.path === path ? ' aria-current="page"' : '';
    return `<li><a href="${to(htmlPath(each.path))}"${current}>${escaped(each.title)}</a></li>`;
  });
  const list = `<ul>${items.join('')}</ul>`;
  // Two dozen operations would hide the other parts.
  if (title === 'Operations') {
    return `<details class="part"${isHere ? ' open' : ''}><summary>${title}</summary>${list}</details>`;
  }
  return `<section class="part"><h2>${escaped(title)}</h2>${list}</section>`;
}

function contents({ sections }: SitePage, language: string | undefined): string {
  const shown = sections.filter(({ depth }) => depth === 2 || depth === 3);
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ depth, id, title }) => `<li class="depth-${depth}"><a href="#${id}">${escaped(title)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul${language === undefined ? '' : ` lang="${language}"`}>${items.join('')}</ul></nav>`;
}

function neighbours(path: string, parts: readonly NavigationPart[], to: To): string {
  const pages = parts.flatMap((part) => part.pages);
  const at = pages.findIndex((each) => each.path === path);
  const link = (entry: NavigationEntry | undefined, label: string, relation: string) =>
    entry === undefined
      ? '<span></span>'
      : `<a rel="${relation}" href="${to(htmlPath(entry.path))}"><small>${label}</small> ${escaped(entry.title)}</a>`;
  const before = at > 0 ? pages[at - 1] : undefined;
  return `<nav class="neighbours" aria-label="Before and after">${link(before, 'Before', 'prev')}${link(
    pages[at + 1],
    'Next',
    'next',
  )}</nav>`;
}
