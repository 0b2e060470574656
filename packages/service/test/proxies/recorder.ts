import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseQuery } from '../../src/api/query.ts';
import { pathAndQuery, splitOrigin } from '../../src/http/read-request.ts';

/** Takes the place of the service and records the requests that reach it. */
export interface Recorder extends AsyncDisposable {
  readonly port: number;
  readonly seen: readonly Seen[];
}

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** Everything in an address that decides the answer of the service, as text. Undefined if the service refuses the address. */
export function readingOf(target: string): string | undefined {
  const { path, query } = pathAndQuery(splitOrigin(target).target);
  try {
    const parameters = [...parseQuery(query)].filter(([name]) => name !== '_');
    return JSON.stringify([path, parameters]);
  } catch {
    return undefined;
  }
}

/**
 * Answers what it reads, so that two addresses have the same answer where they mean the same to the service. Answers may be
 * kept for an hour; below `/private` by nobody but the caller, and not with `cache=false` or `flush=true`, as the service has
 * it.
 */
export async function openRecorder(): Promise<Recorder> {
  const seen: Seen[] = [];
  const server = createServer({ maxHeaderSize: 256 * 1024 }, ({ method = '', url = '', headers }, response) => {
    const reading = readingOf(url);
    if (url !== '/ready') seen.push({ method, url, headers });
    const kept = url.startsWith('/private') ? 'private, max-age=0' : 'public, max-age=0, s-maxage=3600';
    const isRead = method === 'GET' || method === 'HEAD';
    response.writeHead(isRead ? (reading === undefined ? 400 : 200) : 405, {
      'cache-control': isRead && isKept(url, reading) ? kept : 'no-store',
      'x-answer': String(seen.length),
      etag: `"${createHash('sha256')
        .update(reading ?? '')
        .digest('hex')}"`,
    });
    response.end(reading ?? 'unreadable');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function isKept(url: string, reading: string | undefined): boolean {
  if (reading === undefined || url.includes('#')) return false;
  const query = parseQuery(pathAndQuery(splitOrigin(url).target).query);
  const has = (name: string, words: readonly string[]) =>
    query.get(name)?.some((value) => words.includes(value.toLowerCase())) ?? false;
  return !has('flush', ['true', '1']) && !has('cache', ['false', '0']);
}
