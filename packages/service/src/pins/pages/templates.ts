/** The HTML pages of a PIN. They need no script. */
import { attributes, escapeHtml } from '../../api/pages/html.ts';
import { framed, type PageTexts } from './page-frame.ts';

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
  return framed(heading, body, { ...texts, hasLanguages: true, unfolding });
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
  return framed(heading, body, { ...texts, hasLanguages: false });
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
  return framed(heading, body, { ...texts, hasLanguages: false });
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
