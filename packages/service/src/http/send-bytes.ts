/** Sends the bytes of a reader through a few buffers: while the network takes some of them, the next are read and checked. */
import type { ServerResponse } from 'node:http';
import type { ByteReader } from '../originals/binary-store.ts';
import type { Unsent } from './unsent.ts';

/** Larger parts cost less time for each byte, up to about this size. */
const PART_BYTES = 256 * 1024;
/** Used where there is no room for a larger buffer. */
const LEAN_BYTES = 64 * 1024;
/** So many that neither the disk nor the network waits for the other. */
const PARTS = 4;

/**
 * Writes `size` bytes and ends the answer, whose headers are set. Disposes of the reader in any case. Rejects where reading fails,
 * after the connection was cut. A caller that hangs up is no failure; one that doesn't take a part within `stallSeconds` is cut,
 * because it would keep a file and buffers.
 */
export async function sendBytes(
  response: ServerResponse,
  reader: ByteReader,
  options: { readonly size: number; readonly stallSeconds: number; readonly unsent: Pick<Unsent, 'take' | 'giveBack'> },
): Promise<void> {
  await using _ = reader;
  const { size } = options;
  const outlet = openOutlet(response, options);
  try {
    for (let done = 0; done < size; ) {
      const buffer = await outlet.freeBuffer();
      if (buffer === undefined) return;
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

/** What is given to the network, in buffers that are used again as soon as it has taken them. */
function openOutlet(response: ServerResponse, { size, stallSeconds, unsent }: Parameters<typeof sendBytes>[2]) {
  const free: Buffer[] = [];
  /** Bytes of the buffers that were made. */
  let made = 0;
  /** Bytes of these that count as unsent. */
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

  /** The first buffer is always made; undefined if there is no room for a further one. */
  function newBuffer(): Buffer | undefined {
    const wanted = Math.min(size - made, PART_BYTES);
    const hasRoom = unsent.take(wanted);
    if (!hasRoom && made > 0) return undefined;
    const buffer = Buffer.allocUnsafeSlow(hasRoom ? wanted : Math.min(wanted, LEAN_BYTES));
    made += buffer.length;
    if (hasRoom) taken += wanted;
    return buffer;
  }

  return {
    /** Waits for one; undefined when the caller has hung up. */
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
    /** When the network has taken everything; false when the caller has hung up before. */
    isDone: async (): Promise<boolean> => {
      while (writing > 0 && !isGone) await change();
      return !isGone;
    },
    close: () => {
      clearTimeout(watch);
      unsent.giveBack(taken);
      response.off('close', hungUp);
    },
  };
}
