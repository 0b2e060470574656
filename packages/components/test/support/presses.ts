import type { Page } from '@playwright/test';

/** Makes the processor so many times slower, and keeps from now on how long each press takes until the screen shows its effect. */
export async function keepPresses(page: Page, slower: number): Promise<void> {
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.addInitScript(keepDurations);
  await page.evaluate(keepDurations);
}

/** Returns how long the longest press took since this was called last, in milliseconds; less than 16 isn't told apart. */
export async function longestPress(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(16, ...(globalThis as unknown as { durations: number[] }).durations.splice(0)));
}

/**
 * Runs in the page. What browsers report of a pointer that rests while the page moves under it isn't a press: it lasts until the
 * next picture, whenever that comes.
 */
function keepDurations(): void {
  const durations: number[] = [];
  Object.assign(globalThis, { durations });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) durations.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}
