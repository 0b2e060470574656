import type { Progress } from '@asset-browsing-service/client';
import { type Prepared, prepare } from './prepare.ts';
import { requestFile, type SaveRequest, saveByBrowser, saveFromMemory } from './save.ts';
import { saveFromStorage } from './save-from-storage.ts';
import { hasSavePicker, saveToDisk } from './save-to-disk.ts';
import { wayToSave } from './way-to-save.ts';

/** How far a download is. */
export type Stage =
  | { readonly kind: 'idle' }
  /** The file is saved; its size is in bytes, undefined if unknown. */
  | { readonly kind: 'done'; readonly size?: number | undefined }
  /** The service makes the file, of so many that are to be converted. */
  | ({ readonly kind: 'preparing' } & Prepared)
  /** The file is too large for memory, and the browser has no other way. */
  | { readonly kind: 'too-large' }
  /** The same in a frame, where a browser may forbid what it allows in a window. */
  | { readonly kind: 'framed' }
  /** The disk is full, or the browser gives the site no more of it. */
  | { readonly kind: 'no-room' }
  /** The last download was refused, which another token may change. */
  | { readonly kind: 'again' }
  /** The browser downloads the file, because it is too large for memory. */
  | { readonly kind: 'browser' }
  /** The browser would download the file, but needs a new press for it. */
  | { readonly kind: 'ready' }
  /** The person has to choose a place for the file, which has this name. */
  | { readonly kind: 'choose-place'; readonly name: string | undefined }
  | { readonly kind: 'loading'; readonly progress: Progress }
  | { readonly kind: 'failed'; readonly error: unknown };

/** True if closing the page would end a download. */
export function isRunning({ kind }: Stage): boolean {
  return kind === 'preparing' || kind === 'loading';
}

/** A download, and the items of its query that the service has to convert. */
export type Download = Pick<SaveRequest, 'client' | 'query' | 'hasToken'> & { readonly converted: readonly string[] };

/** Milliseconds between two reports of progress. Parts of a file arrive much more often, and each report draws them all again. */
const REPORT_MILLISECONDS = 100;

/** One download at a time, from the request to the file on the disk. */
export class Saving {
  readonly #changed: () => void;
  readonly #saved: () => void;
  readonly #now: () => number;
  #controller = new AbortController();
  #stage: Stage = { kind: 'idle' };

  /** `changed` is called at each step, `saved` when a file is saved or left to the browser. */
  constructor(changed: () => void, saved: () => void, now = () => performance.now()) {
    this.#changed = changed;
    this.#saved = saved;
    this.#now = now;
  }

  get stage(): Stage {
    return this.#stage;
  }

  /** Requests the file and saves it, in the way that its size and the browser allow. */
  start(download: Download): Promise<void> {
    return this.#run(download, async (request) => {
      const { client, query, signal } = request;
      await prepare({ client, query, signal, converted: download.converted }, (prepared) =>
        this.#enter({ kind: 'preparing', ...prepared }),
      );
      const file = await requestFile(request);
      const means = { hasToken: request.hasToken, hasPicker: hasSavePicker() };
      if (wayToSave(file.size, means) !== 'memory') file.stream.cancel().catch(() => {});
      else if (await saveFromMemory(file)) return { kind: 'done', size: file.size };
      // The other ways request the file again.
      const way = wayToSave(Number.POSITIVE_INFINITY, means);
      if (way === 'browser') return byBrowser(request);
      return way === 'disk' ? { kind: 'choose-place', name: file.name } : await fromStorage(request);
    });
  }

  /** Saves the file from the stages `choose-place` and `ready`. Must be called within the event of a click. */
  finish(download: Download): Promise<void> {
    const waiting = this.#stage;
    return this.#run(download, async (request) => {
      if (waiting.kind !== 'choose-place') return byBrowser(request);
      return (await saveToDisk(request, waiting.name)) ? { kind: 'done' } : await fromStorage(request);
    });
  }

  /** Ends the running download, if any, and forgets how the last one ended. */
  reset(): void {
    this.#controller.abort();
    this.#enter({ kind: 'idle' });
  }

  /** Forgets why the last download failed, if it did, but not that it failed. */
  forgetFailure(): void {
    if (this.#stage.kind === 'failed') this.#enter({ kind: 'again' });
  }

  #enter(next: Stage): void {
    this.#stage = next;
    this.#changed();
  }

  async #run(download: Download, save: (request: SaveRequest) => Promise<Stage>): Promise<void> {
    this.#controller.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    let reported = Number.NEGATIVE_INFINITY;
    const progressed = (progress: Progress) => {
      const isLast = progress.loaded === progress.total;
      if (signal.aborted || (!isLast && this.#now() - reported < REPORT_MILLISECONDS)) return;
      reported = this.#now();
      this.#enter({ kind: 'loading', progress });
    };
    this.#enter({ kind: 'preparing', count: 0, total: 0 });
    const outcome = await save({ ...download, signal, progressed }).catch(stageAfter);
    if (signal.aborted) return;
    this.#enter(outcome);
    if (outcome.kind === 'done' || outcome.kind === 'browser') this.#saved();
  }
}

/** The stage after an error of the service or of the browser. */
function stageAfter(error: unknown): Stage {
  const name = error instanceof DOMException ? error.name : '';
  // The person has closed the browser's dialog without choosing a place.
  if (name === 'AbortError') return { kind: 'idle' };
  return name === 'QuotaExceededError' ? { kind: 'no-room' } : { kind: 'failed', error };
}

async function fromStorage(request: SaveRequest): Promise<Stage> {
  const outcome = await saveFromStorage(request);
  if (outcome !== 'unavailable') return { kind: outcome };
  return { kind: globalThis.top === globalThis.self ? 'too-large' : 'framed' };
}

function byBrowser(request: SaveRequest): Stage {
  return { kind: saveByBrowser(request) ? 'browser' : 'ready' };
}
