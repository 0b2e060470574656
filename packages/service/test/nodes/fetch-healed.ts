import { A_START, until } from '../../../core/test/support/until.ts';

/** Like `fetch`, but asks again while the answer is 503, because a node that is ready may still refuse for a moment. */
export async function fetchHealed(url: string): Promise<Response> {
  let response: Response | undefined;
  await until(
    async () => {
      await response?.body?.cancel();
      response = await fetch(url);
      return response.status !== 503;
    },
    `${url} is still answered with 503`,
    A_START,
  );
  return response as Response;
}
