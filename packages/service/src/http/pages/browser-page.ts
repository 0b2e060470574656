import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { ApiError, quote } from '../../../../core/src/domain/errors.ts';
import { DARK_LOGO_PATH, LOGO_PATH, openBrand, tabIconOf } from '../../api/pages/brand.ts';
import { escapeHtml, sourceHash } from '../../api/pages/html.ts';
import { type Unfolding, unfoldingTags, unfoldingTitle } from '../../api/pages/link-tags.ts';
import type { Sessions } from '../../auth/sessions.ts';
import { LOGO_TYPES } from '../../config/page-settings.ts';
import type { Config } from '../../config/settings.ts';
import { type Answer, type Request, requestHeader } from '../answer.ts';
import { PAGE_POLICY } from '../built-files.ts';
import { openStaticFiles, textAnswer } from '../static-files.ts';
import type { Build, Elements } from './elements.ts';
import type { FirstList } from './first-list.ts';
import type { UnfoldLink } from './unfolded-links.ts';

/**
 * Answers `/`, the page that consists of elements, `/picker`, the picker in a popup or frame of another site, and the logos;
 * undefined for every other path.
 */
export function openBrowserPages(
  { branding, picker, token, signIn }: Pick<Config, 'branding' | 'picker' | 'token' | 'signIn'>,
  elements: Elements,
  unfold: UnfoldLink,
  sessions: Sessions | undefined,
  firstList: FirstList,
): (request: Request) => Promise<Answer | undefined> {
  // Without its script, the page is in English.
  const brand = openBrand(branding).at(0, 'en');
  const waysIn = { takesTokens: token.verifier !== 'none', isRequired: signIn.required };
  const appearance = {
    name: branding.name,
    logo: brand.logo ?? null,
    logoDark: brand.logoDark ?? null,
    loginUrl: token.loginUrl,
    signIn: sessions ? { name: null, ...waysIn } : null,
    colours: Object.fromEntries(branding.colours),
    texts: branding.texts ?? {},
  };
  const icon = tabIconOf(brand, 'elements/icon.svg');
  const name = escapeHtml(brand.name ?? 'Catalogue');
  const parts: PageParts = { module: 'page.js', element: 'abs-page', settings: appearance, name, icon };
  const pickerSettings = { ...appearance, origins: picker.origins };
  const pickerParts = { ...parts, module: 'picker-page.js', element: undefined, settings: pickerSettings };
  const pagesOf = (build: Build, list: PageParts['list']) => ({
    build,
    list,
    headers: pageHeaders(["'self'"], build.sheet),
    pickerHeaders: pageHeaders(picker.origins, build.sheet),
    send: openStaticFiles((path: '/' | '/picker') =>
      Buffer.from(pageText(build, path === '/' ? { ...parts, list } : pickerParts)),
    ),
  });
  let pages: ReturnType<typeof pagesOf> | undefined;
  /** Makes headers and text of the same build, because the headers allow its style sheet alone. */
  const pagesNow = async (request: Request) => {
    const build = await elements.build();
    // That of everybody: it is asked for without the headers that say who sends this request.
    const list = waysIn.takesTokens ? undefined : await firstList({ ...request, headers: {} });
    if (pages?.build !== build || pages.list !== list) pages = pagesOf(build, list);
    return pages;
  };
  const logos = new Map([
    [`/${LOGO_PATH}`, branding.logo],
    [`/${DARK_LOGO_PATH}`, branding.logoDark],
  ]);
  const sendLogo = openLogos();

  /** The page with the name of who has signed in, for them alone. */
  const ofPerson = async (request: Request, build: Build, own: PageParts, headersOfPage: Answer['headers']) => {
    const session = await sessions?.of(request);
    if (!session) return undefined;
    const settings = { ...own.settings, signIn: { name: session.name, ...waysIn } };
    const list = own === parts ? await firstList(request) : undefined;
    const text = pageText(build, { ...own, settings, list });
    return await textAnswer(request, text, { ...headersOfPage, 'cache-control': 'private, no-cache' });
  };

  return async (request) => {
    const logo = logos.get(request.path);
    if (logo) return await sendLogo(request, logo);
    if (request.path === '/picker') {
      refuseOtherSites(request, picker.origins);
      const { build, pickerHeaders, send } = await pagesNow(request);
      const own = await ofPerson(request, build, pickerParts, pickerHeaders);
      return own ?? (await send(request, '/picker', pickerHeaders));
    }
    if (request.path !== '/') return undefined;
    const { build, list, headers, send } = await pagesNow(request);
    const own = await ofPerson(request, build, parts, headers);
    if (own) return own;
    const shown = await unfold(request);
    if (!shown) return await send(request, '/', headers);
    return await textAnswer(request, pageText(build, { ...parts, list, shown }), headers);
  };
}

/** Throws if no site may open the picker, or a script of another site asks for it. A popup or frame names no origin. */
function refuseOtherSites(request: Request, origins: readonly string[]): void {
  if (origins.length === 0)
    throw new ApiError('not_configured', 'picker: the setting picker.origins lists no site that may open the picker');
  const origin = requestHeader(request, 'origin');
  if (origin !== undefined && !origins.includes(origin))
    throw new ApiError('not_permitted', `picker: the setting picker.origins does not list ${quote(origin)}`);
}

/** Headers of a page that these sites may show in a frame, and that has this style sheet in it. */
function pageHeaders(ancestors: readonly string[], sheet: string): Readonly<Record<string, string>> {
  const policy = PAGE_POLICY.map((each) => (each.startsWith('style-src ') ? `${each} ${sourceHash(sheet)}` : each));
  return {
    'content-type': 'text/html; charset=UTF-8',
    'content-security-policy': [...policy, `frame-ancestors ${ancestors.join(' ')}`].join('; '),
    // The address of the page may have a token until its script has taken it away.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  };
}

/** Seconds that browsers and caches keep a logo. */
const LOGO_SECONDS = 300;

/** Returns a function that answers with a file. */
function openLogos(): (request: Request, file: string) => Promise<Answer> {
  const send = openStaticFiles((file) => readFileSync(file));
  return (request, file) =>
    send(request, file, {
      'content-type': LOGO_TYPES.get(extname(file).toLowerCase()) ?? '',
      // The tab and the heading of a page show the same one.
      'cache-control': `public, max-age=${LOGO_SECONDS}`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    });
}

interface PageParts {
  readonly module: string;
  /** Undefined for a page whose script makes its elements. */
  readonly element: string | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
  /** See `FirstList`; undefined where the list needs a token, or on a page without one. */
  readonly list?: string | undefined;
  /** Name of the catalogue, as HTML, for programs that run no script. */
  readonly name: string;
  /** Of the browser's tab. */
  readonly icon: string;
  /** What the address shows in other programs; undefined if it leads to nothing that everybody may see. */
  readonly shown?: Unfolding;
}

/** The chunk with the elements of the page, which `scripts/bundle.mjs` names by its module, `page.ts`. */
const ELEMENTS_OF_PAGE = /^shared\/page-[A-Z\d]{8}\.js$/;

/**
 * Addresses are relative, so that the service may lie below any path behind a proxy. The style sheet is part of the page, because
 * a browser draws nothing until it has one.
 */
function pageText(
  { imports, sheet }: Build,
  { module, element, settings, list, name, icon, shown }: PageParts,
): string {
  const first = imports[module] ?? [];
  const page = module === 'page.js' ? Object.keys(imports).find((name) => ELEMENTS_OF_PAGE.test(name)) : undefined;
  const preload = (names: readonly string[]) =>
    names.map((name) => `<link rel="modulepreload" href="elements/${name}">\n`).join('');
  // What draws the first pictures loads before the elements, and the pictures, for which people wait, before these.
  const elements = page === undefined ? [] : [page, ...(imports[page] ?? [])].filter((name) => !first.includes(name));
  const addresses = JSON.stringify(elements.map((name) => `elements/${name}`));
  const later =
    list === undefined ? preload(elements) : `<script type="application/json" id="later">${addresses}</script>\n`;
  // The settings are data, which no policy refuses; `<` could end the element.
  const data = (each: string) => each.replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${shown ? unfoldingTitle(shown) : name}</title>
${shown ? unfoldingTags(shown) : `<meta name="description" content="${name}: pictures, films, sounds and documents to search and download">`}
${icon}
<style>${sheet}</style>
${preload(first)}${later}<script type="module" src="elements/${module}"></script>
<script type="application/json" id="settings">${data(JSON.stringify(settings))}</script>
${list === undefined ? '' : `<script type="application/json" id="list">${data(list)}</script>`}
</head>
<body>
${element === undefined ? '' : pageContent(element, name)}
<noscript><p>This page needs JavaScript. The service itself doesn't: ask node.do?about=true.</p></noscript>
</body>
</html>
`;
}

/** The element, which has landmarks and a heading of its own, and those of the page until the element is there. */
function pageContent(element: string, name: string): string {
  return `<div id="start" role="main"><h1>${name}</h1><abs-catalogue><${element}></${element}></abs-catalogue></div>`;
}
