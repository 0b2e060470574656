import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { until } from '../support/until.ts';

/** An address of this machine that no configuration trusts. */
export const STRANGER = '127.0.0.2';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Runs `work` while another address has opened connections on which it never finishes the head of a request. */
export async function besideUnfinished(port: number, count: number, work: () => Promise<void>): Promise<void> {
  const sockets = Array.from({ length: count }, () =>
    connect({ host: '127.0.0.1', port, localAddress: '127.0.0.3' }).on('error', () => {}),
  );
  try {
    for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: a\r\nX: ');
    // The proxy may refuse some.
    await until(() => sockets.every(({ connecting }) => !connecting));
    await work();
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** Requests a target exactly as written, which `fetch` would normalise. */
export async function ask(
  port: number,
  target: string,
  {
    method = 'GET',
    headers = {},
    from = STRANGER,
  }: { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly from?: string } = {},
): Promise<Reply> {
  const asked = request({ host: '127.0.0.1', port, path: target, method, headers, localAddress: from, agent: false });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const parts = await answer.toArray();
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() };
}
