/**
 * Answers `/sign-in`, `/sign-in/callback`, `/sign-in/ended` and `/sign-out` (extensions E6). They stand at the root alone, and
 * their failures are pages.
 */
import { ApiError } from '../../../../core/src/domain/errors.ts';
import { parseRead } from '../../api/query.ts';
import type { AuditLog } from '../../auth/audit-log.ts';
import type { Flow, IdentityProvider } from '../../auth/identity-provider.ts';
import { ProviderUnavailable, SignInRefused } from '../../auth/provider-errors.ts';
import { beginSession, HOUR_MS, idMark } from '../../auth/session.ts';
import type { Sessions } from '../../auth/sessions.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { SessionEnd } from '../../catalogue/ended-sessions.ts';
import type { Config } from '../../config/settings.ts';
import { type Answer, type Request, requestHeader } from '../answer.ts';
import { depthOf, isPrefetch, rootOf } from '../client.ts';
import { refuseCrossSite } from '../credentials.ts';
import type { AsApiError } from '../failure.ts';
import type { Notices } from '../pages/notice-page.ts';
import { refuseLongQuery } from '../read-request.ts';
import { returnPath } from './return-path.ts';

const CALLBACK = '/sign-in/callback';
const PATHS = new Set(['/sign-in', CALLBACK, '/sign-in/ended', '/sign-out']);
/** Also the paths below them, where nothing is: their failures are pages, too. */
const OURS = /^\/sign-(?:in|out)(?:\/|$)/;

/** How long a person may take at the provider. */
const FLOW_SECONDS = 600;
/** Sign-ins that one browser may have begun; with more, a neighbouring host could make its requests too long for the service. */
const MAX_FLOWS = 8;
/** Longest order of the provider to end sessions. */
const MAX_ORDER_BYTES = 64 * 1024;
/** Letters of the state that tell apart the sign-ins of one browser, which may be several at once. */
const KEY_LETTERS = 8;

/** What signs people in and out; undefined if nobody can. */
export interface SignInParts {
  readonly provider: IdentityProvider;
  readonly sessions: Sessions;
}

interface Kept extends Flow {
  readonly returnTo: string;
  readonly expires: number;
}

export function openSignInPaths(options: {
  readonly parts: SignInParts | undefined;
  readonly config: Pick<Config, 'publicUrl' | 'signIn'>;
  readonly catalogue: Catalogue;
  readonly audit: AuditLog;
  end(end: SessionEnd): Promise<void>;
  /** Receives why the provider can't be asked. */
  report(error: unknown): void;
  readonly notices: Notices;
  readonly asApiError: AsApiError;
  /** Current time in UTC milliseconds. */
  now(): number;
}): (request: Request) => Promise<Answer | undefined> {
  const { parts, config, catalogue, audit, end, report, asApiError, now, notices } = options;

  const rootFor = (request: Request): string => {
    if ((config.publicUrl ?? request.origin) === undefined)
      throw new ApiError('request_malformed', 'the request names no host');
    return rootOf(request, config);
  };

  /** Throws what the caller gets for what went wrong at the provider. */
  async function asking<T>(request: Request, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProviderUnavailable) {
        report(error);
        throw new ApiError('sign_in_unavailable', 'the provider can not be asked at the moment; try again', {
          retryAfterSeconds: 5,
        });
      }
      if (!(error instanceof SignInRefused)) throw error;
      audit.record({ event: 'sign_in_refused', address: request.address, details: { reason: error.message } });
      throw new ApiError('sign_in_refused', 'the provider did not sign this person in');
    }
  }

  async function begin({ provider, sessions }: SignInParts, request: Request): Promise<Answer> {
    const asked = parseRead(request.query, (name) => name === 'return').get('return') ?? [];
    if (asked.length > 1) throw new ApiError('parameter_invalid', `return: is given ${asked.length} times`);
    const redirectUri = rootFor(request) + CALLBACK;
    const { location, flow } = await asking(request, () => provider.begin(redirectUri));
    const kept: Kept = {
      ...flow,
      returnTo: returnPath(asked[0]),
      expires: now() + FLOW_SECONDS * 1000,
    };
    const begun = sessions.flowsIn(request);
    const over = begun.length < MAX_FLOWS ? [] : begun.map((key) => sessions.endOfFlow(key, request));
    return redirect(location.href, [...over, sessions.flowCookie(keyOf(flow.state), kept, FLOW_SECONDS, request)]);
  }

  async function finish({ provider, sessions }: SignInParts, request: Request): Promise<Answer> {
    const states = parseRead(request.query, (name) => name === 'state').get('state') ?? [];
    const [state = ''] = states;
    const kept = sessions.flowOf(keyOf(state), request) as Kept | undefined;
    if (states.length !== 1 || kept?.state !== state || kept.expires <= now())
      throw new ApiError('request_malformed', 'this browser began no such sign-in, or too long ago');
    const done = sessions.endOfFlow(keyOf(state), request);
    let person: Awaited<ReturnType<typeof provider.finish>>;
    try {
      person = await asking(request, () => provider.finish(request.query, kept));
    } catch (error) {
      const isCancelled = new URLSearchParams(request.query).get('error') === 'access_denied';
      if (!isCancelled || !(error instanceof ApiError && error.code === 'sign_in_refused')) throw error;
      const again = `../sign-in?return=${encodeURIComponent(kept.returnTo)}`;
      return { ...notices.failure(request, error, again, 'sign-in.cancelled'), cookies: [done] };
    }
    const { model } = await catalogue.snapshot();
    const { hours, groups: mapped } = config.signIn;
    const session = beginSession(person, { model, mapped, hours, now: now() });
    const { address } = request;
    const refuse = (reason: string) => {
      audit.record({ event: 'sign_in_refused', address, details: { reason } });
      return new ApiError('sign_in_refused', reason);
    };
    if (!session) throw refuse('this person is no user of the catalogue, and in no group that is mapped');
    const cookie = sessions.cookieFor(session, request);
    if (cookie === undefined) throw refuse('this person is in more groups than a cookie can hold');
    audit.record({ event: 'signed_in', address, user: sessions.userOf(session, model).user });
    return redirect(request.prefix + kept.returnTo, [cookie, done]);
  }

  async function signOut({ provider, sessions }: SignInParts, request: Request): Promise<Answer> {
    if (isPrefetch(request)) throw new ApiError('prefetch_refused', 'this request is not answered ahead of time');
    const session = await sessions.of(request);
    const page = notices.page(200, request, 'sign-in.out', 'sign-in');
    const cookies = [sessions.endOfCookie(request)];
    if (!session) return { ...page, cookies };
    refuseCrossSite(request, config);
    if (request.method === 'HEAD') return page;
    await end({ mark: idMark(session.id), ended: Math.max(now(), session.began), expires: session.expires });
    audit.record({ event: 'signed_out', address: request.address });
    // Whoever wants to leave isn't kept by a provider that is away.
    const elsewhere = await provider.endAddress(`${rootFor(request)}/`).catch((error: unknown) => void report(error));
    return elsewhere ? redirect(elsewhere.href, cookies) : { ...page, cookies };
  }

  /** Back-channel logout: the provider itself orders to end sessions, of all browsers and nodes. */
  async function endByProvider({ provider }: SignInParts, request: Request): Promise<Answer> {
    const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(requestHeader(request, 'content-type') ?? '');
    const malformed = new ApiError('request_malformed', 'logout_token: one is needed, in a form');
    if (!isForm || !request.body) throw malformed;
    const form = new URLSearchParams(Buffer.from(await request.body(MAX_ORDER_BYTES)).toString('utf8'));
    const [token = '', ...more] = form.getAll('logout_token');
    if (token === '' || more.length > 0) throw malformed;
    const mark = await asking(request, () => provider.readLogoutToken(token)).catch((error: unknown) => {
      // The specification asks for this status.
      throw error instanceof ApiError && error.code === 'sign_in_refused'
        ? new ApiError('request_malformed', 'logout_token: it is no order of the provider', { cause: error })
        : error;
    });
    const ended = now();
    await end({ mark, ended, expires: ended + config.signIn.hours * HOUR_MS });
    audit.record({ event: 'signed_out', address: request.address, details: { by: 'provider' } });
    return { status: 200, headers: { 'cache-control': 'no-store', 'content-length': '0' }, body: '' };
  }

  async function answerTo(request: Request): Promise<Answer> {
    const { path, method } = request;
    if (!parts) throw new ApiError('path_not_found', 'nobody can sign in here');
    if (!PATHS.has(path)) throw new ApiError('path_not_found', 'nothing is here');
    const isOrder = path === '/sign-in/ended';
    const methods = isOrder ? ['POST'] : ['GET', 'HEAD'];
    if (!methods.includes(method)) throw notAllowed(method, methods);
    refuseLongQuery(request.query);
    if (isOrder) return await endByProvider(parts, request);
    if (path === '/sign-out') return await signOut(parts, request);
    return path === CALLBACK ? await finish(parts, request) : await begin(parts, request);
  }

  return async (request) => {
    if (!OURS.test(request.path)) return undefined;
    const operation = request.path.slice(1);
    try {
      return { ...(await answerTo(request)), operation };
    } catch (error) {
      const refusal = asApiError(error, request);
      const again = `${'../'.repeat(depthOf(request.path))}sign-in`;
      const page = notices.failure(request, refusal, again, `sign-in.${usualNotice(refusal)}`);
      const headers =
        refusal.status === 405 ? { ...page.headers, allow: isOrderPath(request) ? 'POST' : 'GET, HEAD' } : page.headers;
      return { ...page, headers, operation };
    }
  };
}

function usualNotice({ code, status }: ApiError): 'refused' | 'unavailable' | 'failed' {
  return code === 'sign_in_refused' ? 'refused' : status >= 500 ? 'unavailable' : 'failed';
}

function isOrderPath({ path }: Request): boolean {
  return path === '/sign-in/ended';
}

function notAllowed(method: string, methods: readonly string[]): ApiError {
  return new ApiError('method_not_allowed', `${method} is not answered here; use ${methods.join(' or ')}`);
}

function keyOf(state: string): string {
  return state.slice(0, KEY_LETTERS).replaceAll(/[^\w-]/g, '_');
}

function redirect(location: string, cookies: readonly string[]): Answer {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', vary: 'Cookie' };
  return { status: 302, headers: { ...headers, 'content-length': '0' }, cookies, body: '' };
}
