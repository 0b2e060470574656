// Turns a page of docs/ into HTML. Links to other pages become links to their HTML; links to the rest of the repository
// become plain text, because a running service does not serve it.
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { DOCUMENTS } from '../../packages/service/src/api/documents.ts';
import { partsOfExample } from './examples.ts';

/** A heading with its anchor, and the text below it up to the next one. */
export interface Section {
  /** 1 for the title of the page. */
  readonly depth: number;
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** A page of docs/. */
export interface SitePage {
  /** Path below docs/, such as `guides/tokens.md`. */
  readonly path: string;
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
  /** Scripts and styles of examples that run on the page: their text by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Pages of the site that its texts name by their address at a service, where forges have nothing to link to. */
const OWN_PAGES: ReadonlyMap<string, string> = new Map([
  ['/docs/api', 'api.html'],
  ['/docs/elements', 'elements.html'],
]);

/** Converts a page. `docs` is the folder of all pages. */
export function toPage(path: string, markdown: string, docs: string): SitePage {
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(withoutComments(markdown));
  const sections = sectionsOf(tokens);
  let next = 0;
  const files = new Map<string, string>();
  marked.use({
    renderer: {
      heading({ depth, tokens: inline }) {
        const { id = '' } = sections[next++] ?? {};
        const text = this.parser.parseInline(inline);
        const anchor = depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
        return `<h${depth} id="${id}">${text}${anchor}</h${depth}>\n`;
      },
      link({ href, tokens: inline }) {
        const text = this.parser.parseInline(inline);
        const address = addressOf(href, path, docs);
        return address === undefined ? text : `<a href="${escaped(address)}">${text}</a>`;
      },
      codespan({ text }) {
        const own = OWN_PAGES.get(text);
        const code = `<code>${escaped(text)}</code>`;
        return own === undefined ? code : `<a href="${posix.relative(posix.dirname(path), own)}">${code}</a>`;
      },
      // A table that is wider than the screen scrolls by itself, and must then be reachable by keyboard.
      table(token) {
        // A small screen shows the cells below each other, where the header of the first needs no mention.
        const labelled = (cell: Tokens.TableCell, column: number) => {
          const label = column > 0 ? plainText(token.header[column]?.tokens ?? []) : '';
          const html = this.tablecell(cell).trim();
          if (label !== '') return html.replace('<td', `<td data-label="${escaped(label)}"`);
          // Names stay in one line; signatures, which have blanks, would push the other columns off the page.
          return column === 0 && cell.text.includes(' ') ? html.replace('<td', '<td class="long"') : html;
        };
        const rows = token.rows.map((row) => `<tr>${row.map(labelled).join('')}</tr>`).join('\n');
        const isHeadless = token.header.every(({ text }) => text === '');
        const head = token.header.map((cell) => this.tablecell(cell)).join('');
        return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>${
          isHeadless ? '' : `<thead><tr>${head}</tr></thead>`
        }<tbody>${rows}</tbody></table></div>\n`;
      },
      code({ text, lang = '' }) {
        const [language = '', use = ''] = lang.split(' ');
        const kind = use === 'answer' ? 'code answer' : 'code';
        const shown = `<div class="${kind}"><pre tabindex="0"><code class="${escaped(language)}">${escaped(text)}</code></pre></div>\n`;
        return use === 'live' ? `<div class="example">\n${liveExample(text, path, files)}${shown}</div>\n` : shown;
      },
    },
  });
  const [{ title } = { title: path }] = sections;
  return { path, title, html: marked.parser(tokens), sections, files };
}

/** An example that runs. Its script and its styles are added to `files`. */
function liveExample(text: string, path: string, files: Map<string, string>): string {
  const { html, script, style } = partsOfExample(text, '../'.repeat(path.split('/').length));
  const name = `${path.replace(/\.md$/, '')}-${files.size + 1}`;
  const write = (extension: string, content: string) => {
    files.set(`${name}.${extension}`, content);
    return posix.basename(`${name}.${extension}`);
  };
  return [
    style && `<link rel="stylesheet" href="${write('css', style)}">`,
    `<div class="live">${html}</div>`,
    script && `<script type="module" src="${write('js', script)}"></script>`,
    '',
  ].join('\n');
}

/** Path of a page's HTML below the root of the site: `guides/tokens.html`; a README is the index of its folder. */
export function htmlPath(path: string): string {
  return path.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html');
}

/** The anchor that forges give a heading; a number tells equal ones apart. */
function anchorOf(title: string, used: Map<string, number>): string {
  const plain = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  const count = used.get(plain) ?? 0;
  used.set(plain, count + 1);
  return count === 0 ? plain : `${plain}-${count}`;
}

/** The headings of a page in their order, with the text below each. */
export function sectionsOf(tokens: readonly Token[]): readonly Section[] {
  const used = new Map<string, number>();
  const sections: { depth: number; id: string; title: string; text: string }[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = plainText([token]);
      sections.push({ depth: (token as Tokens.Heading).depth, id: anchorOf(title, used), title, text: '' });
    } else {
      const section = sections.at(-1);
      if (section) section.text += `${plainText([token])} `;
    }
  }
  return sections;
}

/** The page without comments, which mark generated parts. */
export function withoutComments(markdown: string): string {
  return markdown.replaceAll(/^<!--[\s\S]*?-->\n/gm, '');
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows]
          .flat()
          .map((cell) => plainText(cell.tokens))
          .join(' ');
      }
      if (token.type === 'list') return (token as Tokens.List).items.map((item) => plainText(item.tokens)).join(' ');
      if ('tokens' in token && token.tokens) return plainText(token.tokens);
      return 'text' in token ? String(token.text) : '';
    })
    .join('');
}

/** The address of a link on the site; undefined if it leads to a file that the service does not send. */
function addressOf(href: string, from: string, docs: string): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.normalize(posix.join(posix.dirname(from), path));
  if (target.startsWith('../') || !existsSync(`${docs}/${target}`)) return undefined;
  // The service sends these beside the folder of the pages.
  const html = DOCUMENTS.some((name) => name === target) ? `../${target}` : htmlPath(target);
  return `${posix.relative(posix.dirname(from), html)}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Text as HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
