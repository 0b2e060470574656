import { copyText } from '../theme/copy-text.ts';

/** True if the browser lets people send links with their apps, as those of phones do. */
export function mayShare(): boolean {
  return 'share' in navigator;
}

/**
 * Offers the apps with which the person sends links; where there are none, copies the link. `refused` if the page may do neither:
 * over plain HTTP, or in a frame without the permissions.
 */
export async function shareLink(url: string): Promise<'shared' | 'copied' | 'refused'> {
  try {
    if (mayShare()) {
      await navigator.share({ url });
      return 'shared';
    }
  } catch (error) {
    // The person has chosen none of the apps.
    if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
  }
  return (await copyText(url)) ? 'copied' : 'refused';
}
