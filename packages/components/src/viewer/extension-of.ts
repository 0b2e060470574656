import type { Asset } from '@asset-browsing-service/client';

/** The extension of an asset's file in lower case. Short entries of lists have it only in the name. */
export function extensionOf({ extension, name }: Pick<Asset, 'extension' | 'name'>): string {
  return (extension || name.split('.').at(-1) || '').toLowerCase();
}
