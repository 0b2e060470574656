import { isServiceError, type ServiceFile } from '@asset-browsing-service/client';
import { openPictureCache, type PictureLease } from './picture-cache.ts';

/** Pictures that are fetched, because they need a token. The most recent ones stay in memory. */
export interface FetchedPictures {
  /**
   * Claims the picture at this address, and fetches it unless it is there. Its value is an address that is valid until it is
   * released.
   */
  lease(address: string, fetchFile: FetchFile): PictureLease<string>;
  /** Ends all requests, and frees the pictures as soon as nobody holds them. */
  close(): void;
}

/** Requests the file of a picture. */
type FetchFile = (signal: AbortSignal) => Promise<Pick<ServiceFile, 'blob'>>;

/** Limits of the pictures in memory: enough for several screens, few enough for phones. */
const KEPT = { bytes: 64e6, count: 1000 } as const;

/** Opens the fetched pictures of a service. */
export function openFetchedPictures(): FetchedPictures {
  const cache = openPictureCache<string>({
    maxBytes: KEPT.bytes,
    maxCount: KEPT.count,
    free: URL.revokeObjectURL,
    retryAfterOf: (error) => (isServiceError(error) ? error.retryAfter : undefined),
  });
  return {
    lease: (address, fetchFile) =>
      cache.lease(address, async (signal) => {
        const blob = await (await fetchFile(signal)).blob();
        return { value: URL.createObjectURL(blob), bytes: blob.size };
      }),
    close: cache.close,
  };
}
