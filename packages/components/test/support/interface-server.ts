import { type LocalServer, startLocalServer } from '../../../service/test/support/local-server.ts';

/** The parameters of a request. */
export type Asked = Readonly<Record<string, string>>;

/** Answers in the form of the interface: data and total of `answer`, or an error of the status that it throws. */
export async function startInterfaceServer(
  answer: (asked: Asked) => { readonly data: unknown; readonly total?: number },
): Promise<LocalServer & { readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const server = await startLocalServer((request, response) => {
    const params = Object.fromEntries(new URL(request.url ?? '', 'http://local').searchParams);
    asked.push(params);
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ version: 2, status, ...body }));
    };
    try {
      reply(200, answer(params));
    } catch (status) {
      reply(Number(status), { data: null, code: 'internal', message: 'as the test wants' });
    }
  });
  return { ...server, asked };
}
