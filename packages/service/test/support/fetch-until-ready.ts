import { until } from '../../../core/test/support/until.ts';

/** Like `fetch`, but asks again while the answer is `not_ready`, because a slow machine still makes what is requested. */
export async function fetchUntilReady(...request: Parameters<typeof fetch>): Promise<Response> {
  let response: Response | undefined;
  await until(async () => {
    response = await fetch(...request);
    if (response.status !== 503) return true;
    const text = await response.clone().text();
    // HEAD has no body, which would say why.
    if (text !== '' && !text.includes('"code":"not_ready"')) return true;
    await response.body?.cancel();
    return false;
  }, `${request[0]} is still answered with 503`);
  return response as Response;
}
