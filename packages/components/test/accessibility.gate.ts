/** In every state that may be on the screen, in both themes, axe finds nothing, and nothing is wider than a window. */
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { DETAILS_STATES } from './states/details.ts';
import { PAGE_STATES } from './states/page-states.ts';
import { SERVICE_PAGE_STATES } from './states/service-pages.ts';
import { SHOWING_STATES } from './states/showing.ts';
import { colourViolations, pageViolations, seriousViolations } from './support/axe.ts';
import { test } from './support/test.ts';

const STATES = [...PAGE_STATES, ...SHOWING_STATES, ...DETAILS_STATES, ...SERVICE_PAGE_STATES];

// The longest file, so all workers share it.
test.describe.configure({ mode: 'parallel' });

for (const { name, service = {}, isWholePage, reach } of STATES) {
  test.describe(() => {
    test.use({ service });

    test(`${name} is accessible in the light and in the dark, and fits its window`, async ({ host }) => {
      const page = await reach(host);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'wider than its window')
        .toBeTruthy();
      await page.emulateMedia({ colorScheme: 'light' });
      assert.deepEqual(await (isWholePage ? pageViolations : seriousViolations)(page), [], 'light');
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.deepEqual(await colourViolations(page), [], 'dark');
    });
  });
}
