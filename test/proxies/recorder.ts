import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands where the service stands and writes down what reaches it. */
export interface Recorder extends AsyncDisposable {
  readonly port: number;
  readonly seen: readonly { readonly url: string; readonly headers: IncomingHttpHeaders }[];
}

/** Answers that may be kept for an hour; below `/private` by nobody but the caller. */
export async function openRecorder(): Promise<Recorder> {
  const seen: { url: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    if (url !== '/ready') seen.push({ url, headers });
    const kept = url.startsWith('/private') ? 'private' : 'public';
    response
      .writeHead(200, { 'cache-control': `${kept}, max-age=0, s-maxage=3600`, etag: '"one"' })
      .end(`answer ${seen.length}`);
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
