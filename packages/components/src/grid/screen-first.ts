/** Milliseconds between two looks whether the pictures on the screen are there. */
const LOOK = 250;
/** Milliseconds that others wait at most. */
const MOST_WAIT = 3000;

/** Says, after a jump, that only what is on the screen should be drawn, because pictures beside it would hold up those on it. */
export interface ScreenFirst {
  /** True until the pictures on the screen are there. */
  readonly isOn: boolean;
  /** Notes a jump. */
  start(): void;
  /** Lets everything be drawn with the next update. */
  stop(): void;
}

/**
 * Opens it, off. `isWaiting` says whether pictures on the screen are still missing; `ended` is called when none is, or after
 * the longest wait.
 */
export function openScreenFirst(isWaiting: () => boolean, ended: () => void): ScreenFirst {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOn = false;

  function stop(): void {
    clearTimeout(timer);
    isOn = false;
  }

  function wait(most: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (most > LOOK && isWaiting()) return wait(most - LOOK);
      isOn = false;
      ended();
    }, LOOK);
  }

  return {
    get isOn() {
      return isOn;
    },
    start: () => {
      isOn = true;
      wait(MOST_WAIT);
    },
    stop,
  };
}
