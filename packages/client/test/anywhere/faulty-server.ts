/** A server with the faults of connections, proxies and other programs. Paths are `/<caller>/<fault>/…`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LocalServer, startLocalServer } from '../../../service/test/support/local-server.ts';

const FILE = Buffer.from(Array.from({ length: 200_000 }, (_, place) => place % 251));
const PART = 60_000;

/** Answers a request; `earlier` counts the caller's earlier ones for the fault. `breakOff` cuts the connection. */
type Fault = (request: IncomingMessage, response: ServerResponse, earlier: number, breakOff: () => void) => void;

const FAULTS: Readonly<Record<string, Fault>> = {
  cut: (request, response, _, breakOff) => sendPart(request, response, '"one"', breakOff),
  changing: (request, response, earlier, breakOff) => sendPart(request, response, `"${earlier}"`, breakOff),
  silent: (request, response) => sendPart(request, response, '"one"', () => {}),
  'silent-once': (request, response, earlier, breakOff) =>
    sendPart(request, response, '"one"', () => earlier > 0 && breakOff()),
  endless: (_, response) => {
    response.write('{"version":2,');
  },
  html: (_, response) => void response.setHeader('content-type', 'text/html; charset=utf-8').end('<h1>Sign in</h1>'),
  other: (_, response) => void response.setHeader('content-type', 'application/json').end('{"error":"no such page"}'),
  version: (_, response) => void response.end('{"version":3,"status":200,"data":{}}'),
  busy: (_, response, earlier) => {
    // The clock of this server is years behind.
    response.setHeader('date', 'Thu, 01 Jan 2015 00:00:00 GMT');
    if (earlier > 0) return sendEnvelope(response, { data: ['again'] });
    response.setHeader('retry-after', 'Thu, 01 Jan 2015 00:00:00 GMT');
    sendEnvelope(response, { status: 503, data: null, message: 'busy', code: 'overloaded' });
  },
  expiring: (request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('page') ?? 1);
    const isExpired = page > 1 && request.headers.authorization !== 'Bearer second';
    if (isExpired)
      return sendEnvelope(response, { status: 401, data: null, message: 'expired', code: 'token_invalid' });
    const ids = [1, 2, 3, 4, 5].slice(page * 2 - 2, page * 2);
    sendEnvelope(response, { data: ids.map((id) => ({ id, type: 1, name: `${id}`, version: 1 })), total: 5 });
  },
};

/** Starts it on a free port. A part has `handingMilliseconds` to arrive: Chromium drops what it has not handed on. */
export async function startFaultyServer(handingMilliseconds = 0): Promise<LocalServer> {
  const counts = new Map<string, number>();
  return await startLocalServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, Authorization');
    response.setHeader('access-control-expose-headers', 'Content-Range, Content-Disposition, ETag, Retry-After, Date');
    if (request.method === 'OPTIONS') return void response.end();
    const [, caller = '', fault = ''] = request.url?.split('/') ?? [];
    const earlier = counts.get(caller + fault) ?? 0;
    counts.set(caller + fault, earlier + 1);
    const answer = FAULTS[fault];
    const breakOff = () => void setTimeout(() => response.socket?.end(), handingMilliseconds);
    if (answer) answer(request, response, earlier, breakOff);
    else response.writeHead(404).end();
  });
}

function sendEnvelope(
  response: ServerResponse,
  envelope: Readonly<Record<string, unknown>> & { status?: number },
): void {
  const { status = 200 } = envelope;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ version: 2, status, ...envelope }));
}

/** Sends a part of the file from where it is asked for, then does something to the connection unless the file is whole. */
function sendPart(request: IncomingMessage, response: ServerResponse, etag: string, then: () => void): void {
  const { range, 'if-range': condition } = request.headers;
  const start = condition === etag ? Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0) : 0;
  response.writeHead(start > 0 ? 206 : 200, {
    etag,
    'content-disposition': `attachment; filename="a.tif"; filename*=UTF-8''%C3%A4.tif`,
    'content-length': FILE.length - start,
    ...(start > 0 && { 'content-range': `bytes ${start}-${FILE.length - 1}/${FILE.length}` }),
  });
  const end = start + PART;
  if (end >= FILE.length) return void response.end(FILE.subarray(start));
  response.write(FILE.subarray(start, end), then);
}
