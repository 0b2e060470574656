import type { Page } from 'playwright-core';

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** The layout shifts that the person has not caused since the page was opened: how far, and which elements moved. */
export async function layoutShifts(page: Page): Promise<readonly string[]> {
  return await page.evaluate(
    () =>
      new Promise<readonly string[]>((resolve) => {
        const shifts: string[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
            const moved = sources.map(({ node }) =>
              node instanceof Element ? node.outerHTML.slice(0, 80) : node?.nodeName,
            );
            if (!hadRecentInput) shifts.push(`${value}: ${moved.join(' | ')}`);
          }
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts)));
      }),
  );
}
