import type { FeedScope } from '../feed/visibility.ts';
import type { Context } from './operation.ts';

/** What decides which changes the sender of a request sees. */
export function feedScopeOf({ catalogue, viewer, settings, timeZone, now }: Context): FeedScope {
  const { roots, changes, validity } = settings;
  return {
    snapshot: catalogue,
    ...{ viewer, roots, timeZone, now, days: changes.days },
    hidesInvalid: validity.view === 'hide',
    settings: [validity.download],
  };
}
