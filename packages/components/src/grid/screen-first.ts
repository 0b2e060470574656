/** Milliseconds between two checks whether the pictures on the screen have arrived. */
const POLL = 250;
/** Milliseconds that other pictures wait at most. */
const MAX_WAIT = 3000;

/** Whether only tiles on the screen may be drawn, as after a jump, because pictures beside the screen would delay those on it. */
export interface ScreenFirst {
  /** True from a jump until the pictures on the screen have arrived. */
  readonly isOn: boolean;
  /** Notes a jump. */
  start(): void;
  /** Allows all tiles with the next update. */
  stop(): void;
}

/**
 * Opens it in the state before any jump. `isWaiting` returns true while pictures on the screen are missing; `ended` is called when
 * none is, or after the maximum wait.
 */
export function openScreenFirst(isWaiting: () => boolean, ended: () => void): ScreenFirst {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOn = false;

  function stop(): void {
    clearTimeout(timer);
    isOn = false;
  }

  function wait(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (milliseconds > POLL && isWaiting()) return wait(milliseconds - POLL);
      isOn = false;
      ended();
    }, POLL);
  }

  return {
    get isOn() {
      return isOn;
    },
    start: () => {
      isOn = true;
      wait(MAX_WAIT);
    },
    stop,
  };
}
