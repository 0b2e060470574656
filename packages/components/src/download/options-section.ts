import type { Asset } from '@asset-browsing-service/client';
import { html, noChange, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { pictureAddress } from '../catalogue/pictures.ts';
import type { Say } from '../texts/texts.ts';
import { type CropArea, isWhole, type PixelSize, type Ratio, wholeOf, withRatio } from './crop.ts';
import { cropBox } from './crop-box.ts';
import { cropFields } from './crop-fields.ts';
import { type Conversion, pixelsGiven, staysAsItIs } from './format-facts.ts';
import type { Choice, PlannedItem } from './plan.ts';
import {
  atDensity,
  inDigits,
  inUnit,
  isSizeAccepted,
  isSizeRead,
  MAX_PIXELS,
  pixelsOf,
  readPositive,
  resultingSize,
  type SizeChoice,
  UNITS,
  type Unit,
  type WantedSize,
} from './size.ts';

/** What the options of a download show. */
export interface OptionsView {
  readonly catalogue: Catalogue;
  /** What is known of the assets, by ID. */
  readonly assets: ReadonlyMap<number, Asset>;
  /** Size of the picture; undefined with several assets, or if unknown. */
  readonly picture: PixelSize | undefined;
  readonly choice: Choice;
  readonly ratio: RatioName;
  readonly choose: (change: Partial<Choice> & { readonly ratio?: RatioName }) => void;
}

/** Ratios to which the cropped part can be held. */
const RATIOS = ['free', 'original', '1:1', '4:3', '3:2', '16:9', '3:4', '2:3', '9:16'] as const;

export type RatioName = (typeof RATIOS)[number];

/** Width divided by height of a named ratio. */
export function ratioOf(name: RatioName, { width, height }: PixelSize): Ratio {
  if (name === 'free') return undefined;
  if (name === 'original') return width / height;
  const [across = 1, down = 1] = name.split(':').map(Number);
  return across / down;
}

/** Draws the options that the formats of these items have: a part of the picture, and a size. */
export function optionsSection(view: OptionsView, items: readonly PlannedItem[]): TemplateResult {
  const { assets, picture } = view;
  const [first] = items;
  const asset = assets.get(first?.id ?? 0);
  const canCrop = items.length === 1 && first?.format.editable;
  const resized = items.find(({ format }) => format.resizeable);
  return html`
    ${canCrop && asset && picture ? cropSection(view, asset, picture) : nothing}
    ${resized ? sizeSection(view, resized.format.id) : nothing}
  `;
}

const NO_SIZE: SizeChoice = { width: 0, height: 0, unit: 'px', density: undefined };

/** Draws the choice of a size with its unit, and the resulting size in pixels. */
function sizeSection({ catalogue, choice, picture, choose }: OptionsView, format: number): TemplateResult {
  const { say, about } = catalogue;
  const formatDensity = about.downloadDpi[format];
  const chosen = choice.size ?? NO_SIZE;
  const size = atDensity(chosen, formatDensity);
  const change = (part: Partial<SizeChoice>) => choose({ size: { ...chosen, ...part } });
  const changeUnit = (unit: Unit) => {
    // An unreadable density would make the sides unreadable, too.
    const density = Number.isNaN(size.density) ? undefined : chosen.density;
    const convert = (length: number) =>
      inUnit(length, size.unit, unit, atDensity({ ...chosen, density }, formatDensity).density);
    change({ unit, width: convert(size.width), height: convert(size.height), density });
  };
  const number = (name: 'width' | 'height' | 'density') => {
    const value = chosen[name] ?? size[name];
    // Unreadable input stays in the field, because it may become a number as the person types on.
    return html`<label>
      ${say(`download.size.${name}`)}
      <input
        type="number"
        min="0"
        step="any"
        inputmode="decimal"
        .value=${Number.isNaN(value) ? noChange : value > 0 ? String(value) : ''}
        @input=${({ target }: Event) => change({ [name]: readPositive(target as HTMLInputElement) })}
      />
    </label>`;
  };
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
    <p class="faint" role="status">${sizeText(say, size, { conversion: about.downloadConversions[format], picture: choice.crop ?? picture })}</p>
  </fieldset>`;
}

function sizeText(
  say: Say,
  size: WantedSize,
  { conversion, picture }: { readonly conversion: Conversion | undefined; readonly picture: PixelSize | undefined },
): string {
  if (!isSizeRead(size)) return say('download.size.unread');
  if (!isSizeAccepted(size)) return say('download.size.too-large', { most: MAX_PIXELS });
  const enlarge = conversion?.enlarge ?? false;
  if (!picture) return enlarge ? '' : say('download.size.inside');
  const isWanted = size.width > 0 || size.height > 0;
  const given = isWanted ? resultingSize(picture, size, enlarge) : pixelsGiven(conversion, picture);
  if (!given) return '';
  const { width, height } = given;
  const limit = Math.max(...[size.width, size.height].map((side) => pixelsOf(side, size.unit, size.density)));
  return staysAsItIs(limit, given, picture)
    ? say('download.size.stays', inDigits({ limit, width, height }))
    : say('download.size.gives', inDigits({ width, height }));
}

/** Draws the choice of a ratio, and the picture with the part that is kept. */
function cropSection(
  { catalogue, choice, ratio, choose }: OptionsView,
  asset: Asset,
  picture: PixelSize,
): TemplateResult {
  const { say, pictures } = catalogue;
  const image = html`<img alt="" draggable="false" src=${pictureAddress(pictures.choiceOf(asset, 640))} />`;
  const area = choice.crop ?? wholeOf(picture);
  const changed = (crop: CropArea) => choose({ crop: isWhole(crop, picture) ? undefined : crop });
  const crop = { say, picture, area, ratio: ratioOf(ratio, picture), changed };
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
    ${cropBox({ ...crop, image })}
    <p class="faint" id="crop-keys">${say('download.crop.keys')}</p>
    ${cropFields(crop)}
    <p class="faint" role="status">${say('download.crop.gives', inDigits(area))}</p>
  </fieldset>`;
}
