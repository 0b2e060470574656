import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Say } from '../texts/texts.ts';
import { type CropArea, isWhole, type PixelSize, type Ratio, wholeOf, withRatio } from './crop.ts';
import { cropBox } from './crop-box.ts';
import type { Choice } from './plan.ts';
import { inUnit, isSizeAccepted, MOST_PIXELS, resultingSize, UNITS, type Unit, type WantedSize } from './size.ts';

/** What the options of a format show. */
export interface OptionsView {
  readonly catalogue: Catalogue;
  readonly choice: Choice;
  /** Size of the picture; undefined with several assets, or if unknown. */
  readonly picture: PixelSize | undefined;
  readonly ratio: RatioName;
  /** Dots per inch of the format that is resized. */
  readonly density: number;
  /** The `<img>` of the picture that is cropped. */
  readonly image: TemplateResult;
  readonly choose: (change: Partial<Choice> & { readonly ratio?: RatioName }) => void;
}

/** Ratios that a crop can be held to. */
export const RATIOS = ['free', 'original', '1:1', '4:3', '3:2', '16:9', '3:4', '2:3', '9:16'] as const;

/** The name of a ratio. */
export type RatioName = (typeof RATIOS)[number];

/** Width divided by height of a named ratio. */
export function ratioOf(name: RatioName, { width, height }: PixelSize): Ratio {
  if (name === 'free') return undefined;
  if (name === 'original') return width / height;
  const [across = 1, down = 1] = name.split(':').map(Number);
  return across / down;
}

const NO_SIZE = { width: 0, height: 0, unit: 'px' } as const;

/** Draws the choice of a size with its unit, and the pixels that it gives. */
export function sizeSection({ catalogue: { say }, choice, density, picture, choose }: OptionsView): TemplateResult {
  const size: WantedSize = choice.size ?? { ...NO_SIZE, density };
  const change = (part: Partial<WantedSize>) => choose({ size: { ...size, ...part } });
  const changeUnit = (unit: Unit) => {
    const convert = (length: number) => inUnit(length, size.unit, unit, size.density);
    change({ unit, width: convert(size.width), height: convert(size.height) });
  };
  const number = (name: 'width' | 'height' | 'density') => html`<label>
    ${say(`download.size.${name}`)}
    <input
      type="number"
      min="0"
      step="any"
      inputmode="decimal"
      .value=${size[name] > 0 ? String(size[name]) : ''}
      @input=${({ target }: Event) => change({ [name]: Math.max(0, (target as HTMLInputElement).valueAsNumber || 0) })}
    />
  </label>`;
  return html`<fieldset class="options">
    <legend>${say('download.size')}</legend>
    <div class="fields">
      ${number('width')}${number('height')}
      <label>
        ${say('download.size.unit')}
        <select @change=${({ target }: Event) => changeUnit((target as HTMLSelectElement).value as Unit)}>
          ${UNITS.map((unit) => html`<option value=${unit} .selected=${unit === size.unit}>${say(`download.unit.${unit}`)}</option>`)}
        </select>
      </label>
      ${size.unit === 'px' ? nothing : number('density')}
    </div>
    <p class="faint" role="status">${sizeText(say, size, choice.crop ?? picture)}</p>
  </fieldset>`;
}

function sizeText(say: Say, size: WantedSize, picture: PixelSize | undefined): string {
  if (!isSizeAccepted(size)) return say('download.size.too-large', { most: MOST_PIXELS });
  if (!picture) return say('download.size.inside');
  const { width, height } = resultingSize(picture, size);
  return say('download.size.gives', { width, height });
}

/** Draws the picture with the part that is kept, and the ratios that it can be held to. */
export function cropSection(view: OptionsView, picture: PixelSize): TemplateResult {
  const { choice, ratio, image, choose } = view;
  const { say } = view.catalogue;
  const area = choice.crop ?? wholeOf(picture);
  const changed = (crop: CropArea) => choose({ crop: isWhole(crop, picture) ? undefined : crop });
  const changeRatio = ({ target }: Event) => {
    const name = (target as HTMLSelectElement).value as RatioName;
    const crop = withRatio(area, ratioOf(name, picture), picture);
    choose({ ratio: name, crop: isWhole(crop, picture) ? undefined : crop });
  };
  return html`<fieldset class="options">
    <legend>${say('download.crop')}</legend>
    <div class="fields">
      <label>
        ${say('download.crop.ratio')}
        <select @change=${changeRatio}>
          ${RATIOS.map(
            (name) =>
              html`<option value=${name} .selected=${name === ratio}>
                ${name === 'free' || name === 'original' ? say(`download.crop.${name}`) : name}
              </option>`,
          )}
        </select>
      </label>
      <button type="button" aria-disabled=${choice.crop === undefined} @click=${() => choose({ crop: undefined, ratio: 'free' })}>
        ${say('download.crop.reset')}
      </button>
    </div>
    ${cropBox({ say, image, picture, area, ratio: ratioOf(ratio, picture), changed })}
    <p class="faint" id="crop-keys">${say('download.crop.keys')}</p>
    <p class="faint" role="status">${say('download.crop.gives', area as CropArea & Record<string, number>)}</p>
  </fieldset>`;
}
