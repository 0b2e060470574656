/** Plain sockets to an S3 server, which stay open for the next download. */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

const CONNECT_MILLISECONDS = 5_000;
const MAX_IDLE = 64;
/** Bytes that one read of a socket may return; larger reads took no less processor time. */
const READ_BYTES = 64 * 1024;

/** How many connections there may be, and how long a request may wait for one. */
export interface S3Connections {
  /** Default: any number. */
  readonly most?: number;
  /** Default: without limit. */
  readonly waitMilliseconds?: number;
}

/** What happens on a socket while it is in use. */
export interface SocketUser {
  /** Takes bytes from the socket's buffer, which the next bytes overwrite. Returns false to pause the socket. */
  receive(bytes: Uint8Array): boolean;
  /** The socket can't be read any more. */
  closed(error: Error): void;
}

/** A socket in use by one caller. */
export interface S3Socket extends Pick<Socket, 'write' | 'pause' | 'resume'> {
  /** Ends the use. The socket stays open for the next one if `isClean`: nothing more is expected on it. */
  release(isClean: boolean): void;
}

export interface S3Sockets extends Disposable {
  /** Waits for a socket, which may still be connecting; errors that concern the network have a code. */
  take(user: SocketUser, signal: AbortSignal): Promise<S3Socket>;
}

interface Kept {
  readonly socket: Socket;
  user: SocketUser | undefined;
}

/**
 * Opens sockets to the server of `root`. Each reads into one buffer of its own (`onread`): without it, Node makes a new
 * buffer for each read, and `node:http` copies that once more, so that a GB takes 0.9 s of a processor instead of 0.25 s.
 */
export function openS3Sockets(
  root: string,
  { ca, most = Number.POSITIVE_INFINITY, waitMilliseconds }: S3Connections & { readonly ca?: string | undefined },
): S3Sockets {
  const { protocol, hostname, port } = new URL(root);
  const isSecure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const idle: Kept[] = [];
  const all = new Set<Kept>();
  const waiting = new Set<() => void>();
  let used = 0;

  function open(): Kept {
    const onread = {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback: (bytes: number, buffer: Uint8Array): boolean => {
        if (kept.user) return kept.user.receive(buffer.subarray(0, bytes));
        // Nobody has asked for these bytes.
        kept.socket.destroy();
        return false;
      },
    };
    const options = { host, port: Number(port) || (isSecure ? 443 : 80), noDelay: true, onread };
    const socket = isSecure ? connectSecurely({ ...options, ...servername, ...(ca ? { ca } : {}) }) : connect(options);
    const kept: Kept = { socket, user: undefined };
    all.add(kept);
    const timer = setTimeout(() => socket.destroy(networkTimeout('no connection')), CONNECT_MILLISECONDS);
    socket.once('connect', () => clearTimeout(timer));
    let failure: Error = Object.assign(new Error('the server closed the connection'), { code: 'ECONNRESET' });
    socket.on('error', (error) => {
      failure = error;
    });
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(timer);
      all.delete(kept);
      const at = idle.indexOf(kept);
      if (at >= 0) idle.splice(at, 1);
      kept.user?.closed(failure);
    });
    return kept;
  }

  /** Waits until fewer than `most` sockets are in use. */
  async function enter(signal: AbortSignal): Promise<void> {
    if (used < most) {
      used += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const late = () => reject(networkTimeout('no free connection'));
    const timer = waitMilliseconds === undefined ? undefined : setTimeout(late, waitMilliseconds);
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    waiting.add(resolve);
    try {
      await promise;
    } finally {
      waiting.delete(resolve);
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  function leave(): void {
    const [next] = waiting;
    if (next === undefined) used -= 1;
    else {
      waiting.delete(next);
      next();
    }
  }

  return {
    take: async (user, signal) => {
      signal.throwIfAborted();
      await enter(signal);
      const kept = idle.pop() ?? open();
      const { socket } = kept;
      kept.user = user;
      socket.ref();
      let isReleased = false;
      return {
        write: socket.write.bind(socket),
        pause: socket.pause.bind(socket),
        resume: socket.resume.bind(socket),
        release: (isClean) => {
          if (isReleased) return;
          isReleased = true;
          kept.user = undefined;
          if (isClean && !socket.destroyed && idle.length < MAX_IDLE) {
            // An idle socket is read, so that its end is noticed.
            socket.resume();
            socket.unref();
            idle.push(kept);
          } else socket.destroy();
          leave();
        },
      };
    },
    [Symbol.dispose]: () => {
      for (const { socket } of all) socket.destroy();
    },
  };
}

/** An error of the network. */
export function networkTimeout(message: string): Error {
  return Object.assign(new Error(`${message} in time`), { code: 'ETIMEDOUT' });
}
