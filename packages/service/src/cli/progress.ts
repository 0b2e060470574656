import type { WriteStream } from 'node:tty';

/** Output of progress: a terminal shows one line that is redrawn; other streams get whole lines. */
export type ProgressStream = NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY'>>;

export interface Progress {
  /** Reports progress; may be called as often as convenient. `total` is `undefined` while it is unknown. */
  update(done: number, total: number | undefined, note?: string): void;
  /** Writes a permanent line. */
  warn(line: string): void;
  /** Ends the display and writes the last line. Later calls do nothing. */
  done(summary: string): void;
}

/** Minimum time in milliseconds between two updates of the bar, and between two plain lines. */
const BAR_INTERVAL = 100;
const LINE_INTERVAL = 2000;
const BAR_CELLS = 24;
/** Share of the work from which its end can be guessed: the first items wait for programs that start. */
const MIN_SHARE = 1 / 50;
/** Make the terminal cut a line that is too long, and wrap it again (DECAWM). The terminal alone knows its widths. */
const CUT = '\x1b[?7l';
const WRAP = '\x1b[?7h';

/** Opens the progress display of one task. `now` is in milliseconds. */
export function openProgress(options: {
  readonly stream: ProgressStream;
  readonly label: string;
  readonly now?: () => number;
}): Progress {
  const { stream, label, now = () => performance.now() } = options;
  const isTerminal = stream.isTTY === true;
  const started = now();
  // The first plain line appears after one interval, so that quick work prints only its summary.
  let shownAt = isTerminal ? Number.NEGATIVE_INFINITY : started;
  let isOver = false;
  /** The bar that the terminal shows; '' before the first. */
  let last = '';

  const clearBar = (): string => (last === '' ? '' : '\r\x1b[K');

  return {
    update(done, total, note = '') {
      const time = now();
      if (isOver) return;
      const isDue = time - shownAt >= (isTerminal ? BAR_INTERVAL : LINE_INTERVAL);
      if (!isDue) return;
      shownAt = time;
      const state = describe(done, total, (time - started) / 1000);
      if (!isTerminal) {
        stream.write(`${label}: ${state}\n`);
        return;
      }
      const line = [label, bar(done, total), state, oneLine(note)].filter((part) => part !== '').join(' ');
      const shown = `${CUT}${line}\x1b[K${WRAP}`;
      if (shown === last) return;
      // A single write overwrites the line and clears the rest, which avoids flicker.
      stream.write(`\r${shown}`);
      last = shown;
    },
    warn(line) {
      if (isOver) return;
      stream.write(`${clearBar()}${line}\n${last}`);
    },
    done(summary) {
      if (isOver) return;
      isOver = true;
      stream.write(`${clearBar()}${summary}\n`);
    },
  };
}

function describe(done: number, total: number | undefined, seconds: number): string {
  const rate = seconds > 0 ? done / seconds : 0;
  const parts = [total === undefined ? String(done) : `${done}/${total} ${percent(done, total)}`];
  if (done > 0 && seconds >= 1) {
    parts.push(`${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`);
    if (total !== undefined && done < total && share(done, total) >= MIN_SHARE)
      parts.push(`${duration((total - done) / rate)} left`);
  }
  return parts.join(', ');
}

function bar(done: number, total: number | undefined): string {
  if (total === undefined) return '';
  const filled = Math.round(share(done, total) * BAR_CELLS);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_CELLS - filled)}]`;
}

function percent(done: number, total: number): string {
  return `${Math.floor(share(done, total) * 100)}%`;
}

function share(done: number, total: number): number {
  return total > 0 ? Math.min(1, Math.max(0, done / total)) : 1;
}

/** Formats a duration, for example `8 s`, `3 min` or `2 h 5 min`. */
export function duration(seconds: number): string {
  if (seconds < 99.5) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Replaces control characters in file names, which would move the cursor. */
function oneLine(note: string): string {
  return note.replace(/\p{Cc}+/gu, ' ');
}
