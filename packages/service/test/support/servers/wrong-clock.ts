/** Programs with a clock that is wrong, by libfaketime of Debian. */
import { chmodSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [LIBRARY] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');

/** Why tests are skipped; false if the library is installed. */
export const NO_WRONG_CLOCK: string | false = LIBRARY === undefined && 'skipped: libfaketime is not here';

/** A clock that is right at first. */
export interface WrongClock extends Disposable {
  /** What gives a program this clock, in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Makes it differ from that of this machine; negative seconds are behind. */
  set(seconds: number): void;
}

export function openWrongClock(): WrongClock {
  if (LIBRARY === undefined) throw new Error('libfaketime is not here');
  const folder = mkdtempSync(join(tmpdir(), 'abs-clock-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  const file = join(folder, 'clock');
  const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  set(0);
  return {
    environment: {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: file,
      // It reads the file at each look at the clock.
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
