import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';

/** Where the focus is: the name and the role of the innermost element that has it, as the browser tells them. */
export async function focusOf(page: Page): Promise<string> {
  return await page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    const own = active instanceof HTMLInputElement ? active.labels?.[0]?.textContent : active?.textContent;
    const label = active?.getAttribute('aria-label') ?? own ?? '';
    const { width = 0, height = 0 } = active?.getBoundingClientRect() ?? {};
    return `${active?.localName} ${label.replaceAll(/\s+/g, ' ').trim()}${width * height > 0 ? '' : ' (unseen)'}`;
  });
}

/** Presses Tab, or Shift+Tab, until an element whose name begins like this has the focus. */
export async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    const focus = await focusOf(page);
    if (name.test(focus)) return;
    passed.push(focus);
    await page.keyboard.press(key);
  }
  assert.fail(`${name} is not among ${passed.join(', ')}`);
}
