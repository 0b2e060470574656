import { type Asset, type Client, isServiceError, type ServiceFile } from '@asset-browsing-service/client';
import { noChange } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import { openPictureCache, type PictureLease } from './picture-cache.ts';

/** What identifies the picture of an asset. Another version is another picture. */
export type Pictured = Pick<Asset, 'id' | 'version'>;

/** A picture that must be fetched, because a token is needed. Nothing is sent before it is leased. */
export interface FetchedPicture {
  /** The same for the same picture. */
  readonly key: string;
  /** Claims the picture. Its value is an address that is good until the lease is released. */
  lease(): PictureLease<string>;
}

/** Where a picture comes from: its address, or what fetches it. */
export type PictureSource = string | FetchedPicture;

/** Gives the pictures of a service. */
export interface Pictures {
  /**
   * A picture that is at least as large as `width` CSS pixels on this screen, if the service has one so large; `page` counts
   * from 0.
   */
  addressOf(asset: Pictured, width: number, page?: number): PictureSource;
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
  (query: Q, options: { readonly signal: AbortSignal }): Promise<ServiceFile>;
  url(query: Q): string;
}

/** Fetched pictures that are kept in memory, besides those on the screen: enough for several screens, few enough for phones. */
const KEPT = { bytes: 64e6, count: 1000 } as const;

/**
 * Opens the pictures of a service. With a token they are fetched, because an address with a token would end up in logs and
 * histories; without one, the browser loads them.
 */
export function openPictures(client: Client, hasToken: boolean): Pictures {
  const cache = openPictureCache<string>({
    mostBytes: KEPT.bytes,
    mostCount: KEPT.count,
    free: URL.revokeObjectURL,
    retryAfterOf: (error) => (isServiceError(error) ? error.retryAfter : undefined),
  });

  function picture<Q>(operation: PictureOperation<Q>, query: Q): PictureSource {
    const address = operation.url(query);
    if (!hasToken) return address;
    const load = async (signal: AbortSignal) => {
      const blob = await (await operation(query, { signal })).blob();
      return { value: URL.createObjectURL(blob), bytes: blob.size };
    };
    return { key: address, lease: () => cache.lease(address, load) };
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
    close: cache.close,
  };
}

/** An address that cannot be shown, so that the `<img>` tells of an error as if its picture were missing. */
const NO_PICTURE = 'data:,';

/** Sets the address of an `<img>`, now or when the picture has been fetched, and holds the picture while it is shown. */
class PictureAddress extends AsyncDirective {
  #source: PictureSource | undefined;
  #lease: PictureLease<string> | undefined;

  override render(source: PictureSource): unknown {
    const before = this.#source;
    this.#source = source;
    if (typeof source === 'string') {
      this.#release();
      return source;
    }
    const isSame = typeof before === 'object' && before.key === source.key;
    if (isSame && this.#lease && !this.#lease.hasFailed) return noChange;
    return this.#take(source, isSame ? noChange : '');
  }

  /** Returns the address, or what stands for it until the picture is there. */
  #take(source: FetchedPicture, until: unknown): unknown {
    const lease = source.lease();
    this.#release();
    this.#lease = lease;
    if (lease.value !== undefined) return lease.value;
    const set = (address: string) => this.#lease === lease && this.isConnected && this.setValue(address);
    lease.arrived.then(set, () => set(NO_PICTURE));
    return until;
  }

  #release(): void {
    this.#lease?.release();
    this.#lease = undefined;
  }

  override disconnected(): void {
    this.#release();
  }

  override reconnected(): void {
    if (typeof this.#source === 'object') this.setValue(this.#take(this.#source, ''));
  }
}

/** Renders `Pictures.addressOf` as the `src` of an `<img>`. */
export const pictureAddress = directive(PictureAddress);
