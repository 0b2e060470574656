import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A TCP proxy that can delay what it passes on, cut connections, and lead to another port. */
export interface SlowProxy extends AsyncDisposable {
  readonly port: number;
  /** Connections that callers have opened so far. */
  accepted(): number;
  /** Delays all further bytes, in both directions, by `milliseconds`. */
  delay(milliseconds: number): void;
  /** Connections of callers that are open now. */
  open(): number;
  /** The most of them that were open at a time. */
  maxOpen(): number;
  /** Delays a share of the pieces by `milliseconds` more, as lost packets do; those behind them wait, too. */
  lose(share: number, milliseconds: number): void;
  /** Ends the connection that has been open for the longest time. */
  cut(): void;
  /** Passes on no more than the first piece that each further connection sends, as a server does that lets callers in. */
  freeze(): void;
  /** Passes nothing on and ends nothing, as a network that loses all. The result lets later connections through. */
  silence(): () => void;
  /** Ends all connections, and leads new ones to another port of this machine. */
  leadTo(port: number): void;
}

/** Starts a proxy in front of a port of this machine; without a delay at first. Callers reach it at `host`. */
export async function startSlowProxy(target: number, host = '127.0.0.1'): Promise<SlowProxy> {
  const sockets = new Set<Socket>();
  let milliseconds = 0;
  let lost = { share: 0, milliseconds: 0 };
  let port = target;
  let accepted = 0;
  let maxOpen = 0;
  let isFrozen = false;
  let isSilent = false;
  let silent: ReadonlySet<Socket> = new Set();

  function pass(from: Socket, to: Socket, most = Number.POSITIVE_INFINITY): void {
    sockets.add(from);
    let earlier = Promise.resolve();
    let pieces = 0;
    from.on('data', (bytes) => {
      pieces += 1;
      if (pieces > most || isSilent || silent.has(from)) return;
      const isLost = Math.random() < lost.share;
      const late = pause(milliseconds + (isLost ? lost.milliseconds : 0));
      // Bytes keep their order when the delay becomes shorter.
      earlier = earlier.then(async () => {
        await late;
        to.write(bytes);
      });
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }

  const open = () => Math.ceil(sockets.size / 2);
  const server = createServer((caller) => {
    accepted += 1;
    const service = connect(port, '127.0.0.1');
    pass(caller, service, isFrozen ? 1 : undefined);
    pass(service, caller);
    maxOpen = Math.max(maxOpen, open());
  });
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    accepted: () => accepted,
    open,
    maxOpen: () => maxOpen,
    lose: (share, time) => {
      lost = { share, milliseconds: time };
    },
    cut: () => {
      for (const socket of sockets) return void socket.destroy();
    },
    freeze: () => {
      isFrozen = true;
    },
    silence: () => {
      isSilent = true;
      return () => {
        isSilent = false;
        silent = new Set(sockets);
      };
    },
    delay: (time) => {
      milliseconds = time;
    },
    leadTo: (other) => {
      port = other;
      for (const socket of sockets) socket.destroy();
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
