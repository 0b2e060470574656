/** A server on loopback that answers as the test says, with real sockets. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Peer extends AsyncDisposable {
  readonly url: string;
  /** Bodies of the requests so far, in order. */
  readonly asked: readonly { readonly body: string; readonly headers: IncomingMessage['headers'] }[];
  /** Stops the server: its port refuses connections. */
  close(): Promise<void>;
}

export async function startPeer(
  answer: (body: string, response: ServerResponse, request: IncomingMessage) => void,
): Promise<Peer> {
  const asked: { body: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    asked.push({ body, headers: request.headers });
    answer(body, response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}/`, asked, close, [Symbol.asyncDispose]: close };
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
