/** A server on loopback that answers as the test says, with real sockets. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LocalServer, startLocalServer } from './local-server.ts';

export interface Peer extends LocalServer {
  /** Bodies of the requests so far, in order. */
  readonly asked: readonly { readonly body: string; readonly headers: IncomingMessage['headers'] }[];
}

export async function startPeer(
  answer: (body: string, response: ServerResponse, request: IncomingMessage) => void,
): Promise<Peer> {
  const asked: { body: string; headers: IncomingMessage['headers'] }[] = [];
  const server = await startLocalServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    asked.push({ body, headers: request.headers });
    answer(body, response, request);
  });
  return { ...server, asked };
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
