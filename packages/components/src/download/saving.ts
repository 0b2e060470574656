import type { Progress } from '@asset-browsing-service/client';
import { requestFile, type SaveRequest, saveByBrowser, saveFromMemory } from './save.ts';
import { saveFromStorage } from './save-from-storage.ts';
import { hasSavePicker, saveToDisk } from './save-to-disk.ts';
import { wayToSave } from './way-to-save.ts';

/** How far a download is. */
export type Stage =
  | { readonly kind: 'idle' | 'preparing' | 'done' }
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

/** True if closing the page or the dialog would end a download. */
export function isRunning({ kind }: Stage): boolean {
  return kind === 'preparing' || kind === 'loading';
}

type Download = Pick<SaveRequest, 'client' | 'query' | 'hasToken'>;

/** One download at a time, from the request to the file on the disk. */
export interface Saving {
  readonly stage: Stage;
  /** Requests the file and saves it, in the way that its size and the browser allow. */
  start(download: Download): Promise<void>;
  /** Saves the file from the stages `choose-place` and `ready`. Must be called within the event of a click. */
  finish(download: Download): Promise<void>;
  /** Ends the running download, if any, and forgets how the last one ended. */
  reset(): void;
  /** Forgets why the last download failed, if it did, but not that it failed. */
  forgetFailure(): void;
}

/** Milliseconds between two reports of progress. Parts of a file arrive much more often, and each report draws the dialog again. */
const REPORT_MILLISECONDS = 100;

/** Opens the saving of files. `changed` is called at each step, `saved` when a file is saved or left to the browser. */
export function openSaving(changed: () => void, saved: () => void, now = () => performance.now()): Saving {
  let controller = new AbortController();
  let stage: Stage = { kind: 'idle' };

  function enter(next: Stage): void {
    stage = next;
    changed();
  }

  async function run(download: Download, save: (request: SaveRequest) => Promise<Stage>): Promise<void> {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    let reported = Number.NEGATIVE_INFINITY;
    const progressed = (progress: Progress) => {
      const isLast = progress.loaded === progress.total;
      if (signal.aborted || (!isLast && now() - reported < REPORT_MILLISECONDS)) return;
      reported = now();
      enter({ kind: 'loading', progress });
    };
    enter({ kind: 'preparing' });
    try {
      const outcome = await save({ ...download, signal, progressed });
      if (signal.aborted) return;
      enter(outcome);
      if (outcome.kind === 'done' || outcome.kind === 'browser') saved();
    } catch (error) {
      if (signal.aborted) return;
      enter(stageAfter(error));
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

  const byBrowser = (request: SaveRequest): Stage => ({ kind: saveByBrowser(request) ? 'browser' : 'ready' });

  return {
    get stage() {
      return stage;
    },
    start: (download) =>
      run(download, async (request) => {
        const file = await requestFile(request);
        const means = { hasToken: request.hasToken, hasPicker: hasSavePicker() };
        if (wayToSave(file.size, means) !== 'memory') file.stream.cancel().catch(() => {});
        else if (await saveFromMemory(file)) return { kind: 'done' };
        // The other ways request the file again.
        const way = wayToSave(Number.POSITIVE_INFINITY, means);
        if (way === 'browser') return byBrowser(request);
        return way === 'disk' ? { kind: 'choose-place', name: file.name } : await fromStorage(request);
      }),
    finish: (download) => {
      const waiting = stage;
      return run(download, async (request) => {
        if (waiting.kind !== 'choose-place') return byBrowser(request);
        return (await saveToDisk(request, waiting.name)) ? { kind: 'done' } : await fromStorage(request);
      });
    },
    reset: () => {
      controller.abort();
      enter({ kind: 'idle' });
    },
    forgetFailure: () => {
      if (stage.kind === 'failed') enter({ kind: 'again' });
    },
  };
}
