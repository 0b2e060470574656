/** Calls from one thread to another over a MessagePort. Arguments and results are passed as structured clones. */
import type { MessagePort } from 'node:worker_threads';

type Handler = (argument: unknown, options: { signal: AbortSignal }) => unknown;

type Request =
  | { readonly id: number; readonly method: string; readonly argument: unknown }
  | { readonly abort: number };
type Response = { readonly id: number; readonly result: unknown } | { readonly id: number; readonly failure: unknown };

/** The call has no answer because the thread at the other end has ended. */
export class ThreadGone extends Error {
  constructor() {
    super('the other thread is gone');
  }
}

/**
 * Answers the calls that arrive at `port` until it closes. `pack` turns an error into a value that survives structured
 * cloning. Closing the port aborts the running handlers.
 */
export function answerCalls(
  port: MessagePort,
  handlers: Readonly<Record<string, Handler>>,
  pack: (error: unknown) => unknown,
): void {
  const running = new Map<number, AbortController>();
  const respond = (response: Response) => port.postMessage(response);

  async function answer(method: string, argument: unknown, signal: AbortSignal): Promise<unknown> {
    const handler = handlers[method];
    if (!handler) throw new Error(`no such call: ${method}`);
    return await handler(argument, { signal });
  }

  port.on('message', async (request: Request) => {
    if ('abort' in request) {
      running.get(request.abort)?.abort();
      return;
    }
    const { id, method, argument } = request;
    const controller = new AbortController();
    running.set(id, controller);
    try {
      // Inside the `try`: a result that can't be cloned must fail the call like any other error.
      respond({ id, result: await answer(method, argument, controller.signal) });
    } catch (error) {
      respond({ id, failure: pack(error) });
    } finally {
      running.delete(id);
    }
  });
  port.once('close', () => {
    for (const controller of running.values()) controller.abort();
  });
}

/**
 * Opens the calling end of a port. `call` resolves with the handler's result. It rejects with the result of `unpack`
 * for the handler's failure, with the reason of its signal, or with `ThreadGone`.
 */
export function openCaller(port: MessagePort, unpack: (failure: unknown) => unknown) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  let isClosed = false;
  port.on('message', (response: Response) => {
    const call = waiting.get(response.id);
    if ('failure' in response) call?.reject(unpack(response.failure));
    else call?.resolve(response.result);
  });
  port.once('close', () => {
    isClosed = true;
    for (const { reject } of waiting.values()) reject(new ThreadGone());
  });
  port.unref();

  return async function call(method: string, argument: unknown, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    if (isClosed) throw new ThreadGone();
    last += 1;
    const id = last;
    const answer = Promise.withResolvers<unknown>();
    const abort = () => {
      port.postMessage({ abort: id } satisfies Request);
      answer.reject(signal?.reason);
    };
    waiting.set(id, answer);
    // The port keeps the thread alive only while a call is waiting for its answer.
    port.ref();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      port.postMessage({ id, method, argument } satisfies Request);
      return await answer.promise;
    } finally {
      waiting.delete(id);
      if (waiting.size === 0) port.unref();
      signal?.removeEventListener('abort', abort);
    }
  };
}
