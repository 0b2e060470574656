/** What all pages of PINs have around their content. They need no script. */
import type { MessageKey } from '../../../../core/src/domain/messages/en.ts';
import { logoOf, type PageBrand, tabIconOf, titleOf } from '../../api/pages/brand.ts';
import { escapeHtml, sourceHash } from '../../api/pages/html.ts';
import { pageStyle } from '../../api/pages/page-style.ts';

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

/** Puts the content of a page between what all have: the operator's name and logo, languages, an address for questions. */
export function framed(
  heading: string,
  body: string,
  texts: PageTexts & { readonly hasLanguages: boolean; readonly unfolding?: string },
): string {
  const { language, languages, supportEmail, hasLanguages, brand, unfolding } = texts;
  const others = languages.map((each) =>
    each === language
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
<html lang="${escapeHtml(language)}" dir="${directionOf(language)}">
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
