import { CLOCK_REMEDY, clockWarning } from '../clock-watch.ts';

/** Something that `abs doctor` has found. */
export interface Diagnosis {
  /** What was looked at, such as `database`. */
  readonly part: string;
  /** A warning costs speed or features; with a problem, the service or a part of it doesn't work. */
  readonly state: 'ok' | 'warning' | 'problem';
  /** One sentence without a full stop. Never contains a secret. */
  readonly text: string;
  /** What to do about it. */
  readonly remedy?: string;
}

/** Reports a clock that differs from that of this machine. `milliseconds` is the server's minus ours. */
export function clockFindings(part: string, milliseconds: number | undefined): readonly Diagnosis[] {
  const text = clockWarning("the server's clock", milliseconds);
  return text === undefined ? [] : [{ part, state: 'warning', text, remedy: CLOCK_REMEDY }];
}

/** Formats a duration, such as `0.4 ms`. */
export function shownTime(milliseconds: number): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Formats a number of bytes, such as `1.5 GiB`. */
export function shownBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1024 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`;
}
