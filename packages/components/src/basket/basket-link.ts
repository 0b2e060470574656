/** The parameter of an address's fragment that has the IDs of a shared basket. */
const PARAMETER = 'basket';

/** Returns an address that carries the IDs in its fragment, which browsers send to no server. */
export function basketLink(address: string, ids: readonly number[]): string {
  const url = new URL(address);
  url.hash = `${PARAMETER}=${ids.join(',')}`;
  return url.href;
}

/** Returns the IDs that the fragment of an address carries; undefined if it carries none. */
export function basketIdsOf(address: string): readonly number[] | undefined {
  const [, list] = new RegExp(`[#&]${PARAMETER}=([\\d,]*)`).exec(new URL(address).hash) ?? [];
  if (list === undefined) return undefined;
  const ids = list.split(',').map(Number);
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0);
}
