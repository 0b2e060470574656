/** Plain sockets to an S3 server, which stay open for the next request. */
import { connect, isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls';
import { Semaphore } from './semaphore.ts';

export const CONNECT_MILLISECONDS = 5_000;
export const MAX_IDLE = 64;
/** How long a connection may be idle. After more, a device in between may have forgotten it without a word. */
export const IDLE_MILLISECONDS = 10_000;
/** Size of the buffer of a socket. Larger ones cost more to copy, because they leave the cache of the processor. */
const READ_BYTES = 64 * 1024;

/**
 * How many connections there may be, and how long a request may wait for one. The number holds for downloads, and again
 * for all other requests: callers who take a download slowly must not hold those up.
 */
export interface S3Connections {
  /** Unlimited by default. */
  readonly most?: number;
  /** Unlimited by default. */
  readonly waitMilliseconds?: number;
}

/** What happens on a socket while it is in use. */
export interface SocketUser {
  /**
   * Takes bytes from the socket's buffer, which the next bytes overwrite, or from the buffer that `room` has returned.
   * `isMore` tells that they fill it, so that more have most likely arrived. Returns false to pause the socket. Over TLS,
   * records that have arrived already still come.
   */
  receive(bytes: Buffer, isMore: boolean): boolean;
  /**
   * Called after `receive`: where the next bytes are to go, until they have come or the socket is closed; undefined for
   * the socket's buffer.
   */
  room(): Uint8Array | undefined;
  /** The socket can't be read any more. */
  closed(error: Error): void;
}

/** A socket in use by one caller. */
export interface S3Socket extends Pick<Socket, 'write' | 'pause' | 'resume'> {
  /** True if it was idle before, so that the server may have forgotten it. */
  readonly isReused: boolean;
  /**
   * Ends the use. For so long, the socket may be used again; 0 closes it, because more is expected on it, or the server
   * will close it.
   */
  release(idleMilliseconds: number): void;
}

interface PooledSocket {
  readonly socket: Socket;
  user: SocketUser | undefined;
  /** Ends it when it has been idle for long. */
  expiry?: NodeJS.Timeout;
}

/**
 * Sockets to the server of `root`. Each reads into one buffer of its own (`onread`): without it, Node makes a new buffer
 * for each read, and `node:http` copies that once more, so that a GB takes 0.9 s of a processor instead of 0.25 s.
 */
export class S3Sockets implements Disposable {
  readonly #server: TcpNetConnectOpts & ConnectionOptions;
  readonly #isSecure: boolean;
  readonly #idle: PooledSocket[] = [];
  readonly #all = new Set<PooledSocket>();
  readonly #places: Semaphore;

  constructor(root: string, options: S3Connections & { readonly ca?: string | undefined }) {
    const { ca, most = Number.POSITIVE_INFINITY, waitMilliseconds } = options;
    const { protocol, hostname, port } = new URL(root);
    const host = hostname.replace(/^\[|\]$/g, '');
    this.#isSecure = protocol === 'https:';
    const secure = { ...(isIP(host) === 0 ? { servername: host } : {}), ...(ca ? { ca } : {}) };
    this.#server = { host, port: Number(port) || (this.#isSecure ? 443 : 80), ...(this.#isSecure ? secure : {}) };
    this.#places = new Semaphore({ places: most, waitMilliseconds, late: () => networkTimeout('no free connection') });
  }

  /**
   * Waits for a socket, which may still be connecting; errors that concern the network have a code. With `isNew`, no idle
   * socket is used.
   */
  async take(user: SocketUser, how: { readonly signal: AbortSignal; readonly isNew?: boolean }): Promise<S3Socket> {
    await this.#places.acquire(how.signal);
    const found = how.isNew ? undefined : this.#takeIdle();
    const pooled = found ?? this.#open();
    const { socket } = pooled;
    pooled.user = user;
    socket.ref();
    let isReleased = false;
    return {
      isReused: found !== undefined,
      write: socket.write.bind(socket),
      pause: socket.pause.bind(socket),
      resume: socket.resume.bind(socket),
      release: (milliseconds) => {
        if (isReleased) return;
        isReleased = true;
        pooled.user = undefined;
        const limit = Math.min(milliseconds, IDLE_MILLISECONDS);
        if (limit > 0 && !socket.destroyed && this.#idle.length < MAX_IDLE) this.#keepIdle(pooled, limit);
        else socket.destroy();
        this.#places.release();
      },
    };
  }

  [Symbol.dispose](): void {
    const closed = new Error('the connections to the S3 server were closed');
    this.#places.close(closed);
    for (const { socket } of this.#all) socket.destroy(closed);
  }

  #open(): PooledSocket {
    const own = Buffer.allocUnsafeSlow(READ_BYTES);
    /** Undefined while the socket is made, which needs a buffer already. */
    let made: PooledSocket | undefined;
    const onread = {
      buffer: () => made?.user?.room() ?? own,
      callback: (bytes: number, { buffer, byteOffset, length }: Uint8Array): boolean => {
        if (pooled.user) return pooled.user.receive(Buffer.from(buffer, byteOffset, bytes), bytes === length);
        // Nobody has asked for these bytes.
        pooled.socket.destroy();
        return false;
      },
    };
    const options = { ...this.#server, onread };
    const socket = this.#isSecure ? connectSecurely(options) : connect(options);
    // While a caller takes a download slowly, nothing else keeps the connection alive.
    socket.setNoDelay(true).setKeepAlive(true, IDLE_MILLISECONDS);
    const pooled: PooledSocket = { socket, user: undefined };
    made = pooled;
    this.#all.add(pooled);
    const timer = setTimeout(() => socket.destroy(networkTimeout('no connection')), CONNECT_MILLISECONDS);
    socket.once('connect', () => clearTimeout(timer));
    let failure: Error = Object.assign(new Error('the server closed the connection'), { code: 'ECONNRESET' });
    socket.on('error', (error) => {
      failure = error;
    });
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(timer);
      clearTimeout(pooled.expiry);
      this.#all.delete(pooled);
      const at = this.#idle.indexOf(pooled);
      if (at >= 0) this.#idle.splice(at, 1);
      pooled.user?.closed(failure);
    });
    return pooled;
  }

  /** The socket that was used last, because the server has most likely kept it. */
  #takeIdle(): PooledSocket | undefined {
    for (let pooled = this.#idle.pop(); pooled !== undefined; pooled = this.#idle.pop()) {
      clearTimeout(pooled.expiry);
      if (!pooled.socket.destroyed) return pooled;
    }
    return undefined;
  }

  #keepIdle(pooled: PooledSocket, milliseconds: number): void {
    const { socket } = pooled;
    // An idle socket is read, so that its end is noticed.
    socket.resume();
    socket.unref();
    pooled.expiry = setTimeout(() => socket.destroy(), milliseconds).unref();
    this.#idle.push(pooled);
  }
}

export function networkTimeout(message: string): Error {
  return Object.assign(new Error(`${message} in time`), { code: 'ETIMEDOUT' });
}
