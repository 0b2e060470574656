import { readStored, writeStored } from '../catalogue/stored.ts';

/** The content of an entry of the history. */
interface Written {
  readonly state: Readonly<Record<string, unknown>>;
  /** Path, query and the part after `#`. */
  readonly address: string;
}

/** The parts of a window that the writer uses. */
export interface HistoryBrowser {
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState'>;
  /** Keeps what could not be written before the page was left. */
  readonly storage: () => Storage;
  /** Path of the page. Other pages of the same origin in this window keep their own entries. */
  readonly path: string;
  /** True if the page was reloaded. Chromium then forgets the state of an entry that was changed while the reload began. */
  readonly isReload: boolean;
  /** The time in milliseconds, from any origin. */
  readonly now: () => number;
  /** Calls `run` after a time. Returns a function that cancels the call. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

/** What is kept of a page that is left. */
interface Kept {
  /** Key of the entry that it showed. */
  readonly current?: unknown;
  /** Content that entries may lack, by their keys. */
  readonly entries?: readonly (readonly [unknown, Written])[];
}

/** Safari accepts at most 100 changes in 30 s; new entries count as changes. */
const INTERVAL_MILLISECONDS = 500;

/** Time until another try after the browser has refused a change. */
const REFUSED_MILLISECONDS = 5000;

/**
 * Writes entries of the history at a rate that browsers accept, without losing the last state of any entry: the first of several
 * quick changes at once, and the last one after a pause.
 */
export class HistoryWriter {
  readonly #browser: HistoryBrowser;
  /** Name of what is kept. */
  readonly #name: string;
  #waiting: Written | undefined;
  /** What was last written into the current entry. */
  #written: Written | undefined;
  #cancel: (() => void) | undefined;
  #lastWrite = Number.NEGATIVE_INFINITY;
  /** Content that entries lacked when they were left, by the key of the entry. */
  readonly #left: Map<unknown, Written>;
  #key: unknown;

  constructor(browser: HistoryBrowser = ofWindow()) {
    this.#browser = browser;
    this.#name = `abs-left-entries ${browser.path}`;
    const stored = readStored(this.#name, browser.storage) as Kept | undefined;
    this.resume();
    const kept = Array.isArray(stored?.entries) ? stored : {};
    this.#left = new Map(kept.entries);
    this.#arrive(browser.isReload ? kept.current : undefined);
  }

  /** State of the current entry, even if it is not written yet. */
  get state(): Readonly<Record<string, unknown>> {
    return this.#waiting?.state ?? this.#browser.history.state ?? {};
  }

  /** Address of the current entry if it is not written yet; undefined if the window has it. */
  get address(): string | undefined {
    return this.#waiting?.address;
  }

  replace(state: Written['state'], address: string): void {
    this.#waiting = { state, address };
    if (this.#cancel) return;
    const wait = this.#lastWrite + INTERVAL_MILLISECONDS - this.#browser.now();
    if (wait <= 0) this.flush();
    else this.#writeAfter(wait);
  }

  /** Adds an entry. Returns false, and changes nothing, if the browser refuses it. */
  push(state: Written['state'], address: string): boolean {
    this.flush();
    const key = Math.random();
    try {
      this.#browser.history.pushState({ ...state, key }, '', address);
    } catch {
      return false;
    }
    this.#leaveEntry();
    this.#key = key;
    this.#written = { state, address };
    return true;
  }

  /** Writes the current entry now if it is not written yet. */
  flush(): void {
    this.#stopWaiting();
    const waiting = this.#waiting;
    if (!waiting) return;
    this.#lastWrite = this.#browser.now();
    try {
      this.#browser.history.replaceState({ ...waiting.state, key: this.#key }, '', waiting.address);
      this.#written = waiting;
      this.#waiting = undefined;
    } catch {
      this.#writeAfter(REFUSED_MILLISECONDS);
    }
  }

  /** Call when the page is left or reloaded. Browsers ignore later changes of the history. */
  leave(): void {
    // Browsers ignore changes from the moment when a reload begins, which is some time before they say so.
    const current = this.#waiting ?? this.#written;
    const entries = [...this.#left, ...(current ? [[this.#key, current] as const] : [])];
    if (entries.length > 0) this.#keep({ current: this.#key, entries });
  }

  /** Call when the browser shows the page again as it was left: it has all in memory, and the stored copy would become outdated. */
  resume(): void {
    this.#keep(undefined);
  }

  /** Call when the person has gone to another entry. Writes what that entry lacked when it was left. */
  arrived(): void {
    this.#arrive();
  }

  /** Completes the entry that the page now shows. Its key is `itsKey` if its state has none. */
  #arrive(itsKey?: unknown): void {
    this.#leaveEntry();
    this.#key = keyOf(this.#browser.history.state) ?? itsKey ?? Math.random();
    this.#waiting = this.#left.get(this.#key);
    this.#left.delete(this.#key);
    this.flush();
  }

  /** Keeps what the current entry lacks, in case the person comes back to it. */
  #leaveEntry(): void {
    this.#stopWaiting();
    if (this.#waiting) this.#left.set(this.#key, this.#waiting);
    this.#waiting = undefined;
    this.#written = undefined;
  }

  #writeAfter(milliseconds: number): void {
    this.#cancel = this.#browser.after(milliseconds, () => this.flush());
  }

  #stopWaiting(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #keep(kept: Kept | undefined): void {
    writeStored(this.#name, kept, this.#browser.storage);
  }
}

function keyOf(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'key' in state ? state.key : undefined;
}

function ofWindow(): HistoryBrowser {
  return {
    history,
    storage: () => sessionStorage,
    path: location.pathname,
    isReload: performance
      .getEntriesByType('navigation')
      .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload'),
    now: () => performance.now(),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  };
}
