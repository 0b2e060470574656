/**
 * A page that says how a sign-in or a sign-out ended where it leads nowhere else, or that nothing is at an address. It needs no
 * script.
 */
import type { ApiError } from '../../../../core/src/domain/errors.ts';
import type { Messages } from '../../../../core/src/domain/messages.ts';
import { selectLanguage } from '../../../../core/src/domain/text.ts';
import { type Brand, logoOf, tabIconOf, titleOf } from '../../api/pages/brand.ts';
import { escapeHtml, sourceHash } from '../../api/pages/html.ts';
import { pageStyle } from '../../api/pages/page-style.ts';
import { acceptedLanguages } from '../accepted-languages.ts';
import { type Answer, type Request, requestHeader } from '../answer.ts';
import { depthOf } from '../client.ts';
import { errorAnswer, pageAnswer } from '../reply.ts';

const CSS = pageStyle(new URL('notice.css', import.meta.url));

export type Notice = `sign-in.${'refused' | 'cancelled' | 'unavailable' | 'failed' | 'out'}` | 'pin.unknown';

export type Notices = ReturnType<typeof openNotices>;

/** Opens the pages. `onward` is where their button leads: to a new sign-in, or to the catalogue. */
export function openNotices({ messages, brand }: { readonly messages: Messages; readonly brand: Brand }) {
  const policy = [
    "default-src 'none'",
    `style-src ${sourceHash(CSS + brand.css)}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const headersOf = (notice: Notice) => ({
    // The frame of another page may be for a film that is there no more; its button leaves the frame.
    'content-security-policy': [...policy, ...(notice === 'pin.unknown' ? [] : ["frame-ancestors 'none'"])].join('; '),
    // The address may hold what the provider sent.
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    vary: 'Accept, Accept-Language, Cookie',
  });

  function page(request: Request, notice: Notice, onward: string): string {
    const { languages } = messages;
    const accepted = acceptedLanguages(requestHeader(request, 'accept-language'));
    const wanted = accepted.find((tag) => selectLanguage(tag, { languages, defaultLanguage: '' }) !== '');
    const language = selectLanguage(wanted, { languages, defaultLanguage: 'en' });
    const { label } = messages.in(language, { languages: [], defaultLanguage: 'en' });
    const own = brand.at(depthOf(request.path), language);
    const name = own.name === undefined ? '' : `<p><bdi>${escapeHtml(own.name)}</bdi></p>`;
    const whose = logoOf(own, '') + name;
    const [way, target] =
      notice === 'pin.unknown' ? (['page.home', ' target="_top"'] as const) : (['sign-in.again', ''] as const);
    return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${titleOf(label(notice), own)}</title>
${tabIconOf(own, 'data:,')}
<style>${CSS}${brand.css}</style>
</head>
<body>
<main>
${whose && `<header>${whose}</header>`}
<h1>${escapeHtml(label(notice))}</h1>
<p>${escapeHtml(label(`${notice}.hint`))}</p>
<a href="${escapeHtml(onward)}"${target}>${escapeHtml(label(way))}</a>
</main>
</body>
</html>
`;
  }

  return {
    page: (status: number, request: Request, notice: Notice, onward: string): Answer =>
      pageAnswer(status, page(request, notice, onward), headersOf(notice)),
    /** The page of a failure, with its status. */
    failure: (request: Request, refusal: ApiError, onward: string, notice: Notice): Answer => {
      const { status, headers: given } = errorAnswer(refusal);
      const kept = ['retry-after', 'allow'].flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]));
      return pageAnswer(status, page(request, notice, onward), { ...headersOf(notice), ...Object.fromEntries(kept) });
    },
  };
}
