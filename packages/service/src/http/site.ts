import { ApiError, quote } from '../../../core/src/domain/errors.ts';
import { type Answer, type Request, requestHeader, withHeaders } from './answer.ts';
import { callbackIn } from './callback.ts';
import { depthOf } from './client.ts';
import { type Cors, isPreflight, preflightAnswer } from './cors.ts';
import type { AsApiError } from './failure.ts';
import type { Notices } from './pages/notice-page.ts';
import { isMonitoringTarget } from './read-request.ts';
import type { Readiness } from './readiness.ts';
import { methodNotAllowed, refusalAnswer } from './reply.ts';

type Handle = (request: Request) => Promise<Answer>;

/** Answers every request: endpoints, pages, elements, documents, icons, PIN pages, health, readiness and metrics. Never rejects. */
export function openSite(options: {
  /** Answers the endpoints; undefined for every other path. */
  readonly dispatch: (request: Request) => Promise<Answer | undefined>;
  readonly cors: Cors;
  readonly notices: Pick<Notices, 'page'>;
  /** Answers the paths of the sign-in; undefined for every other path. */
  readonly signInPaths: (request: Request) => Promise<Answer | undefined>;
  /** Headers that pages have besides their own. */
  readonly pageHeaders: Answer['headers'];
  /** Leads to the sign-in whoever needs one for a page, which `isPage` says if the path doesn't; undefined for all others. */
  readonly leadToSignIn: (request: Request, isPage?: boolean) => Promise<Answer | undefined>;
  /** Answers the descriptions of the interface for programs; undefined if the path names none. */
  readonly documents: (request: Request) => Promise<Answer | undefined>;
  /** Answers `/docs` and the paths below it; undefined if the path names none, or they are switched off. */
  readonly documentation: (request: Request) => Promise<Answer | undefined>;
  /** Answers `/elements/` and the paths below it; undefined if the path names none. */
  readonly elements: (request: Request) => Promise<Answer | undefined>;
  /** Answers the pages made of elements; undefined if the path names none. */
  readonly browserPages: (request: Request) => Promise<Answer | undefined>;
  /** Answers icons of download formats; undefined if the path names none. */
  readonly icon: (request: Request) => Promise<Answer | undefined>;
  /** Content of `/metrics` in the Prometheus format; undefined if metrics are switched off. */
  metrics(): Promise<{ readonly text: string; readonly mediaType: string }> | undefined;
  /** Answers pages of PINs; undefined if the path names none. */
  readonly pins: (request: Request) => Promise<Answer | undefined>;
  /** Fields of `/health` besides its status. */
  health(): Promise<Readonly<Record<string, unknown>>>;
  readonly readiness: Pick<Readiness, 'report' | 'isStopping'>;
  readonly asApiError: AsApiError;
}): Handle {
  return async (request) => {
    if (options.readiness.isStopping && !isMonitoringTarget(request.path)) {
      const refusal = refuse(request, new ApiError('stopping', 'the service is stopping; try again'));
      return withHeaders(refusal, options.cors(request));
    }
    const signIn = await options.signInPaths(request);
    if (signIn) return signIn;
    const answer =
      (await options.dispatch(request)) ?? withHeaders(await answerElsewhere(request), options.cors(request));
    if (!isPlayer(answer, request)) return answer;
    if (answer.status === 404 && isOpenedByPerson(request)) return unknownPage(request);
    const led = answer.status === 401 && (await options.leadToSignIn(request, true));
    return led ? withHeaders(led, options.pageHeaders) : answer;
  };

  async function answerElsewhere(request: Request): Promise<Answer> {
    try {
      return (isRead(request) && (await showPage(request))) || (await answerTo(request));
    } catch (error) {
      return refuse(request, options.asApiError(error, request));
    }
  }

  async function showPage(request: Request): Promise<Answer | undefined> {
    const page =
      (await options.leadToSignIn(request)) ??
      (await options.browserPages(request)) ??
      (await options.documentation(request)) ??
      (await options.pins(request));
    return page && withHeaders(page, options.pageHeaders);
  }

  async function answerTo(request: Request): Promise<Answer> {
    const { path, method } = request;
    if (isPreflight(request)) return preflightAnswer();
    if (!isRead(request)) return refuse(request, methodNotAllowed(method));
    if (path === '/health') return json(200, { status: 'ok', ...(await options.health()) });
    if (path === '/ready') {
      const report = await options.readiness.report();
      // Other nodes, if there are any, may have no more room, and everything else is answered.
      return json(report.status === 'ready' || report.status === 'full' ? 200 : 503, report);
    }
    const metrics = path === '/metrics' ? await options.metrics() : undefined;
    if (metrics) {
      const headers = { 'content-type': metrics.mediaType, 'cache-control': 'no-store' };
      return { status: 200, headers, body: metrics.text };
    }
    const file =
      (await options.documents(request)) ?? (await options.elements(request)) ?? (await options.icon(request));
    if (file) return file;
    if (isOpenedByPerson(request)) return unknownPage(request);
    const refusal = refuse(request, new ApiError('path_not_found', `nothing is at ${quote(path)}`));
    return withHeaders(refusal, { ...options.pageHeaders, vary: 'Accept' });
  }

  function unknownPage(request: Request): Answer {
    const root = '../'.repeat(depthOf(request.path)) || './';
    return withHeaders(options.notices.page(404, request, 'pin.unknown', root), options.pageHeaders);
  }
}

/** True for a browser that opens a page. People can't read what programs get. */
function isOpenedByPerson(request: Request): boolean {
  const isPage = requestHeader(request, 'accept')?.includes('text/html') ?? false;
  return isPage && callbackIn(request.query) === undefined;
}

/** True for the page with a player, which an operation makes. */
function isPlayer({ operation }: Answer, { query }: Request): boolean {
  if (operation === 'asset.do preview') return /(?:^|&)type=(?:video|audio)(?:&|$)/i.test(query);
  return operation === 'asset.do play';
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function refuse({ path, query }: Request, refusal: ApiError): Answer {
  return refusalAnswer(refusal, { path, callback: callbackIn(query) });
}

function json(status: number, value: unknown): Answer {
  const headers = { 'content-type': 'application/json; charset=UTF-8', 'cache-control': 'no-store' };
  return {
    status,
    headers: status === 503 ? { ...headers, 'retry-after': '1' } : headers,
    body: JSON.stringify(value),
  };
}
