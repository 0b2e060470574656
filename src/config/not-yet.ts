import { type Place, showValue } from './problems.ts';

/**
 * Settings whose feature this version doesn't have, where taking them silently would be dangerous: a service that its owner
 * believes closed would be open. Each accepts only the value that means "off". A feature that arrives takes its line away.
 */
const NOT_YET: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['token.verifier', 'none'],
  ['download.accelRedirect', null],
  ['download.fileNames', null],
  ['pin.parentNode', null],
]);

/** Refuses a value that asks for a feature which isn't there. `key` is the setting's own key path, without the endpoint. */
export function refuseNotYet(key: string, value: unknown, place: Place): void {
  if (!NOT_YET.has(key) || value === NOT_YET.get(key)) return;
  const message = `not available in this version; it accepts only ${showValue(NOT_YET.get(key))}`;
  place.problems.push({ key: place.key, source: place.source, message });
}
