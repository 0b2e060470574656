import { type Browser, type BrowserContext, type BrowserContextOptions, chromium as driver } from 'playwright-core';
import { findProgram } from '../../../service/src/platform/find-program.ts';
import { chromium } from '../../../service/test/browser/chromium.ts';
import { recordInputs } from './layout-shifts.ts';

/** Milliseconds to wait for what a test expects. Longer than the 30 seconds of Playwright, because a busy machine may need them. */
const PATIENCE = 120_000;

export function launchBrowser(): Promise<Browser> {
  return driver.launch({
    executablePath: findProgram(chromium ?? '') ?? '',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

/** Opens a context whose pages speak British English unless the options say otherwise. */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  context.setDefaultTimeout(PATIENCE);
  await recordInputs(context);
  return context;
}

/** Closes a browser. A route of a test that is still fetching an answer must not fail the test that has ended. */
export async function closeBrowser(browser: Browser): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await browser.close();
}
