import type { Page } from '@playwright/test';

/** Collects what a page complains about from now on: its errors, and what the browser says in its console. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => complaints.push(message.text()));
  return complaints;
}
