import type { Asset } from '@asset-browsing-service/client';
import type { Page } from '@playwright/test';
import { SIZES } from './many-assets.ts';

/** Number of assets of the list. */
export const MILLION = 1_000_000;

const FIRST_ID = 7_000_000;

/** ID of the asset at a position. */
export const idAt = (position: number) => FIRST_ID + position;

/** Width of the picture of an asset in pixels. No two on one screen have the same, so it tells whose picture is shown. */
export const pictureWidthOf = (id: number) => 100 + (id % 997);

/**
 * Lets a page find a million assets in each list; answered here, as such a catalogue takes minutes to make. Returns the numbers of
 * the pages of lists that were asked for, from 1.
 */
export async function answerMillion(page: Page, service: string): Promise<readonly number[]> {
  const first = await fetch(`${service}/node.do?search=&extended=true&paginate=1`);
  const [like] = ((await first.json()) as { readonly data: readonly Asset[] }).data;
  const pages: number[] = [];

  function assetAt(position: number) {
    const [width, height] = SIZES[position % SIZES.length] ?? [1, 1];
    const name = `item ${position}`;
    const id = idAt(position);
    // Without widths to choose from, its thumbnail is asked for, whose own width tells whose picture is shown.
    const picture = { src: `asset.do?picture=${id}&version=1`, width, height, focus: null };
    return { ...like, id, version: 1, name, alt_name: name, preview_width: width, preview_height: height, picture };
  }

  await page.route(/\/node\.do\?(?=.*\bsearch=)(?=.*\bpaginate=)/, async (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const [number, size] = [Number(asked.get('page') ?? 1), Number(asked.get('paginate'))];
    // The scrubber asks for one asset, to say what is at its place.
    if (size > 1) pages.push(number);
    const start = (number - 1) * size;
    const count = Math.max(0, Math.min(size, MILLION - start));
    const data = Array.from({ length: count }, (_, index) => assetAt(start + index));
    const headers = { 'access-control-allow-origin': '*' };
    const answered = route.fulfill({ headers, json: { version: 2, status: 200, data, total: MILLION } });
    // The page may have ended the request meanwhile.
    await answered.catch(() => {});
  });
  await page.route(/\/asset\.do\?.*\b(?:thumb|preview)=/, async (route) => {
    const [, id] = /\b(?:thumb|preview)=(\d+)/.exec(route.request().url()) ?? [];
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureWidthOf(Number(id))}" height="100"/>`;
    await route.fulfill({ contentType: 'image/svg+xml', body: svg }).catch(() => {});
  });

  return pages;
}
