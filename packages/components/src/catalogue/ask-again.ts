/** Times that a picture is asked for again: a busy service refuses some of many, and a connection may break. */
const TRIES = 3;
const LONGEST_SECONDS = 60;

/** How often each picture was asked for again, by its address. */
const TRIED = new WeakMap<HTMLImageElement, { readonly address: string; readonly tries: number }>();

/**
 * Asks again for a picture that an `<img>` could not load. Pages aren't told why, so the service is asked, and its `Retry-After`
 * obeyed. Meanwhile the image has `data-waits`. Once the picture is given up, it has not, and fires its error again.
 */
export async function askAgain(image: HTMLImageElement): Promise<void> {
  const { currentSrc: address } = image;
  const last = TRIED.get(image);
  const tries = last?.address === address ? last.tries : 0;
  TRIED.set(image, { address, tries: tries + 1 });
  const seconds = tries < TRIES && address.startsWith('http') ? await waitOf(address) : 0;
  if (seconds > 0) await new Promise((done) => setTimeout(done, 1000 * seconds));
  delete image.dataset['waits'];
  if (!image.isConnected || !image.hasAttribute('src') || image.currentSrc !== address) return;
  if (seconds === 0) image.dispatchEvent(new Event('error'));
  else image.setAttribute('src', image.src);
}

/** Seconds to wait before the next try; 0 if there is no use in one. */
async function waitOf(address: string): Promise<number> {
  const answer = await fetch(address, { method: 'HEAD' }).catch(() => undefined);
  if (answer && ![200, 429, 503].includes(answer.status)) return 0;
  return Math.min(LONGEST_SECONDS, Number(answer?.headers.get('retry-after')) || 1);
}
