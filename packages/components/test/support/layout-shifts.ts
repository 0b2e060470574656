import type { Page } from 'playwright-core';

/** What moved on a page since it was opened although nobody did anything, by how much and where from. */
export async function layoutShifts(page: Page): Promise<readonly string[]> {
  return await page.evaluate(
    () =>
      new Promise<readonly string[]>((resolve) => {
        const shifts: string[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as LayoutShift[]) {
            if (entry.hadRecentInput) continue;
            const places = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
              const name = node instanceof Element ? `${node.localName}.${node.className}` : node?.textContent?.trim();
              return `${name} (${from.x},${from.y} ${from.width}×${from.height} → ${to.x},${to.y} ${to.width}×${to.height})`;
            });
            shifts.push(`${entry.value.toFixed(5)}: ${places.join(', ')}`);
          }
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts)));
      }),
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
