/** Sends the bytes of a reader with two buffers: the next part is read while the one before is written. */
import type { ServerResponse } from 'node:http';
import type { ByteReader } from '../ports/binary-store.ts';

/** Larger parts cost less time for each byte, up to about this size. */
export const PART_BYTES = 256 * 1024;

/**
 * Writes `size` bytes and ends the answer, whose headers are set. Disposes of the reader in any case. Rejects where reading fails,
 * after the connection was cut. A caller that hangs up is no failure; one that doesn't take a part within `stallSeconds` is cut,
 * because it would keep a file and two buffers.
 */
export async function sendBytes(
  response: ServerResponse,
  reader: ByteReader,
  { size, stallSeconds }: { readonly size: number; readonly stallSeconds: number },
): Promise<void> {
  await using _ = reader;
  const outlet = openOutlet(response, stallSeconds);
  let reading = Promise.resolve(0);
  try {
    let buffer = Buffer.allocUnsafeSlow(Math.min(size, PART_BYTES));
    let other = size > PART_BYTES ? Buffer.allocUnsafeSlow(Math.min(size - PART_BYTES, PART_BYTES)) : buffer;
    let done = 0;
    reading = begin(reader, buffer);
    while (done < size) {
      const bytes = await reading;
      if (bytes === 0) throw new Error(`the bytes end at ${done} of ${size}`);
      done += bytes;
      const written = outlet.write(bytes === buffer.length ? buffer : buffer.subarray(0, bytes));
      [buffer, other] = [other, buffer];
      // What stood in this buffer was written before the last part was read.
      if (done < size) reading = begin(reader, buffer);
      if (!(await written)) return;
    }
    response.end();
  } catch (error) {
    response.destroy();
    throw error;
  } finally {
    outlet.close();
    // Nobody may close a file that is being read.
    await reading.catch(() => {});
  }
}

/** Its failure is heard when it is waited for, which may be after it has happened. */
function begin(reader: ByteReader, into: Buffer): Promise<number> {
  const reading = reader.read(into);
  reading.catch(() => {});
  return reading;
}

function openOutlet(response: ServerResponse, stallSeconds: number) {
  let settle: (isSent: boolean) => void = () => {};
  const hungUp = () => settle(false);
  response.once('close', hungUp);
  const watch = setTimeout(() => response.destroy(), stallSeconds * 1000);
  return {
    /** Resolves when the network has taken the bytes, so that their memory is free again; false where the caller is gone. */
    write: (part: Uint8Array): Promise<boolean> =>
      new Promise((resolve) => {
        settle = resolve;
        if (response.destroyed) return hungUp();
        watch.refresh();
        response.write(part, (error) => resolve(!error));
      }),
    close: () => {
      clearTimeout(watch);
      response.off('close', hungUp);
    },
  };
}
