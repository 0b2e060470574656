/** Returns the address at which the page of the service at `base` shows an asset; version 0 is the current one. */
export function assetLink(base: string, assetId: number, version: number): string {
  return `${base}?asset=${assetId}${version > 0 ? `#version=${version}` : ''}`;
}
