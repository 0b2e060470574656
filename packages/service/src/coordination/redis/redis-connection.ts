/** A connection to Redis or Valkey that never makes a caller wait for long, and heals by itself. */
import { createHash } from 'node:crypto';
import { createClient, type RedisClientOptions } from '@redis/client';
import { reportRarely } from '../../../../core/src/concurrency/report-rarely.ts';
import { RedisUnreachable, redisFailure } from './redis-failure.ts';

/** Where the server is, as `coordination.*` of the settings says. */
export interface RedisSettings {
  /** `redis://` or `rediss://` (TLS), with an optional user, password and number of the database, as settings allow. */
  readonly url: string;
  /** Contains the password of the URL's user, or of the default user, if the URL doesn't. */
  readonly passwordFile?: { readonly text: string } | null;
  /** Certificate of the authority (PEM) that signed the server's; without it, those that Node knows are trusted. */
  readonly caFile?: { readonly text: string } | null;
}

/** A script in Lua with its hash, by which servers find the scripts that they have run before. */
export interface RedisScript {
  readonly text: string;
  readonly hash: string;
}

/** How a connection fares, for metrics. */
export interface RedisState {
  /** False while the server does not answer in time. */
  readonly isReachable: boolean;
  /** Commands that were rejected since the start. */
  readonly failed: number;
}

/** The connection. Disposing closes it; commands that wait for a reply reject then. */
export interface RedisConnection extends Disposable {
  /**
   * Sends a command and returns its reply. Rejects with RedisUnreachable if none comes in time, and at once while the
   * server is known not to answer. A command that was rejected may have been executed.
   */
  send(command: readonly string[]): Promise<unknown>;
  /** Runs a script, otherwise like `send`. */
  run(script: RedisScript, key: string, args: readonly (string | number)[]): Promise<unknown>;
  /**
   * Calls `listener` with each message to a channel, after an outage as well, whose messages are lost. Resolves when
   * messages arrive, at once if the server can't be reached. Never rejects.
   */
  subscribe(channel: string, listener: (message: string) => void): Promise<void>;
  state(): RedisState;
  /** Resolves when the first attempt to connect has succeeded or failed, after at most two seconds. Never rejects. */
  readonly attempted: Promise<void>;
}

const DEFAULT_WAIT_MS = 100;
/** How often the connection is tested. A server that answers too late is not asked in between. */
const TEST_INTERVAL_MS = 1000;
/** A connection on which nothing has come back for so long is given up for a new one. */
const DEAD_AFTER_MS = 5000;
const CONNECT_TIMEOUT_MS = 2000;
const RECONNECT_MS = 500;
const REPORT_INTERVAL_MS = 60_000;
const DEFAULT_PORT = 6379;

export function redisScript(text: string): RedisScript {
  return { text, hash: createHash('sha1').update(text).digest('hex') };
}

/** Opens the connection without waiting for the server. */
export function openRedis(
  settings: RedisSettings,
  {
    report,
    waitMilliseconds = DEFAULT_WAIT_MS,
  }: {
    /** Receives one sentence about an outage, at most once a minute. */
    readonly report: (error: Error) => void;
    /** How long a command waits for its reply; default 100. */
    readonly waitMilliseconds?: number;
  },
): RedisConnection {
  const options = {
    ...clientOptions(settings),
    // By default the client gives up after five seconds, which may be too early.
    commandOptions: { timeout: Math.max(waitMilliseconds, DEAD_AFTER_MS) },
  };
  const listeners = new Map<string, (message: string) => void>();
  const attempted = Promise.withResolvers<void>();
  const reportOutage = reportRarely((error) => report(redisFailure(error, settings.url)), REPORT_INTERVAL_MS);
  let isAnswering = false;
  let failed = 0;
  let isClosed = false;
  let client = connect();
  const giveUpWaiting = setTimeout(attempted.resolve, CONNECT_TIMEOUT_MS);
  const timer = setInterval(test, TEST_INTERVAL_MS);
  timer.unref();

  function connect() {
    const own = createClient(options);
    own.on('error', (error) => {
      if (isClosed || own !== client) return;
      fail(error);
      attempted.resolve();
    });
    own.on('ready', () => {
      if (isClosed || own !== client) return;
      isAnswering = true;
      attempted.resolve();
      for (const [channel, listener] of listeners) own.subscribe(channel, listener).catch(fail);
    });
    // Failures arrive at the listener above.
    own.connect().catch(() => {});
    return own;
  }

  function fail(error: unknown): void {
    if (isClosed) return;
    isAnswering = false;
    reportOutage(error);
  }

  /** Sends a command, whether or not the server answered the last one. */
  async function ask(command: readonly string[], milliseconds: number): Promise<unknown> {
    const late = Promise.withResolvers<never>();
    const timeout = setTimeout(() => late.reject(tooLate(milliseconds)), milliseconds);
    try {
      return await Promise.race([client.sendCommand([...command]), late.promise]);
    } finally {
      clearTimeout(timeout);
    }
  }

  let isTesting = false;
  /** Finds out whether the server answers in time again, and replaces a connection that is dead. */
  async function test(): Promise<void> {
    if (isTesting || !client.isReady) return;
    isTesting = true;
    const tested = client;
    const since = performance.now();
    try {
      await ask(['PING'], DEAD_AFTER_MS);
      if (performance.now() - since > waitMilliseconds) fail(tooLate(waitMilliseconds));
      else isAnswering = true;
    } catch (error) {
      if (isClosed || tested !== client || !(error instanceof RedisUnreachable)) return;
      fail(error);
      client = connect();
      tested.destroy();
    } finally {
      isTesting = false;
    }
  }

  async function send(command: readonly string[]): Promise<unknown> {
    try {
      if (!isAnswering || !client.isReady) throw new RedisUnreachable('it did not answer before');
      return await ask(command, waitMilliseconds);
    } catch (error) {
      if (isNoScript(error)) throw error;
      failed += 1;
      if (isAnswering) fail(error);
      throw error instanceof RedisUnreachable ? error : new RedisUnreachable(String(error), { cause: error });
    }
  }

  return {
    send,
    run: async ({ text, hash }, key, args) => {
      const rest = ['1', key, ...args.map(String)];
      try {
        return await send(['EVALSHA', hash, ...rest]);
      } catch (error) {
        if (!isNoScript(error)) throw error;
        return await send(['EVAL', text, ...rest]);
      }
    },
    subscribe: async (channel, listener) => {
      listeners.set(channel, listener);
      if (client.isReady) await client.subscribe(channel, listener).catch(fail);
    },
    state: () => ({ isReachable: isAnswering && client.isReady, failed }),
    attempted: attempted.promise,
    [Symbol.dispose]: () => {
      isClosed = true;
      clearInterval(timer);
      clearTimeout(giveUpWaiting);
      attempted.resolve();
      client.destroy();
    },
  };
}

/** Reads the URL here, because the client's errors about a URL quote it with its password. */
function clientOptions({ url, passwordFile, caFile }: RedisSettings): RedisClientOptions {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const socket = {
    host: hostname.replace(/^\[(.+)\]$/, '$1'),
    port: Number(port) || DEFAULT_PORT,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectStrategy: RECONNECT_MS,
  };
  return {
    ...(username ? { username: decodeURIComponent(username) } : {}),
    password: passwordFile?.text ?? decodeURIComponent(password),
    database: Number(pathname.slice(1)),
    // Whoever waits falls back instead.
    disableOfflineQueue: true,
    // Servers need no rights for more commands than those that are used.
    disableClientInfo: true,
    maintNotifications: 'disabled',
    socket: protocol === 'rediss:' ? { ...socket, tls: true, ...(caFile ? { ca: caFile.text } : {}) } : socket,
  };
}

function tooLate(milliseconds: number): RedisUnreachable {
  return new RedisUnreachable(`no answer within ${milliseconds} ms`);
}

function isNoScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}
