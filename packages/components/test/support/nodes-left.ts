import type { Page } from '@playwright/test';

/** Counts the nodes of all kinds in the shadow root of an element, comments too. */
export async function countNodes(page: Page, element: string): Promise<number> {
  return await page.locator(element).evaluate(({ shadowRoot }) => {
    if (!shadowRoot) throw new Error('no shadow root');
    const walker = document.createTreeWalker(shadowRoot, NodeFilter.SHOW_ALL);
    let count = 0;
    while (walker.nextNode()) count += 1;
    return count;
  });
}
