/** Returns an address that is safe to link to; undefined for `javascript:` and the like. */
export function webAddress(address: string): string | undefined {
  const base = globalThis.document?.baseURI;
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
