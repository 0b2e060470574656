/** Answers that a service gives in other circumstances: none, that it is busy, that something is not for everybody. */
import type { Page } from '@playwright/test';
import { refuseAsBusy } from './refuse-as-busy.ts';

/** Leaves the requests that a pattern finds without an answer, until the returned function is called. */
export async function hang(page: Page, pattern: RegExp): Promise<() => void> {
  let isHanging = true;
  await page.route(pattern, async (route) => {
    if (isHanging) await new Promise(() => {});
    else await route.fallback();
  });
  return () => {
    isHanging = false;
  };
}

/** Refuses requests that a pattern finds until there were `times`, and says how many were `asked`. Both can be changed. */
export async function refuse(
  page: Page,
  pattern: RegExp,
  times: number,
  seconds = 2,
): Promise<{ asked: number; times: number }> {
  const count = { asked: 0, times };
  await page.route(pattern, async (route) => {
    count.asked += 1;
    if (count.asked > count.times) return await route.fallback();
    return await refuseAsBusy(route, seconds);
  });
  return count;
}

/** Answers requests as to a person without the right. Returns a function that ends this. */
export async function forbid(page: Page, pattern: RegExp): Promise<() => Promise<void>> {
  const envelope = { version: 2, status: 403, code: 'not_permitted', message: 'not for you', data: null };
  const headers = { 'access-control-allow-origin': '*' };
  await page.route(pattern, (route) => route.fulfill({ status: 403, json: envelope, headers }));
  return () => page.unroute(pattern);
}

/** Answers every request as if the token had ended. Returns a function that ends this. */
export async function endToken(page: Page): Promise<() => Promise<void>> {
  const json = { status: 'error', code: 'token_invalid', message: 'expired', version: '1.0' };
  await page.route(/\.do\?/, (route) => route.fulfill({ status: 401, json }));
  return () => page.unroute(/\.do\?/);
}
