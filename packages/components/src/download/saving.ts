import type { Client, Progress } from '@asset-browsing-service/client';
import { requestFile, type SaveRequest, saveByBrowser, saveFromMemory, saveToDisk } from './save.ts';

/** How far a download is. */
export type Stage =
  | { readonly kind: 'idle' | 'preparing' | 'done' | 'browser' | 'choose-place' | 'too-large' }
  | { readonly kind: 'loading'; readonly progress: Progress }
  | { readonly kind: 'failed'; readonly error: unknown };

type Outcome = 'done' | 'browser' | 'choose-place' | 'too-large';

/** One download at a time, from the request to the file on the disk. */
export interface Saving {
  readonly stage: Stage;
  /** Requests the file and saves it, in the way that its size and the browser allow. */
  start(download: Pick<SaveRequest, 'client' | 'query' | 'hasToken'>): Promise<void>;
  /** Saves a large file where the person wants it. Must be called within the event of a click. */
  choosePlace(download: Pick<SaveRequest, 'client' | 'query' | 'hasToken'>, name: string | undefined): Promise<void>;
  /** Ends the download, if one runs, and forgets how the last one ended. */
  reset(): void;
}

/** Parameters of a download. */
export type DownloadQuery = Parameters<Client['asset']['download']>[0];

/** Opens the saving of files. `changed` is called at each step, `saved` when a file is saved or left to the browser. */
export function openSaving(changed: () => void, saved: () => void): Saving {
  let controller = new AbortController();
  let stage: Stage = { kind: 'idle' };

  function enter(next: Stage): void {
    stage = next;
    changed();
  }

  async function run(
    download: Pick<SaveRequest, 'client' | 'query' | 'hasToken'>,
    save: (request: SaveRequest) => Promise<Outcome>,
  ): Promise<void> {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    const progressed = (progress: Progress) => {
      if (!signal.aborted) enter({ kind: 'loading', progress });
    };
    enter({ kind: 'preparing' });
    try {
      const kind = await save({ ...download, signal, progressed });
      if (signal.aborted) return;
      enter({ kind });
      if (kind === 'done' || kind === 'browser') saved();
    } catch (error) {
      if (signal.aborted) return;
      // Whoever closes the choice of a place has thought better of it.
      const isCancelled = error instanceof DOMException && error.name === 'AbortError';
      enter(isCancelled ? { kind: 'idle' } : { kind: 'failed', error });
    }
  }

  return {
    get stage() {
      return stage;
    },
    start: (download) =>
      run(download, async (request) => {
        const { file, way } = await requestFile(request);
        if (way === 'memory') {
          await saveFromMemory(file);
          return 'done';
        }
        // Whoever reads the file begins anew.
        file.stream.cancel().catch(() => {});
        if (way === 'browser') saveByBrowser(request);
        return way === 'browser' ? 'browser' : way === 'disk' ? 'choose-place' : 'too-large';
      }),
    choosePlace: (download, name) =>
      run(download, async (request) => {
        await saveToDisk(request, name);
        return 'done';
      }),
    reset: () => {
      controller.abort();
      enter({ kind: 'idle' });
    },
  };
}
