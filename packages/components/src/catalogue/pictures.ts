import type { Asset, Client, ServiceFile } from '@asset-browsing-service/client';
import { noChange } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';

/** What a picture is made of. Another version is another picture. */
export type Pictured = Pick<Asset, 'id' | 'version'>;

/** Gives the addresses of pictures. */
export interface Pictures {
  /**
   * The address of a picture that is at least as large as `width` CSS pixels on this screen, if the service has one so large;
   * `page` counts from 0. A promise while it must be fetched, which rejects if that fails.
   */
  addressOf(asset: Pictured, width: number, page?: number): string | Promise<string>;
  /** Frees the pictures that were fetched. */
  close(): void;
}

/** Boxes that the service draws pictures into, in pixels, unless it is configured otherwise. */
const THUMB = 256;
const PREVIEW = 1024;

/** A picture may be drawn this much larger than it is; nobody sees that, and it saves several times the bytes. */
const STRETCH = 1.35;

/** An operation that delivers a picture. */
interface PictureOperation<Q> {
  (query: Q): Promise<ServiceFile>;
  url(query: Q): string;
}

/** Fetched pictures that are kept. */
const MOST_FETCHED = 500;

/**
 * Opens the pictures of a service. With a token they are fetched, because an address with a token would end up in logs and
 * histories; without one, the browser loads them.
 */
export function openPictures(client: Client, hasToken: boolean): Pictures {
  const fetched = new Map<string, Promise<string>>();

  function remember(address: string, request: () => Promise<ServiceFile>): Promise<string> {
    const known = fetched.get(address);
    // The order of a Map is that of insertion: the first is the one that was used longest ago.
    fetched.delete(address);
    const picture = known ?? request().then(async (file) => URL.createObjectURL(await file.blob()));
    fetched.set(address, picture);
    if (!known) picture.catch(() => fetched.delete(address));
    for (const [oldest, one] of fetched) {
      if (fetched.size <= MOST_FETCHED) break;
      fetched.delete(oldest);
      one.then(URL.revokeObjectURL, () => {});
    }
    return picture;
  }

  function picture<Q>(operation: PictureOperation<Q>, query: Q): string | Promise<string> {
    const address = operation.url(query);
    return hasToken ? remember(address, () => operation(query)) : address;
  }

  return {
    addressOf: ({ id, version }, width, page) => {
      const pixels = width * devicePixelRatio;
      const shared = { version, ...(page === undefined ? {} : { page }) };
      if (pixels <= THUMB * STRETCH) return picture(client.asset.thumb, { thumb: id, ...shared });
      return picture(client.asset.preview, {
        preview: id,
        ...(pixels > PREVIEW * STRETCH && { big: true }),
        ...shared,
      });
    },
    close: () => {
      for (const picture of fetched.values()) picture.then(URL.revokeObjectURL, () => {});
      fetched.clear();
    },
  };
}

/** Sets the address of an `<img>`, now or when the picture has been fetched. */
class PictureAddress extends AsyncDirective {
  #latest: string | Promise<string> | undefined;

  override render(address: string | Promise<string>): unknown {
    if (this.#latest === address) return noChange;
    this.#latest = address;
    if (typeof address === 'string') return address;
    address.then(
      (fetched) => this.#latest === address && this.isConnected && this.setValue(fetched),
      () => {},
    );
    return '';
  }

  override reconnected(): void {
    this.#latest = undefined;
  }
}

/** Renders `Pictures.addressOf` as the `src` of an `<img>`. */
export const pictureAddress = directive(PictureAddress);
