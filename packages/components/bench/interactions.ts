/**
 * `npm run bench:interactions`: how long the page takes, from a press to the next picture on the screen, to tick a filter and
 * to go to the next asset, on a processor that Chromium makes four times slower; exit status 1 if it is too long. It needs a
 * quiet machine.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium as driver, type Page } from '@playwright/test';
import { findProgram } from '../../core/src/platform/find-program.ts';
import { ms, report } from '../../service/bench/report.ts';
import { startServer } from '../../service/bench/service.ts';
import { chromium } from '../../service/test/support/chromium.ts';
import { keepPresses, longestPress } from '../test/support/presses.ts';

const { values } = parseArgs({
  options: {
    /** A data folder with the demo; filled if it is empty. */
    folder: { type: 'string', default: join(tmpdir(), 'abs-bench-first-view') },
    /** A service to measure instead. */
    url: { type: 'string' },
    rounds: { type: 'string', default: '8' },
  },
});

const SLOWER = 4;
const ASKED_MS = 200;

/** Milliseconds of the slowest event of each press. Between presses the page comes to rest, as it does for a person. */
async function durationsOf(page: Page, press: (round: number) => Promise<void>): Promise<readonly number[]> {
  await keepPresses(page, SLOWER);
  const slowest: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    await longestPress(page);
    await press(round);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1000);
    slowest.push(await longestPress(page));
  }
  return slowest;
}

function told(name: string, durations: readonly number[]): void {
  const slowest = Math.max(...durations);
  const measured = `${ms(slowest)} (${durations.join(', ')})`;
  report({ name, asked: ms(ASKED_MS), measured, isReached: slowest <= ASKED_MS });
}

async function measure(url: string): Promise<void> {
  const browser = await driver.launch({
    executablePath: findProgram(chromium ?? '') ?? '',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  await using _ = { [Symbol.asyncDispose]: () => browser.close() };
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: /^Filters/ }).click();
  const box = page.locator('abs-facets').getByRole('checkbox').nth(1);
  await box.waitFor();
  await page.waitForLoadState('networkidle');
  told(`ticking a filter, ${SLOWER} times slower`, await durationsOf(page, () => box.click()));
  await page.goto(url, { waitUntil: 'networkidle' });
  // The first one of the demo is a film.
  await page.locator('abs-grid').getByRole('option').nth(1).click();
  await page.locator('abs-viewer .picture img').first().waitFor();
  await page.waitForLoadState('networkidle');
  told(
    `going to the next asset, ${SLOWER} times slower`,
    await durationsOf(page, () => page.keyboard.press('ArrowRight')),
  );
}

if (values.url !== undefined) await measure(values.url);
else {
  await using server = await startServer(values.folder, { command: 'start' });
  await measure(server.url);
}
