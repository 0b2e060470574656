/** No link or anchor of the documentation is dead, and every page can be reached. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Marked, type Token } from 'marked';
import { sectionsOf, withoutComments } from '../../../../scripts/site/markdown.ts';
import { navigationOf } from '../../../../scripts/site/navigation.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PAGES = globSync(['*.md', 'docs/**/*.md', 'packages/{*,*/src/**}/README.md', 'examples/**/*.md'], {
  cwd: ROOT,
  exclude: (path) => path.includes('node_modules'),
});
const marked = new Marked();

function tokensOf(page: string): readonly Token[] {
  return marked.lexer(withoutComments(readFileSync(join(ROOT, page), 'utf8')));
}

function linksOf(page: string): readonly string[] {
  const links: string[] = [];
  marked.walkTokens([...tokensOf(page)], (token) => {
    if (token.type === 'link' || token.type === 'image') links.push(token.href);
  });
  return links.filter((href) => !/^[a-z]+:/i.test(href));
}

const anchors = new Map<string, ReadonlySet<string>>();

function anchorsOf(page: string): ReadonlySet<string> {
  return anchors.getOrInsertComputed(page, () => new Set(sectionsOf(tokensOf(page)).map(({ id }) => id)));
}

/** Says what is wrong with a link; undefined if nothing is. */
function faultOf(page: string, href: string): string | undefined {
  const [path = '', anchor] = href.split('#');
  const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
  if (!existsSync(join(ROOT, target))) return `${page}: ${href} does not exist`;
  if (anchor === undefined || statSync(join(ROOT, target)).isDirectory()) return undefined;
  return anchorsOf(target).has(anchor) ? undefined : `${page}: ${target} has no heading #${anchor}`;
}

test('every link leads to a file of the repository, and every anchor to a heading', () => {
  const links = PAGES.flatMap((page) => linksOf(page).map((href) => ({ page, href })));
  assert.ok(links.length > 200, `${links.length} links in ${PAGES.length} pages`);
  const faults = links.map(({ page, href }) => faultOf(page, href)).filter((fault) => fault !== undefined);
  assert.deepEqual(faults, []);
});

test('every file that the README of a folder names is in it or below it, or where its path leads', () => {
  const named = PAGES.filter((page) => /^packages\/.*README\.md$/.test(page)).flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/`([\w./-]+\.(?:ts|css))`/g)].map(([, path = '']) => ({
      page,
      path,
    })),
  );
  assert.ok(named.length > 100, `${named.length} names`);
  const missing = named.filter(({ page, path }) => {
    const folder = join(ROOT, dirname(page));
    return !existsSync(join(folder, path)) && globSync(`**/${path}`, { cwd: folder }).length === 0;
  });
  assert.deepEqual(missing, []);
});

test('the navigation has every page of docs/ once', () => {
  const read = (path: string) => readFileSync(join(ROOT, 'docs', path), 'utf8');
  const parts = navigationOf(read('README.md'), read('reference/interface/README.md'));
  const named = parts.flatMap(({ pages }) => pages.map(({ path }) => path));
  const pages = globSync('**/*.md', { cwd: join(ROOT, 'docs') }).filter((path) => path !== 'README.md');
  assert.deepEqual(named.toSorted(), pages.toSorted());
});
