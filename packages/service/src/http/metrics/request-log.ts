import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { hideSecrets } from '../../../../core/src/domain/secrets.ts';
import type { Metrics } from './metrics.ts';

/** Records each request that needs work: one count and one log line. */
export interface RequestLog {
  /** Records the arrival of a request, from which its duration counts. Returns the time in milliseconds. */
  received(request: IncomingMessage): number;
  /** Records the end of a request. `requestId` is undefined if it never started. */
  ended(response: ServerResponse, operation: string, requestId?: string): void;
}

/** Opens the request log of one thread; `log` gets one line per request, without secrets in its address. */
export function openRequestLog(metrics: Pick<Metrics, 'count'>, log: Logger): RequestLog {
  const since = new WeakMap<IncomingMessage, number>();
  return {
    received(request) {
      const now = performance.now();
      since.set(request, now);
      return now;
    },
    ended({ req, statusCode: status, writableFinished }, operation, requestId) {
      const now = performance.now();
      const milliseconds = now - (since.get(req) ?? now);
      metrics.count(operation, status, milliseconds / 1000);
      log.info(
        {
          ...(requestId === undefined ? {} : { requestId }),
          method: req.method,
          url: withoutSecrets(req.url ?? ''),
          status,
          milliseconds: Math.round(milliseconds * 10) / 10,
          ...(writableFinished ? {} : { cut: true }),
        },
        'request',
      );
    },
  };
}

/** Most characters of an address in logs. Longer ones are mostly comments of reviews. */
const MAX_LOGGED = 4000;

/** Returns the address for logs: shortened, and without secrets. */
export function withoutSecrets(url: string): string {
  return hideSecrets(url.length > MAX_LOGGED ? `${url.slice(0, MAX_LOGGED)}…` : url);
}
