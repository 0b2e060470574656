import { html, type TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';
import { styled } from '../theme/styled.ts';
import {
  type Corner,
  type CropArea,
  dragCorner,
  isWhole,
  type Move,
  moveArea,
  moveCorner,
  type PixelSize,
  type Ratio,
} from './crop.ts';

/** The picture to crop, and how. */
export interface CropBoxOptions {
  readonly say: Say;
  /** The `<img>` of the whole picture. */
  readonly image: TemplateResult;
  readonly picture: PixelSize;
  readonly area: CropArea;
  readonly ratio: Ratio;
  readonly changed: (area: CropArea) => void;
}

const CORNERS: readonly Corner[] = ['nw', 'ne', 'sw', 'se'];

/** Share of the longer side of the picture by which an arrow key moves; with Shift, ten times as much. */
const STEP = 0.01;

const ARROWS: Readonly<Record<string, Move>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Draws a picture with the part of it to keep. The part and its corners follow the pointer and the arrow keys. */
export function cropBox({ say, image, picture, area, ratio, changed }: CropBoxOptions): TemplateResult {
  const limits = { picture, ratio };
  const moved = (move: Move) => changed(moveArea(area, move, picture));
  const resized = (corner: Corner) => (move: Move) => changed(moveCorner(area, corner, move, limits));
  // In a small area, a pointer reaches only the corner that covers the others, so it may drag that one past them.
  const dragged = (corner: Corner) => (move: Move) => changed(dragCorner(area, corner, move, limits));
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return html`<div class="crop" dir="ltr" ${styled({ '--_ratio': String(picture.width / picture.height) })}>
    ${image}
    <div
      class="crop-area"
      ${styled({
        '--_left': percent(area.left, picture.width),
        '--_top': percent(area.top, picture.height),
        '--_width': percent(area.width, picture.width),
        '--_height': percent(area.height, picture.height),
      })}
    >
      <button
        type="button"
        class="crop-inside ${isWhole(area, picture) ? 'whole' : ''}"
        aria-label=${say('download.crop.area')}
        aria-describedby="crop-keys"
        @keydown=${followKeys(picture, moved)}
        @pointerdown=${followPointer(picture, moved)}
      ></button>
      ${CORNERS.map(
        (corner) => html`<button
          type="button"
          class="crop-corner ${corner}"
          aria-label=${say(`download.crop.${corner}`)}
          aria-describedby="crop-keys"
          @keydown=${followKeys(picture, resized(corner))}
          @pointerdown=${followPointer(picture, dragged(corner))}
        ></button>`,
      )}
    </div>
  </div>`;
}

/** Called with a movement from the place that the area had when it was drawn. */
type Moved = (move: Move) => void;

function followKeys(picture: PixelSize, moved: Moved) {
  return (event: KeyboardEvent) => {
    const [x, y] = ARROWS[event.key] ?? [];
    if (x === undefined || y === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const step = Math.max(1, Math.round(Math.max(picture.width, picture.height) * STEP * (event.shiftKey ? 10 : 1)));
    moved([x * step, y * step]);
  };
}

/** Counts each position from where the pointer went down, so that no movement is lost by rounding or beyond the edges. */
function followPointer(picture: PixelSize, moved: Moved) {
  return (event: PointerEvent) => {
    const target = event.currentTarget as HTMLElement;
    const box = target.closest('.crop')?.getBoundingClientRect();
    if (!box?.width || event.button !== 0) return;
    const scale = picture.width / box.width;
    const following = new AbortController();
    const { signal } = following;
    target.setPointerCapture(event.pointerId);
    target.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => moved([(clientX - event.clientX) * scale, (clientY - event.clientY) * scale]),
      { signal },
    );
    for (const end of ['pointerup', 'pointercancel']) target.addEventListener(end, () => following.abort(), { signal });
  };
}
