import { closeSync, openSync } from 'node:fs';

/** Most files that are open at the same time; the one that was opened first makes room. */
const MAX_OPEN = 512;
/** How long a file stays open at least, unless it must make room; at most twice as long. */
const KEPT_MILLISECONDS = 10_000;

/** Keeps files open for a while, because opening one takes as long as reading what the system has in memory. */
export class OpenFiles implements Disposable {
  /** Each with when it was opened, in milliseconds. */
  readonly #files = new Map<string, { readonly file: number; readonly since: number }>();
  #timer: NodeJS.Timeout | undefined;

  /** Returns a file that is open, or opens it to be read. Only this class may close it. */
  open(path: string): number {
    const known = this.#files.get(path);
    if (known) return known.file;
    const [first] = this.#files.keys();
    if (first !== undefined && this.#files.size >= MAX_OPEN) this.close(first);
    const file = openSync(path, 'r');
    this.#files.set(path, { file, since: performance.now() });
    this.#timer ??= setInterval(() => this.#closeOld(performance.now() - KEPT_MILLISECONDS), KEPT_MILLISECONDS).unref();
    return file;
  }

  close(path: string): void {
    const known = this.#files.get(path);
    if (!known) return;
    this.#files.delete(path);
    closeSync(known.file);
  }

  [Symbol.dispose](): void {
    this.#closeOld(Number.POSITIVE_INFINITY);
  }

  #closeOld(before: number): void {
    for (const [path, { since }] of this.#files) if (since <= before) this.close(path);
    if (this.#files.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
