import type { Client } from './client.ts';

/** Addresses that IIIF viewers open. They have no token. */
export interface IiifAddresses {
  /** The image, for OpenSeadragon and for `info.json` below it. */
  readonly image: string;
  /** The manifest, for Mirador and Universal Viewer. */
  readonly manifest: string;
}

/** Returns the addresses of an asset for IIIF viewers; of the image, another version or page (from 0) may be meant. */
export function iiifOf(
  { base }: Pick<Client, 'base'>,
  { id }: { readonly id: number },
  { version, page }: { readonly version?: number; readonly page?: number } = {},
): IiifAddresses {
  const named = `${id}${version === undefined ? '' : `;version=${version}`}${page === undefined ? '' : `;page=${page}`}`;
  return { image: `${base}iiif/image/3/${named}`, manifest: `${base}iiif/presentation/3/asset/${id}/manifest` };
}
