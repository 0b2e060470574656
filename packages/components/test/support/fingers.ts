import type { Page } from '@playwright/test';

/** A point of the window, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Fingers on a page. */
export interface Fingers {
  /** Sends a touch event with these fingers, by their IDs. */
  touch(
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...fingers: readonly (Point & { readonly id: number })[]
  ): Promise<unknown>;
  /** Presses one finger and moves it, without lifting it. */
  drag(from: Point, to: Point): Promise<void>;
  /** The same, and lifts it. */
  swipe(from: Point, to: Point): Promise<void>;
}

/** Puts fingers on a page whose context has touch. */
export async function fingersOn(page: Page): Promise<Fingers> {
  const devtools = await page.context().newCDPSession(page);
  const touch: Fingers['touch'] = (type, ...touchPoints) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] });
  const drag: Fingers['drag'] = async (from, to) => {
    await touch('touchStart', { ...from, id: 1 });
    await touch('touchMove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, id: 1 });
    await touch('touchMove', { ...to, id: 1 });
  };
  return {
    touch,
    drag,
    swipe: async (from, to) => {
      await drag(from, to);
      await touch('touchEnd');
    },
  };
}
