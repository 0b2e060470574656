/** Questions to nodes or to the balancer in front of them, under one host name, so that equal answers have equal bytes. */
import { Agent, get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Told } from '../permissions/service.ts';

/** Differ from node to node, or from connection to connection. */
const OF_CONNECTION = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** Sends a request and reads the whole answer, without the headers of the connection. */
export type AskNode = (url: string, headers?: Readonly<Record<string, string>>) => Promise<Told>;

/** Opens connections that stay open until this is disposed. */
export function openAsking(): AskNode & Disposable {
  const agent = new Agent({ keepAlive: true });
  const ask: AskNode = async (url, headers = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Told>();
    const options = { agent, headers: { host: 'abs.example', 'accept-encoding': 'identity', ...headers } };
    get(url, options, (response) => {
      const shown = Object.entries(response.headers)
        .filter(([name]) => !OF_CONNECTION.has(name))
        .map(([name, value]) => [name, String(value)]);
      const told = async () => ({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(shown),
        body: await buffer(response),
      });
      told().then(resolve, reject);
    }).once('error', reject);
    return await promise;
  };
  return Object.assign(ask, { [Symbol.dispose]: () => agent.destroy() });
}
