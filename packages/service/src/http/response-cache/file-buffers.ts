/** Longest file that is read into a buffer which is used again. */
const BYTES = 256 * 1024;
/** Most buffers that a service keeps while nothing is in them: 16 MiB. */
const MAX_FREE = 64;

/**
 * Buffers for files, which are used again once they are sent: the system gives new memory to a thread at half the speed at
 * which it reads a file.
 */
export class FileBuffers {
  readonly #maxFree: number;
  readonly #free: Buffer[] = [];

  /** `threads` is how many threads of the service have buffers; each keeps an equal part, but at least one. */
  constructor(threads: number) {
    this.#maxFree = Math.max(1, Math.floor(MAX_FREE / threads));
  }

  take(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(BYTES);
  }

  /** Call when nothing reads the buffer any more. */
  free(buffer: Buffer): void {
    if (this.#free.length < this.#maxFree) this.#free.push(buffer);
  }
}
