import { type GivenPicture, givenPicture, type Pictured } from '../catalogue/given-pictures.ts';

/** What the tile of each picture began with. It keeps that: lists draw tiles often, and the picture soon hides it. */
const DRAWN = new WeakMap<GivenPicture, string>();

/** Draws the blurred colours; undefined until its script has arrived, which the first tiles don't wait for. */
let draw: typeof import('thumbhash').thumbHashToDataURL | undefined;
let isAsked = false;

/** The `background` of a tile until its picture has arrived: a few blurred colours of it, or one; empty if the list knows none. */
export function placeholderOf(asset: Pictured, isBlurred: boolean): string {
  const picture = givenPicture(asset);
  if (!isBlurred || !picture?.thumbhash) return picture?.color ?? '';
  let drawn = DRAWN.get(picture);
  if (drawn === undefined) {
    drawn = blurred(picture);
    DRAWN.set(picture, drawn);
  }
  return drawn;
}

function blurred({ thumbhash = '', color = '', focus }: GivenPicture): string {
  if (!isAsked) {
    isAsked = true;
    // After the tiles that are being drawn have asked for their pictures.
    setTimeout(async () => {
      const script = await import('thumbhash').catch(() => undefined);
      draw = script?.thumbHashToDataURL;
      isAsked = draw !== undefined;
    });
  }
  if (!draw) return color;
  const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
  const position = focus ? `${100 * focus.x}% ${100 * focus.y}%` : 'center';
  return `url(${draw(bytes)}) ${position} / cover ${color}`;
}
