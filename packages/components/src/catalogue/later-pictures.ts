import type { FetchedPictures } from './fetched-pictures.ts';
import type { PictureLease } from './picture-cache.ts';

/** Opens fetched pictures whose script is loaded with the first of them, because pages without tokens have none. */
export function openLaterPictures(): FetchedPictures {
  let pictures: FetchedPictures | undefined;
  let isClosed = false;

  async function open(): Promise<FetchedPictures> {
    const { openFetchedPictures } = await import('./fetched-pictures.ts');
    pictures ??= openFetchedPictures();
    if (isClosed) pictures.close();
    return pictures;
  }

  return {
    lease: (address, fetchFile) => {
      if (pictures) return pictures.lease(address, fetchFile);
      let lease: PictureLease<string> | undefined;
      let [isReleased, hasFailed] = [false, false];
      const arrived = open().then((opened) => {
        lease = opened.lease(address, fetchFile);
        // Nothing is requested before the end of this task.
        if (isReleased) lease.release();
        return lease.arrived;
      });
      arrived.catch(() => {
        hasFailed = true;
      });
      return {
        arrived,
        get value() {
          return lease?.value;
        },
        get hasFailed() {
          return hasFailed;
        },
        release: () => {
          isReleased = true;
          lease?.release();
        },
      };
    },
    close: () => {
      isClosed = true;
      pictures?.close();
    },
  };
}
