/** The parameter in the fragment of an address that has the IDs of a shared basket. */
const PARAMETER = 'basket';

/** Returns an address, also a relative one, with the IDs in its fragment, which browsers do not send to the server. */
export function basketLink(address: string, ids: readonly number[]): string {
  const url = urlOf(address);
  url.hash = `${PARAMETER}=${ids.join(',')}`;
  return url.href;
}

/** Returns the IDs in the fragment of an address; undefined if it has no parameter for them. */
export function basketIdsOf(address: string): readonly number[] | undefined {
  // The page at `/` writes points between IDs, as in its other parameters.
  const [, list] = new RegExp(`[#&]${PARAMETER}=([\\d,.]*)`).exec(urlOf(address).hash) ?? [];
  if (list === undefined) return undefined;
  const ids = list.split(/[,.]/).map(Number);
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0);
}

function urlOf(address: string): URL {
  return new URL(address, globalThis.document?.baseURI);
}
