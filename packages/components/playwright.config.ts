import { defineConfig } from '@playwright/test';
import { findProgram } from '../core/src/platform/find-program.ts';
import { chromium, headlessChromium } from '../service/test/support/chromium.ts';

if (headlessChromium === undefined)
  throw new Error('No Chromium on this machine: install it, or name its command in CHROMIUM.');

/** Milliseconds that a wait for something on a page may take. */
const PATIENCE = 10_000;

export default defineConfig({
  testDir: 'test',
  // Two processors; each worker has a browser and the services that its tests share.
  workers: 2,
  // A page waits at most ten seconds for each thing; a test has several.
  timeout: 60_000,
  expect: { timeout: PATIENCE },
  forbidOnly: true,
  outputDir: '../../node_modules/.cache/browser-tests',
  reporter: process.env['TEST_REPORT'] ? [['list'], ['../../.ci/browser-report.ts']] : 'list',
  use: {
    actionTimeout: PATIENCE,
    navigationTimeout: PATIENCE,
    // What tests read is in British English, at the time of Greenwich, whatever the machine's language and time zone are.
    locale: 'en-GB',
    timezoneId: 'Etc/UTC',
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
  },
  projects: [
    { name: 'gate', testMatch: '**/*.gate.ts', use: { launchOptions: launch(headlessChromium) } },
    { name: 'full', testMatch: '**/*.full.ts', use: { launchOptions: launch(chromium ?? headlessChromium) } },
  ],
});

function launch(command: string) {
  // As root, for example in a container, Chromium refuses to start with its sandbox.
  return { executablePath: findProgram(command) ?? command, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] };
}
