/** Calls from one thread to services of another over a MessagePort. Arguments and results are structured clones. */
import type { MessagePort } from 'node:worker_threads';

type Method = (...args: never[]) => unknown;

/** `call` waits for the result, `send` gets no answer. A signal is passed as `{ signal }`, the last argument. */
type CallKinds<Services> = {
  readonly [Name in keyof Services]: {
    readonly [Key in keyof Services[Name]]: Services[Name][Key] extends (...args: never[]) => Promise<unknown>
      ? 'call'
      : Services[Name][Key] extends Method
        ? 'send'
        : never;
  };
};

/** What both ends of a port must know of each other. */
export interface CallProtocol<Services> {
  /** Name of the thread that answers, for messages of errors. */
  readonly thread: string;
  readonly services: CallKinds<Services>;
  /** Errors that arrive as instances of their class; others arrive as an `Error` with their text. */
  readonly errors?: readonly (new (
    message: string,
  ) => Error)[];
}

interface Call {
  readonly service: string;
  readonly method: string;
  readonly args: readonly unknown[];
  readonly hasSignal: boolean;
}

/** Without an ID, nobody waits for the result. */
type Request = (Call & { readonly id?: number }) | { readonly abort: number };
type Response =
  | { readonly id: number; readonly result: unknown }
  /** `kind` is the place of the error's class in the protocol, or -1. */
  | { readonly id: number; readonly kind: number; readonly message: string };

/** The call has no answer because the thread at the other end has ended. */
export class ThreadGone extends Error {
  constructor() {
    super('the other thread is gone');
  }
}

/** Answers the calls at `port` until it closes, which aborts them. `report` receives failures of `send`. */
export function answerCalls<Services>(
  port: MessagePort,
  protocol: CallProtocol<Services>,
  services: Services,
  report: (error: Error) => void,
): void {
  const { errors = [] } = protocol;
  const running = new Map<number, AbortController>();
  const methods = services as Readonly<Record<string, Record<string, (...args: unknown[]) => unknown> | undefined>>;

  function run({ service, method, args, hasSignal }: Call, signal: AbortSignal): unknown {
    const known = methods[service];
    if (!known?.[method]) throw new Error(`no such call: ${service}.${method}`);
    return known[method](...args, ...(hasSignal ? [{ signal }] : []));
  }

  async function answer(id: number | undefined, call: Call): Promise<void> {
    const controller = new AbortController();
    if (id !== undefined) running.set(id, controller);
    try {
      const result = await run(call, controller.signal);
      // Inside the `try`: a result that can't be cloned must fail the call like any other error.
      if (id !== undefined) port.postMessage({ id, result } satisfies Response);
    } catch (error) {
      const kind = errors.findIndex((kind) => error instanceof kind);
      const message = kind < 0 ? textOf(error) : messageOf(error as Error);
      if (id === undefined) report(new Error(`${call.service}.${call.method} failed: ${message}`));
      else port.postMessage({ id, kind, message } satisfies Response);
    } finally {
      if (id !== undefined) running.delete(id);
    }
  }

  port.on('message', (request: Request) => {
    if ('abort' in request) running.get(request.abort)?.abort();
    else void answer(request.id, request);
  });
  port.once('close', () => {
    for (const controller of running.values()) controller.abort();
  });
}

/**
 * Returns services whose methods run at the other end of `port`. A call rejects with the error of the method, with the
 * reason of its signal, or with `ThreadGone`. The port keeps this thread alive only while a call waits. `report` receives
 * the `send` calls that come too late because the port is closed.
 */
export function callsTo<Services>(
  port: MessagePort,
  { thread, services, errors = [] }: CallProtocol<Services>,
  report: (error: Error) => void,
): Services {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  let isClosed = false;
  port.on('message', (response: Response) => {
    const call = waiting.get(response.id);
    if ('result' in response) call?.resolve(response.result);
    else {
      const { kind, message } = response;
      const Known = errors[kind];
      call?.reject(Known ? new Known(message) : new Error(`in the ${thread} thread: ${message}`));
    }
  });
  port.once('close', () => {
    isClosed = true;
    for (const { reject } of waiting.values()) reject(new ThreadGone());
  });
  port.unref();

  async function ask(call: Call, signal: AbortSignal | undefined): Promise<unknown> {
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
    port.ref();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      port.postMessage({ id, ...call } satisfies Request);
      return await answer.promise;
    } finally {
      waiting.delete(id);
      if (waiting.size === 0) port.unref();
      signal?.removeEventListener('abort', abort);
    }
  }

  function stubOf(service: string, method: string, kind: unknown) {
    return (...all: unknown[]) => {
      const signal = signalIn(all.at(-1));
      const args = signal ? all.slice(0, -1) : all;
      const call: Call = { service, method, args, hasSignal: signal !== undefined };
      if (kind === 'call') return ask(call, signal);
      if (isClosed) report(new Error(`${service}.${method} failed`, { cause: new ThreadGone() }));
      else port.postMessage(call satisfies Request);
      return undefined;
    };
  }

  const stubs = Object.entries<object>(services).map(([service, methods]) => [
    service,
    Object.fromEntries(Object.entries(methods).map(([method, kind]) => [method, stubOf(service, method, kind)])),
  ]);
  return Object.fromEntries(stubs) as Services;
}

function signalIn(argument: unknown): AbortSignal | undefined {
  const isOptions = typeof argument === 'object' && argument !== null && 'signal' in argument;
  return isOptions && argument.signal instanceof AbortSignal ? argument.signal : undefined;
}

/** Converts an error and its causes to text, because an error of a class of ours loses it between threads. */
function textOf(error: unknown): string {
  return error instanceof Error && error.cause !== undefined
    ? `${error}; because: ${textOf(error.cause)}`
    : String(error);
}

function messageOf({ message, cause }: Error): string {
  return cause === undefined ? message : `${message}; because: ${textOf(cause)}`;
}
