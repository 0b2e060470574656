import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ChosenDownload } from './foot.ts';
import { isRunning, Saving } from './saving.ts';

/** A download in the tray. */
export interface DownloadJob {
  readonly chosen: ChosenDownload;
  readonly saving: Saving;
  /** Starts or repeats it; `chosen` replaces what it brings. */
  start(chosen?: ChosenDownload): void;
  /** Saves the file from the stages `choose-place` and `ready`, within the event of a click. */
  finish(): void;
  /** Ends it, and takes it out of the tray. */
  remove(): void;
}

/** What the element whose downloads they are is told, and where it is. */
export interface DownloadsOwner {
  readonly catalogue: () => Catalogue | undefined;
  /** Called when the first of its downloads has begun, and when the last has ended. */
  readonly ran: (isRunning: boolean) => void;
  /** Called when a file was saved, or left to the browser. */
  readonly saved: (ids: readonly number[]) => void;
}

/** The downloads of all elements of this page, so that a tray shows them wherever people are. */
class AllDownloads extends EventTarget {
  list: readonly DownloadJob[] = [];

  become(list: readonly DownloadJob[]): void {
    this.list = list;
    this.changed();
  }

  changed(): void {
    this.dispatchEvent(new Event('change'));
  }
}

export const allDownloads = new AllDownloads();

/** The downloads that an element has started. They end with it, but not with its dialog. */
export class Downloads {
  list: readonly DownloadJob[] = [];
  isRunning = false;
  readonly #owner: DownloadsOwner;

  constructor(owner: DownloadsOwner) {
    this.#owner = owner;
  }

  /** Begins a download. */
  start(first: ChosenDownload): void {
    let chosen = first;
    const saving = new Saving(
      () => this.#changed(),
      () => this.#owner.saved(chosen.ids),
    );
    const send = (step: 'start' | 'finish') => {
      const catalogue = this.#owner.catalogue();
      if (!catalogue) return;
      const { client, tokenProvider } = catalogue;
      const { query, converted } = chosen;
      void saving[step]({ client, query, converted, hasToken: tokenProvider !== undefined });
    };
    const job: DownloadJob = {
      get chosen() {
        return chosen;
      },
      saving,
      start: (next = chosen) => {
        chosen = next;
        send('start');
      },
      finish: () => send('finish'),
      remove: () => this.#remove(job),
    };
    // Those that have ended well make room, and so does an earlier try of the same.
    const isPast = ({ chosen: { query }, saving: { stage } }: DownloadJob) =>
      !isRunning(stage) &&
      (['done', 'browser', 'idle'].includes(stage.kind) || String(query.download) === String(first.query.download));
    this.#become([...this.list.filter((each) => !isPast(each)), job]);
    job.start();
  }

  /** Forgets why downloads failed: another token may allow them. */
  forgetFailures(): void {
    for (const { saving } of this.list) saving.forgetFailure();
  }

  /** Ends all of them. */
  end(): void {
    for (const job of this.list) job.remove();
  }

  #remove(job: DownloadJob): void {
    this.#become(this.list.filter((each) => each !== job));
    job.saving.reset();
  }

  #become(list: readonly DownloadJob[]): void {
    const own = new Set(this.list);
    this.list = list;
    allDownloads.become([...allDownloads.list.filter((each) => !own.has(each)), ...list]);
  }

  #changed(): void {
    const isAnyRunning = this.list.some(({ saving }) => isRunning(saving.stage));
    allDownloads.changed();
    if (isAnyRunning === this.isRunning) return;
    this.isRunning = isAnyRunning;
    this.#owner.ran(isAnyRunning);
  }
}
