/** Milliseconds after which it is asked whether the pictures on the screen are there, and the most that others wait. */
const LOOK = 250;
const MOST_WAIT = 3000;

/** After a jump, only what is on the screen is drawn, because pictures beside it would hold up those on it. */
export interface ScreenFirst {
  /** True until the pictures on the screen are there. */
  readonly isOn: boolean;
  /** Notes a jump. */
  start(): void;
  /** Lets everything be drawn with the next update. */
  stop(): void;
}

/** Opens it without a jump. `ended` is called when the pictures on the screen are there; `isWaiting` says whether not yet. */
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
      if (most > 0 && isWaiting()) return wait(most - LOOK);
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
