import type { PurgeRequest } from './cache-purge.ts';

/** Timeout for a proxy's answer. */
const ANSWER_MILLISECONDS = 10_000;

/** Sends an announcement: a request with this method to the proxy's address. Rejects unless the proxy answers 2xx. */
export async function sendPurge({ proxy, revision }: PurgeRequest, method: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(proxy, {
    method,
    headers: { 'x-abs-revision': String(revision) },
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MILLISECONDS)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the proxy answered ${response.status}`);
}
