/** The page that says how a sign-in or a sign-out ended, where it leads nowhere else. It needs no script. */
import type { ApiError } from '../../../../core/src/domain/errors.ts';
import type { Messages } from '../../../../core/src/domain/messages.ts';
import { selectLanguage } from '../../../../core/src/domain/text.ts';
import { type Brand, logoOf, tabIconOf, titleOf } from '../../api/pages/brand.ts';
import { escapeHtml, sourceHash } from '../../api/pages/html.ts';
import { pageStyle } from '../../api/pages/page-style.ts';
import { acceptedLanguages } from '../accepted-languages.ts';
import { type Answer, type Request, requestHeader } from '../answer.ts';
import { errorAnswer, pageAnswer } from '../reply.ts';

const CSS = pageStyle(new URL('notice.css', import.meta.url));

export type Notice = 'refused' | 'cancelled' | 'unavailable' | 'failed' | 'out';

/** Opens the pages. `again` is the path at which a person begins anew. */
export function openNotices({ messages, brand }: { readonly messages: Messages; readonly brand: Brand }) {
  const headers = {
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${sourceHash(CSS + brand.css)}`,
      "img-src 'self' data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    // The address may hold what the provider sent.
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    vary: 'Cookie, Accept-Language',
  };

  function page(request: Request, notice: Notice, again: string): string {
    const { languages } = messages;
    const accepted = acceptedLanguages(requestHeader(request, 'accept-language'));
    const wanted = accepted.find((tag) => selectLanguage(tag, { languages, defaultLanguage: '' }) !== '');
    const language = selectLanguage(wanted, { languages, defaultLanguage: 'en' });
    const { label } = messages.in(language, { languages: [], defaultLanguage: 'en' });
    const own = brand.at(request.path.split('/').length - 2, language);
    const name = own.name === undefined ? '' : `<p><bdi>${escapeHtml(own.name)}</bdi></p>`;
    const whose = logoOf(own, '') + name;
    return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${titleOf(label(`sign-in.${notice}`), own)}</title>
${tabIconOf(own, 'data:,')}
<style>${CSS}${brand.css}</style>
</head>
<body>
<main>
${whose && `<header>${whose}</header>`}
<h1>${escapeHtml(label(`sign-in.${notice}`))}</h1>
<p>${escapeHtml(label(`sign-in.${notice}.hint`))}</p>
<a href="${escapeHtml(again)}">${escapeHtml(label('sign-in.again'))}</a>
</main>
</body>
</html>
`;
  }

  return {
    page: (request: Request, notice: Notice, again: string): Answer =>
      pageAnswer(200, page(request, notice, again), headers),
    /** The page of a failure, with its status; `own` says what it was, if the error doesn't. */
    failure(request: Request, refusal: ApiError, again: string, own?: Notice): Answer {
      const { status, headers: given } = errorAnswer(refusal);
      const kept = ['retry-after', 'allow'].flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]));
      const usual = refusal.code === 'sign_in_refused' ? 'refused' : status >= 500 ? 'unavailable' : 'failed';
      return pageAnswer(status, page(request, own ?? usual, again), { ...headers, ...Object.fromEntries(kept) });
    },
  };
}
