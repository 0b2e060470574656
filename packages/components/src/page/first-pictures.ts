import type { Asset, SystemInformation } from '@asset-browsing-service/client';
import { orderOf } from '../assets/order.ts';
import { choose, givenPicture, type Pictured } from '../catalogue/given-pictures.ts';
import { groupsOf } from '../grid/groups.ts';
import { layOutJustified } from '../grid/justified.ts';
import { GROUPING, SAMPLE } from '../grid/later-groups.ts';
import { layoutOptions, SCRUBBER_WIDTH } from '../grid/measures.ts';
import { longestIn } from '../grid/picture-size.ts';

GROUPING.groupsOf = groupsOf;

/** How long the elements wait for the largest picture at most. */
const MAX_WAIT_MS = 1000;

/** Ends the wait for a touch. */
const gone = new AbortController();

/** What people do to a page that has arrived, or is late. */
const TOUCHES = ['keydown', 'pointerdown', 'wheel', 'touchmove'];

/** The first assets of the list, as the page contains them, and how they are drawn. */
export interface FirstPictures {
  readonly first: { readonly about: SystemInformation; readonly assets: readonly Asset[]; readonly total?: number };
  readonly locale: string;
  /** Height of the rows, in pixels. */
  readonly height: number;
  /** Address of the service. */
  readonly base: string;
}

/**
 * Draws the first pictures where the list will have them, while the scripts of the elements are still loading or running. They go
 * when the list has its own (`removeFirstPictures`), or somebody touches the page. Resolves when the largest can be drawn, or at the
 * first touch, but after a while at the latest.
 */
export async function drawFirstPictures({ first, locale, height, base }: FirstPictures): Promise<void> {
  const { about: system, assets, total } = first;
  const area = document.createElement('div');
  area.id = 'first';
  document.body.append(area);
  const touched = new Promise<void>((resolve) => {
    const remove = () => {
      removeFirstPictures();
      resolve();
    };
    for (const touch of TOUCHES) addEventListener(touch, remove, { capture: true, signal: gone.signal });
  });
  const width = Math.max(0, area.clientWidth - SCRUBBER_WIDTH);
  const say = () => '';
  const groups = groupsOf(assets.slice(0, SAMPLE), orderOf({}, system), { about: system, locale, say });
  const at = (position: number) => assets[position];
  const options = layoutOptions(
    { view: 'justified', tile: height, captions: false },
    width,
    total ?? assets.length,
    at,
    groups,
  );
  const boxes = [...layOutJustified({ ...options, width }).boxesIn(0, area.clientHeight)];
  // The largest one is asked for first, because it is what people see the page by.
  for (const box of boxes.sort((a, b) => b.width * b.height - a.width * a.height)) {
    const asset = at(box.position);
    const given = asset && givenPicture(asset as Pictured);
    if (!asset || !given?.srcset) continue;
    const { key: _, position, ...chosen } = choose(given, longestIn('justified', asset, box), base);
    const tile = document.createElement('div');
    // A pixel higher than in the list, whose picture browsers would count as a larger one for parts of a pixel.
    Object.assign(tile.style, {
      ...{ left: `${box.x}px`, top: `${box.y}px`, width: `${Math.ceil(box.width)}px` },
      ...{ height: `${Math.ceil(box.height) + 1}px` },
      background: given.color ?? '',
    });
    // The others make room for the elements, which are asked for when the first is there.
    const image = Object.assign(new Image(), {
      alt: '',
      fetchPriority: area.hasChildNodes() ? 'low' : 'high',
      ...chosen,
    });
    image.style.objectPosition = position;
    tile.append(image);
    area.append(tile);
  }
  const late = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  const drawn = area
    .querySelector('img')
    ?.decode()
    .catch(() => {});
  await Promise.race([touched, late, drawn]);
}

/** Removes the first pictures, if they are there. */
export function removeFirstPictures(): void {
  gone.abort();
  document.getElementById('first')?.remove();
}
