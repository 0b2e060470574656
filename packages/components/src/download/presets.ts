import { html, nothing, type TemplateResult } from 'lit';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { isWhole, type PixelSize, wholeOf, withRatio } from './crop.ts';
import { type OptionsView, type RatioName, ratioOf } from './options-section.ts';
import { directFormats, type Offers } from './plan.ts';
import { atDensity, resultingSize } from './size.ts';

/** Parts of pictures that people often need: a ratio, and the width in pixels. */
const PRESETS: readonly (readonly [ratio: RatioName, width: number])[] = [
  ['16:9', 1920],
  ['4:3', 1600],
  ['1:1', 1080],
  ['9:16', 1080],
];

/** Draws a button for each of them, if a picture has a format that can be cropped and resized. */
export function presetsSection(
  view: Pick<OptionsView, 'choice' | 'ratio' | 'choose'> & {
    readonly catalogue: Catalogue;
    readonly offers: Offers;
    readonly picture: PixelSize | undefined;
  },
): TemplateResult | typeof nothing {
  const { catalogue, offers, picture, choice, ratio: chosenRatio, choose } = view;
  const [only] = offers.values();
  const format = only && directFormats(only).find(({ editable, resizeable }) => editable && resizeable);
  if (!picture || !format || offers.size !== 1) return nothing;
  const preset = ([name, width]: readonly [RatioName, number]) => {
    const ratio = ratioOf(name, picture);
    const crop = withRatio(wholeOf(picture), ratio, picture);
    const size = { width, height: 0, unit: 'px', density: undefined } as const;
    // What is smaller than that is not enlarged, so its own size is promised.
    const enlarge = catalogue.about.downloadConversions[format.id]?.enlarge;
    const given = resultingSize(crop, atDensity(size), enlarge);
    const isChosen = choice.format === format.id && chosenRatio === name && choice.size?.width === width;
    const part = isWhole(crop, picture) ? undefined : crop;
    const press = () => choose({ format: format.id, ratio: name, crop: part, size });
    return html`<button type="button" aria-pressed=${isChosen} @click=${press}>
      ${name} · ${given.width} × ${given.height}
    </button>`;
  };
  return html`<div role="group" aria-labelledby="presets">
    <p class="heading" id="presets">${catalogue.say('download.presets')}</p>
    <div class="buttons">${PRESETS.map(preset)}</div>
  </div>`;
}
