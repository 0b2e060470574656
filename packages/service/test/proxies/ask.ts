import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/** An address of this machine that no configuration trusts. */
export const STRANGER = '127.0.0.2';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
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
