import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ApiError, quote } from '../errors.ts';
import type { Answer, Request } from './answer.ts';
import { headerOf } from './answer.ts';
import { namesTag } from './conditions.ts';
import { isEndpointPath } from './dispatch.ts';
import { tagOf } from './headers.ts';
import { errorAnswer } from './reply.ts';

type Handle = (request: Request) => Promise<Answer>;

/** Everything that is answered: the endpoints, the page at `/`, icons, and what operators ask. Never rejects. */
export function openSite(options: {
  readonly dispatch: Handle;
  /** Icons of download formats; undefined where the path names none. */
  readonly icon: (request: Request) => Promise<Answer | undefined>;
  /** What `/metrics` tells, for Prometheus; undefined where that is switched off. */
  metrics(): Promise<{ readonly text: string; readonly mediaType: string }> | undefined;
  /** Pages of PINs; undefined where the path names none. */
  readonly pins: (request: Request) => Promise<Answer | undefined>;
  /** What `/health` tells beside its status. */
  health(): Readonly<Record<string, unknown>>;
  /** False while starting and stopping. */
  isReady(): boolean;
}): Handle {
  const page = readPage();
  return async (request) => {
    const { path, method } = request;
    if (!options.isReady() && path !== '/health' && path !== '/ready') {
      return errorAnswer(new ApiError('stopping', 'the service is stopping; try again'));
    }
    if (isEndpointPath(path)) return options.dispatch(request);
    if (method !== 'GET' && method !== 'HEAD') {
      return errorAnswer(new ApiError('method_not_allowed', `${method} is not answered here; use GET or HEAD`));
    }
    if (path === '/') return sendPage(page, request);
    if (path === '/health') return json(200, { status: 'ok', ...options.health() });
    if (path === '/ready')
      return options.isReady() ? json(200, { status: 'ready' }) : json(503, { status: 'stopping' });
    const metrics = path === '/metrics' ? await options.metrics() : undefined;
    if (metrics) {
      const headers = { 'content-type': metrics.mediaType, 'cache-control': 'no-store' };
      return { status: 200, headers, body: metrics.text };
    }
    const pin = await options.pins(request);
    if (pin) return pin;
    const icon = await options.icon(request);
    return icon ?? errorAnswer(new ApiError('path_not_found', `nothing is at ${quote(path)}`));
  };
}

function json(status: number, value: unknown): Answer {
  const headers = { 'content-type': 'application/json; charset=UTF-8', 'cache-control': 'no-store' };
  return {
    status,
    headers: status === 503 ? { ...headers, 'retry-after': '1' } : headers,
    body: JSON.stringify(value),
  };
}

interface Page {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
}

/** The page with a policy that lets nothing run but its own script and style. */
function readPage(): Page {
  const text = readFileSync(new URL('../web/index.html', import.meta.url), 'utf8');
  const etag = tagOf(text);
  const policy = [
    "default-src 'none'",
    `script-src ${hashesOf(text, 'script')}`,
    `style-src ${hashesOf(text, 'style')}`,
    "img-src 'self' data:",
    "media-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
  const headers = {
    'content-type': 'text/html; charset=UTF-8',
    'content-security-policy': policy,
    'referrer-policy': 'same-origin',
    'cache-control': 'no-cache',
    etag: `"${etag}"`,
  };
  return { text, headers, etag };
}

function hashesOf(html: string, tag: 'script' | 'style'): string {
  const blocks = html.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([\\s\\S]*?)</${tag}>`, 'g'));
  const hashes = [...blocks].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  return hashes.join(' ') || "'none'";
}

function sendPage({ text, headers, etag }: Page, request: Request): Answer {
  const condition = headerOf(request, 'if-none-match');
  return condition !== undefined && namesTag(condition, etag)
    ? { status: 304, headers }
    : { status: 200, headers, body: text };
}
