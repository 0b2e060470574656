/** The HTML pages of a PIN. They need no script. */
import type { MessageKey } from '../../../../core/src/domain/messages/en.ts';
import { logoOf, type PageBrand, tabIconOf, titleOf } from '../../api/pages/brand.ts';
import { attributes, escapeHtml, sourceHash } from '../../api/pages/html.ts';
import { pageStyle } from '../../api/pages/page-style.ts';

/** A geometry as in downloads (interface: crop). */
const CROP_PATTERN = String.raw`\d+(\.\d+)?%?x\d+(\.\d+)?%?([+\-]\d+){0,2}`;

/** One asset on the page. */
export interface Card {
  readonly id: number;
  readonly name: string;
  /** What its picture shows; empty if that is not known. */
  readonly alt: string;
  /** Details such as the file size, in display order. */
  readonly details: readonly string[];
  readonly formats: readonly FormatChoice[];
  /** True if it could be downloaded, but is outside its validity. */
  readonly isRefused: boolean;
}

/** A format to choose from. The ID '' means the format that comes first for each asset. */
export interface FormatChoice {
  readonly id: number | '';
  readonly name: string;
  /** What a download in it depends on, so that it is offered only with these inputs. */
  readonly needs: readonly ('size' | 'crop')[];
}

/** The contents of a PIN's page, formatted for display. */
export interface PinContents {
  /** The code as written in the address of the page; addresses on the page are relative to it. */
  readonly code: string;
  /** '' if the PIN has no title. */
  readonly title: string;
  readonly summary: readonly string[];
  readonly cards: readonly Card[];
  /** Formats for downloading all assets together; empty if that is not possible. */
  readonly formatsOfAll: readonly FormatChoice[];
  /** Says what the download of all lacks; '' for nothing. */
  readonly lacking: string;
  /** Tags for programs that show the link. */
  readonly unfolding: string;
}

/** Language, texts and brand of a page. */
export interface PageTexts {
  /** Language tag. */
  readonly language: string;
  /** The same with the reader's region, for dates and numbers. */
  readonly formats: string;
  /** Languages in which the page is available. */
  readonly languages: readonly string[];
  /** True if the reader chose the language explicitly; links then keep it. */
  readonly isPicked: boolean;
  readonly supportEmail: string | null;
  readonly brand: PageBrand;
  label(key: PinMessage): string;
}

type PinMessage = Extract<MessageKey, `pin.${string}`>;

const CSS = pageStyle(new URL('pin.css', import.meta.url));

/** Content-Security-Policy of the pages: no scripts; only pictures and the inline style are allowed. */
export function pinPolicy({ css }: Pick<PageBrand, 'css'>): string {
  return [
    "default-src 'none'",
    `style-src ${sourceHash(CSS + css)}`,
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Stands where the operator has no logo. */
const MARK =
  '<svg viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" rx="4"/><path d="m3 12 3.500-5L9 10.500l1.500-2L13 12z"/></svg>';
const FAVICON =
  "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2016%2016'%3E%3Crect%20width='16'%20height='16'%20rx='4'%20fill='%230b57d0'/%3E%3Cpath%20d='m3%2012%203.5-5L9%2010.5l1.5-2L13%2012z'%20fill='%23fff'/%3E%3C/svg%3E";
const ARROW =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4v11m0 0 4.500-4.500M12 15l-4.500-4.500M5 20h14"/></svg>';

/** Renders the page with the assets of a PIN. */
export function contentsPage(contents: PinContents, texts: PageTexts): string {
  const { title, summary, cards, formatsOfAll, lacking, code, unfolding } = contents;
  const heading = title === '' ? texts.label('pin.untitled') : title;
  const all =
    formatsOfAll.length === 0
      ? ''
      : downloadForm({ code, formats: formatsOfAll, label: texts.label('pin.all'), kind: 'all' }, texts);
  const body = `<header>
<div><h1><bdi>${escapeHtml(heading)}</bdi></h1>
<p>${summary.map((each) => `<span>${escapeHtml(each)}</span>`).join(' ')}</p>${
    lacking === '' ? '' : `\n<p class="lacking">${escapeHtml(lacking)}</p>`
  }</div>
${all}
</header>
<ul class="${cards.length === 1 ? 'one' : cards.length < 4 ? 'few' : 'many'}">
${cards.map((card) => cardOf(card, { code, isOnly: cards.length === 1 }, texts)).join('\n')}
</ul>`;
  return page(heading, body, { ...texts, hasLanguages: true, unfolding });
}

function cardOf(card: Card, { code, isOnly }: { code: string; isOnly: boolean }, texts: PageTexts): string {
  const { id, name, alt, details, formats, isRefused } = card;
  const small = `${code}/thumb/${id}`;
  const picture: [string, string][] = isOnly
    ? [['src', `${code}/preview/${id}`]]
    : [
        ['src', small],
        ['srcset', `${small} 256w, ${small}?middle=true 512w, ${small}?big=true 1024w`],
        ['sizes', '(max-width: 40rem) 92vw, 20rem'],
        ['loading', 'lazy'],
      ];
  // The name of the link is the alternative text of its picture.
  const described = `${texts.label('pin.view')}: ${[name, alt].filter(Boolean).join(', ')}`;
  const download =
    formats.length === 0
      ? `<p class="none">${escapeHtml(texts.label(isRefused ? 'pin.not_valid' : 'pin.no_file'))}</p>`
      : downloadForm({ code, asset: id, formats, label: texts.label('pin.download'), kind: 'single', name }, texts);
  return `<li>
<a class="mat" ${attributes([['href', `${code}/preview/${id}`]])}><img ${attributes([['alt', described], ...picture])}></a>
<div class="about"><h2><bdi>${escapeHtml(name)}</bdi></h2>
<p>${details.map((detail) => `<span>${escapeHtml(detail)}</span>`).join(' ')}</p>
${download}</div>
</li>`;
}

interface DownloadForm {
  readonly code: string;
  /** Asset ID; absent means all assets. */
  readonly asset?: number;
  readonly formats: readonly FormatChoice[];
  readonly label: string;
  readonly kind: 'all' | 'single';
  readonly name?: string;
}

/** Renders a download form. A single format is a hidden field; several are a selection. */
function downloadForm({ code, asset, formats, label, kind, name }: DownloadForm, texts: PageTexts): string {
  const [first] = formats;
  const accessibleName = name === undefined ? label : `${label}: ${name}`;
  const choice =
    formats.length > 1
      ? `<select name="format" aria-label="${escapeHtml([texts.label('pin.format'), name].filter(Boolean).join(': '))}">${formats
          .map(({ id, name, needs }) => `<option value="${id}"${classes(needs)}>${escapeHtml(name)}</option>`)
          .join('')}</select>`
      : `${first === undefined || first.id === '' ? '' : hidden('format', String(first.id))}${
          kind === 'single' && first ? `<span class="only">${escapeHtml(first.name)}</span>` : ''
        }`;
  const needs = new Set(formats.flatMap((format) => format.needs));
  const shown = formats.length > 1 ? '' : ' always';
  const inputs = [
    needs.has('size')
      ? `<span class="needs-size${shown}">${lengthInput('width', texts)}${lengthInput('height', texts)}</span>`
      : '',
    needs.has('crop') ? `<span class="needs-crop${shown}">${cropInput(texts)}</span>` : '',
  ].join('');
  return `<form class="${kind}" action="${escapeHtml(code)}/download">${asset === undefined ? '' : hidden('asset', String(asset))}${language(texts)}${choice}${inputs}<button title="${escapeHtml(label)}" aria-label="${escapeHtml(accessibleName)}">${ARROW}<span>${escapeHtml(label)}</span></button></form>`;
}

function classes(needs: FormatChoice['needs']): string {
  return needs.length === 0 ? '' : ` class="${needs.join(' ')}"`;
}

function lengthInput(name: 'width' | 'height', texts: PageTexts): string {
  const label = texts.label(`pin.${name}`);
  return `<input type="number" min="1" ${attributes([
    ['name', name],
    ['aria-label', label],
    ['placeholder', label],
  ])}>`;
}

function cropInput(texts: PageTexts): string {
  const label = texts.label('pin.crop');
  return `<input ${attributes([
    ['name', 'crop'],
    ['pattern', CROP_PATTERN],
    ['aria-label', label],
    ['placeholder', label],
    ['title', label],
  ])}>`;
}

/**
 * Renders the page with terms that the reader must accept before a download. Its address lies below that of the
 * contents page.
 */
export function termsPage(
  options: { readonly code: string; readonly terms: readonly string[]; readonly query: readonly [string, string][] },
  texts: PageTexts,
): string {
  const { code, terms, query } = options;
  const heading = texts.label('pin.terms');
  const body = `<section>
<h1>${escapeHtml(heading)}</h1>
${terms.map((each) => `<div class="terms"><bdi>${escapeHtml(each)}</bdi></div>`).join('\n')}
<form class="terms-form" action="download">${query.map(([name, value]) => hidden(name, value)).join('')}${hidden('accept', 'true')}${language(texts)}<a class="back" href="../${escapeHtml(code)}${texts.isPicked ? `?locale=${escapeHtml(texts.language)}` : ''}">${escapeHtml(texts.label('pin.back'))}</a><button>${ARROW}<span>${escapeHtml(texts.label('pin.agree'))}</span></button></form>
</section>`;
  return page(heading, body, { ...texts, hasLanguages: false });
}

/** Renders a page with a heading and a sentence that explain a problem. */
export function noticePage(
  kind: 'empty' | 'expired' | 'unknown' | 'limited' | 'unavailable' | 'busy',
  texts: PageTexts,
  back?: string,
): string {
  const heading = texts.label(`pin.${kind}`);
  const body = `<section>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(texts.label(`pin.${kind}.hint`))}</p>
${back === undefined ? '' : `<p><a class="back" href="${escapeHtml(back)}">${escapeHtml(texts.label('pin.back'))}</a></p>`}
</section>`;
  return page(heading, body, { ...texts, hasLanguages: false });
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" ${attributes([
    ['name', name],
    ['value', value],
  ])}>`;
}

function language({ isPicked, language: picked }: PageTexts): string {
  return isPicked ? hidden('locale', picked) : '';
}

function page(
  heading: string,
  body: string,
  texts: PageTexts & { readonly hasLanguages: boolean; readonly unfolding?: string },
): string {
  const { language: accessibleName, languages, supportEmail, hasLanguages, brand, unfolding } = texts;
  const others = languages.map((each) =>
    each === accessibleName
      ? `<b lang="${escapeHtml(each)}">${escapeHtml(nameOf(each))}</b>`
      : `<a href="?locale=${escapeHtml(encodeURIComponent(each))}" lang="${escapeHtml(each)}" hreflang="${escapeHtml(each)}">${escapeHtml(nameOf(each))}</a>`,
  );
  const support =
    supportEmail === null
      ? ''
      : `<p>${escapeHtml(texts.label('pin.questions'))} <a href="mailto:${escapeHtml(supportEmail)}">${escapeHtml(supportEmail)}</a></p>`;
  // A title cannot contain `<bdi>`, so isolate characters keep text of the other direction apart.
  const title = `\u2068${heading}\u2069`;
  return `<!doctype html>
<html lang="${escapeHtml(accessibleName)}" dir="${directionOf(accessibleName)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="referrer" content="no-referrer">
<title>${titleOf(title, brand)}</title>
${unfolding === undefined ? '' : `${unfolding}\n`}${tabIconOf(brand, FAVICON)}
<style>${CSS}${brand.css}</style>
</head>
<body>
${letterhead(brand)}<main>
${body}
</main>
<footer>${brand.logo === undefined ? MARK : ''}${support}${hasLanguages && languages.length > 1 ? `<p class="languages">${others.join(' ')}</p>` : ''}</footer>
</body>
</html>
`;
}

/** Renders logo and name above the content; empty without both. */
function letterhead(brand: PageBrand): string {
  const { name, logo } = brand;
  if (name === undefined && logo === undefined) return '';
  const words = name === undefined ? '' : `<p><bdi>${escapeHtml(name)}</bdi></p>`;
  return `<header class="brand">${logoOf(brand, '')}${words}</header>\n`;
}

function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

function directionOf(language: string): string {
  return /^(?:ar|fa|he|ur|ps|sd|ug|yi|dv|ckb)(?:-|$)/i.test(language) ? 'rtl' : 'ltr';
}
