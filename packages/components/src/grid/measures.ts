import type { Asset } from '@asset-browsing-service/client';
import type { Groups } from './later-groups.ts';
import type { GridView, LayoutOptions } from './layout.ts';

/** Width of the strip beside the list, in pixels: wide enough for a finger (WCAG 2.5.8). */
export const SCRUBBER_WIDTH = 24;

/** Heights in rem, so that they grow with the person's font size. `--_caption` in the styles is the same height. */
const CAPTION_REM = 2.125;
const LINE_REM = 3.75;
const HEADING_REM = 2.75;

/** Space between tiles with and without captions, in pixels. */
const GAP_WITH_CAPTIONS = 12;
const GAP = 4;

/** The look of a list. */
export interface Look {
  readonly view: GridView;
  /** Wanted edge of a tile, in pixels. */
  readonly tile: number;
  readonly captions: boolean;
}

/** Returns what the layout of a list depends on. */
export function layoutOptions(
  { view, tile, captions }: Look,
  width: number,
  total: number,
  assetAt: (position: number) => Asset | undefined,
  groups: Groups | undefined,
): Omit<LayoutOptions, 'width'> {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const gap = captions ? GAP_WITH_CAPTIONS : GAP;
  return {
    view,
    total,
    gap,
    // Even a phone shows two pictures side by side.
    tile: Math.max(1, Math.min(tile, Math.floor((width - gap) / 2))),
    line: LINE_REM * rem,
    heading: HEADING_REM * rem,
    ...(groups && { heads: groups.headsOf(total, assetAt) }),
    caption: captions && view !== 'list' ? CAPTION_REM * rem : 0,
    ratioAt: (position) => {
      const { preview_width = 0, preview_height = 0 } = assetAt(position) ?? {};
      return preview_width > 0 && preview_height > 0 ? preview_width / preview_height : undefined;
    },
  };
}
