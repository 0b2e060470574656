import type { BrowserContext, Page } from '@playwright/test';

/** Milliseconds after an input in which things may move. Browsers excuse 500, in which a machine that pauses may not answer. */
const EXCUSED_MILLISECONDS = 5000;

/** Lets the pages of a context record when somebody does something, for `layoutShifts`. */
export async function recordInputs(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const inputs: number[] = [];
    Object.assign(globalThis, { inputs });
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, ({ timeStamp }) => inputs.push(timeStamp), { capture: true, passive: true });
  });
}

/** What moved on a page since it was opened although nobody did anything, by how much and where from. */
export async function layoutShifts(page: Page): Promise<readonly string[]> {
  return await page.evaluate(
    (excused) =>
      new Promise<readonly string[]>((resolve) => {
        const { inputs } = globalThis as unknown as { readonly inputs: readonly number[] };
        const shifts: string[] = [];
        const note = (entries: readonly LayoutShift[]) => {
          for (const entry of entries) {
            const followsInput = inputs.some((at) => entry.startTime >= at && entry.startTime < at + excused);
            if (entry.hadRecentInput || followsInput) continue;
            const places = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
              const name = node instanceof Element ? `${node.localName}.${node.className}` : node?.textContent?.trim();
              return `${name} (${from.x},${from.y} ${from.width}×${from.height} → ${to.x},${to.y} ${to.width}×${to.height})`;
            });
            shifts.push(`${entry.value.toFixed(5)}: ${places.join(', ')}`);
          }
        };
        const observer = new PerformanceObserver((list) => note(list.getEntries() as LayoutShift[]));
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            note(observer.takeRecords() as LayoutShift[]);
            resolve(shifts);
          }),
        );
      }),
    EXCUSED_MILLISECONDS,
  );
}

/** TypeScript does not know these entries. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}
