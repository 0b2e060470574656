import type { Announcement } from './announcer.ts';

/** How long a proxy may take to answer. */
const ANSWER_MILLISECONDS = 10_000;

/** Sends one announcement: a request of that method to the proxy's address. Rejects unless the proxy answers 2xx. */
export async function tellProxy({ proxy, revision }: Announcement, method: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(proxy, {
    method,
    headers: { 'x-abs-revision': String(revision) },
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MILLISECONDS)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the proxy answered ${response.status}`);
}
