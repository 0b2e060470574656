import type { Catalogue } from './catalogue.ts';

/** Says why an action of the person failed, in words that load with the first failure. */
export async function sayRefusal(error: unknown, catalogue: Pick<Catalogue, 'say' | 'locale'>): Promise<string> {
  const refusals = await import('./refusals.ts').catch(() => undefined);
  return refusals?.refusalText(error, catalogue) ?? catalogue.say('refused.unreachable');
}
