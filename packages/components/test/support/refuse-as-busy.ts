import type { Route } from '@playwright/test';

/** Answers a request, also one to another origin, as a busy service does that asks for so many seconds of patience. */
export async function refuseAsBusy(route: Route, seconds: number): Promise<void> {
  const json = { version: 2, status: 503, data: null, message: 'busy', code: 'overloaded' };
  const exposed = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' };
  await route.fulfill({ status: 503, headers: { ...exposed, 'retry-after': String(seconds) }, json });
}
