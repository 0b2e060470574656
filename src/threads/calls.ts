/** Calls from one thread to another over a MessagePort. Arguments and results are structured clones. */
import type { MessagePort } from 'node:worker_threads';

type Handler = (argument: unknown, options: { signal: AbortSignal }) => unknown;

type Request =
  | { readonly id: number; readonly method: string; readonly argument: unknown }
  | { readonly abort: number };
type Response = { readonly id: number; readonly result?: unknown; readonly error?: unknown };

/** Answers calls that arrive at `port` until it closes. `pack` makes an error survive the trip. */
export function answerCalls(
  port: MessagePort,
  handlers: Readonly<Record<string, Handler>>,
  pack: (error: unknown) => unknown,
): void {
  const running = new Map<number, AbortController>();
  port.on('message', async (request: Request) => {
    if ('abort' in request) {
      running.get(request.abort)?.abort();
      return;
    }
    const { id, method, argument } = request;
    const controller = new AbortController();
    running.set(id, controller);
    let response: Response;
    try {
      const handler = handlers[method];
      if (!handler) throw new Error(`no such call: ${method}`);
      response = { id, result: await handler(argument, { signal: controller.signal }) };
    } catch (error) {
      response = { id, error: pack(error) };
    }
    running.delete(id);
    port.postMessage(response);
  });
  port.once('close', () => {
    for (const controller of running.values()) controller.abort();
  });
}

/** The other end: `call` resolves with the handler's result, or rejects with what `unpack` makes of its error. */
export function openCaller(port: MessagePort, unpack: (error: unknown) => unknown) {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: unknown) => void }>();
  let last = 0;
  port.on('message', ({ id, result, error }: Response) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(unpack(error));
  });
  port.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the other thread is gone'));
    waiting.clear();
  });
  port.unref();

  return async function call(method: string, argument: unknown, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    last += 1;
    const id = last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.set(id, { resolve, reject });
    const abort = () => {
      waiting.delete(id);
      port.postMessage({ abort: id } satisfies Request);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    port.postMessage({ id, method, argument } satisfies Request);
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  };
}
