/** Sends the bytes of a reader through a few buffers: while the network takes some, the next are read and checked. */
import type { ServerResponse } from 'node:http';
import { EventLoopLimit } from '../../../core/src/concurrency/event-loop-limit.ts';
import type { ByteReader } from '../../../core/src/platform/byte-reader.ts';
import type { Unsent } from './unsent.ts';

/** Buffer size. Larger buffers cost less time per byte, up to about this size. */
const PART_BYTES = 256 * 1024;
/** Buffer size if there is no memory for a larger buffer. */
const LEAN_BYTES = 64 * 1024;
/** Number of buffers: enough that neither the disk nor the network waits for the other. */
const PARTS = 4;

/**
 * Most parts that a thread reads in one turn of the event loop. It accepts one connection in each turn, so with hundreds of
 * downloads at work, everybody else would wait for all of them before each connection that arrived earlier.
 */
const PARTS_A_TURN = 2;
/** Reads of all downloads of the thread. Held while connections arrive, because further ones may wait behind them. */
export const reads = new EventLoopLimit(PARTS_A_TURN);

/**
 * Writes `size` bytes and ends the answer, whose headers are set. Always disposes of the reader. If reading fails, cuts
 * the connection and rejects. A caller that hangs up is no failure. A caller that does not take a part within
 * `stallSeconds` is cut, because it would hold a file and buffers.
 */
export async function sendBytes(
  response: ServerResponse,
  reader: ByteReader,
  options: {
    readonly size: number;
    readonly stallSeconds: number;
    readonly unsent: Pick<Unsent, 'reserve' | 'release'>;
  },
): Promise<void> {
  await using _ = reader;
  const { size } = options;
  const outlet = openOutlet(response, options);
  try {
    for (let done = 0; done < size; ) {
      const buffer = await outlet.freeBuffer();
      if (buffer === undefined) return;
      await reads.proceed();
      const bytes = await reader.read(buffer);
      if (bytes === 0) throw new Error(`the bytes end at ${done} of ${size}`);
      done += bytes;
      outlet.write(buffer, bytes);
    }
    if (await outlet.isDone()) response.end();
  } catch (error) {
    response.destroy();
    throw error;
  } finally {
    outlet.close();
  }
}

/** Writes to the network and reuses each buffer as soon as its bytes are taken. */
function openOutlet(response: ServerResponse, { size, stallSeconds, unsent }: Parameters<typeof sendBytes>[2]) {
  const free: Buffer[] = [];
  /** Total bytes of the allocated buffers. */
  let made = 0;
  /** Bytes of these buffers that are reserved in `unsent`. */
  let taken = 0;
  let writing = 0;
  let isGone = response.destroyed;
  let wake = () => {};
  const hungUp = () => {
    isGone = true;
    wake();
  };
  response.once('close', hungUp);
  const watch = setTimeout(() => response.destroy(), stallSeconds * 1000);
  const change = () => new Promise<void>((resolve) => (wake = resolve));

  /** Always allocates the first buffer; returns undefined if there is no memory for a further one. */
  function newBuffer(): Buffer | undefined {
    const wanted = Math.min(size - made, PART_BYTES);
    const hasRoom = unsent.reserve(wanted);
    if (!hasRoom && made > 0) return undefined;
    const buffer = Buffer.allocUnsafeSlow(hasRoom ? wanted : Math.min(wanted, LEAN_BYTES));
    made += buffer.length;
    if (hasRoom) taken += wanted;
    return buffer;
  }

  return {
    /** Waits for a free buffer; undefined if the caller has hung up. */
    freeBuffer: async (): Promise<Buffer | undefined> => {
      if (made < size && made < PARTS * PART_BYTES && free.length === 0) {
        const buffer = newBuffer();
        if (buffer) return isGone ? undefined : buffer;
      }
      while (free.length === 0 && !isGone) await change();
      return isGone ? undefined : free.pop();
    },
    write: (buffer: Buffer, bytes: number): void => {
      writing += 1;
      response.write(bytes === buffer.length ? buffer : buffer.subarray(0, bytes), (error) => {
        writing -= 1;
        watch.refresh();
        if (error) isGone = true;
        free.push(buffer);
        wake();
      });
    },
    /** Resolves to true when the network has taken everything, to false if the caller hangs up before. */
    isDone: async (): Promise<boolean> => {
      while (writing > 0 && !isGone) await change();
      return !isGone;
    },
    close: () => {
      clearTimeout(watch);
      unsent.release(taken);
      response.off('close', hungUp);
    },
  };
}
