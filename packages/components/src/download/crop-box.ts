import { html, type TemplateResult } from 'lit';
import type { Say } from '../texts/texts.ts';
import { styled } from '../theme/styled.ts';
import { type Corner, type CropArea, moveArea, moveCorner, type PixelSize, type Ratio } from './crop.ts';

/** What is cropped, and how. */
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

/** Share of the picture by which an arrow key moves; with Shift it moves ten times as far. */
const STEP = 0.01;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Draws a picture with the part of it that is kept. The part and its corners move by pointer and by arrow keys. */
export function cropBox({ say, image, picture, area, ratio, changed }: CropBoxOptions): TemplateResult {
  const limits = { picture, ratio };
  const move = (x: number, y: number, from = area) => changed(moveArea(from, x, y, picture));
  const resize =
    (corner: Corner) =>
    (x: number, y: number, from = area) =>
      changed(moveCorner(from, corner, [x, y], limits));
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
        class="crop-inside"
        aria-label=${say('download.crop.area')}
        aria-describedby="crop-keys"
        @keydown=${followKeys(picture, move)}
        @pointerdown=${followPointer(picture, area, move)}
      ></button>
      ${CORNERS.map(
        (corner) => html`<button
          type="button"
          class="crop-corner ${corner}"
          aria-label=${say(`download.crop.${corner}`)}
          aria-describedby="crop-keys"
          @keydown=${followKeys(picture, resize(corner))}
          @pointerdown=${followPointer(picture, area, resize(corner))}
        ></button>`,
      )}
    </div>
  </div>`;
}

type Move = (x: number, y: number, from?: CropArea) => void;

function followKeys(picture: PixelSize, move: Move) {
  return (event: KeyboardEvent) => {
    const [x, y] = ARROWS[event.key] ?? [];
    if (x === undefined || y === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const step = Math.max(1, Math.round(Math.max(picture.width, picture.height) * STEP * (event.shiftKey ? 10 : 1)));
    move(x * step, y * step);
  };
}

/** Each position counts from where the pointer went down, so that nothing is lost to rounding or at the edges. */
function followPointer(picture: PixelSize, start: CropArea, move: Move) {
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
      ({ clientX, clientY }) => move((clientX - event.clientX) * scale, (clientY - event.clientY) * scale, start),
      { signal },
    );
    for (const end of ['pointerup', 'pointercancel']) target.addEventListener(end, () => following.abort(), { signal });
  };
}
