import type { TokenProvider } from '../catalogue/catalogue.ts';

/**
 * Makes a token provider of a function that asks the surrounding page for a token, one question at a time. Requests that were sent
 * with the same token are refused one after the other, and only the first of them asks for another token: the page would take the
 * second question for a refusal of its new token.
 */
export function openTokens(ask: (isRefused: boolean) => Promise<string | undefined>): TokenProvider {
  let latest: string | undefined;
  let answer: Promise<unknown> = Promise.resolve();
  return (refused) => {
    const next = answer.then(async () => {
      if (refused === undefined || refused === latest) latest = await ask(refused !== undefined);
      return latest;
    });
    // A question that fails must not be the answer to the next ones.
    answer = next.catch(() => {});
    return next;
  };
}
