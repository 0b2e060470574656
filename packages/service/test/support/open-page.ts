import { chromium as driver, type Page } from '@playwright/test';
import { findProgram } from '../../../core/src/platform/find-program.ts';
import { chromium } from './chromium.ts';
import { complaintsOf } from './complaints.ts';

/** A page in a headless Chromium of its own, and what it complains about. The opener closes both. */
export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** Starts Chromium with an empty page, which waits at most ten seconds for each thing. Throws without a Chromium. */
export async function openPage(): Promise<OpenPage> {
  const browser = await driver.launch({
    executablePath: findProgram(chromium ?? '') ?? '',
    // As root, for example in a container, Chromium refuses to start with its sandbox.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = await browser.newPage({ locale: 'en-GB' });
  page.setDefaultTimeout(10_000);
  return { page, complaints: complaintsOf(page), [Symbol.asyncDispose]: () => browser.close() };
}
