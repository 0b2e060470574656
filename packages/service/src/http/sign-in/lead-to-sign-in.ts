import type { Sessions } from '../../auth/sessions.ts';
import { type Answer, type Request, requestHeader } from '../answer.ts';
import { tokenOrNone } from '../bearer.ts';
import { withoutSecrets } from './return-path.ts';

/** Pages that people open by themselves. The page of a PIN isn't one: whoever has its link needs no sign-in. */
const PAGE = /^\/(?:|picker|docs(?:\/(?:.*\/)?[^/.]*(?:\.html)?)?)$/;

/**
 * Returns a function that leads whoever opens a page without a session to the sign-in, and from there back. A token in the
 * address is for the page itself.
 */
export function openLeadToSignIn(sessions: Sessions | undefined) {
  return async (request: Request, isPage = PAGE.test(request.path)): Promise<Answer | undefined> => {
    const { path, query } = request;
    if (!sessions || !isPage) return undefined;
    // In a frame no provider shows its page; the picker there opens a popup.
    if ((requestHeader(request, 'sec-fetch-dest') ?? 'document') !== 'document') return undefined;
    if (tokenOrNone(request, query) !== undefined || (await sessions.of(request))) return undefined;
    const target = path + withoutSecrets(query === '' ? '' : `?${query}`);
    const location = `${request.prefix}/sign-in?return=${encodeURIComponent(target)}`;
    return { status: 302, headers: { location, 'cache-control': 'no-store', 'content-length': '0' }, body: '' };
  };
}
