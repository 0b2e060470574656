import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback, which ends all connections when it is disposed of. */
export interface LocalServer extends AsyncDisposable {
  /** Ends with a slash. */
  readonly url: string;
  /** Stops the server: its port refuses connections. */
  close(): Promise<void>;
}

/** Starts it on this port, or on any that is free. */
export async function startLocalServer(answer: RequestListener, port = 0): Promise<LocalServer> {
  const server = createServer(answer).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close, [Symbol.asyncDispose]: close };
}
