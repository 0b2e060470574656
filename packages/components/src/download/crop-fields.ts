import { html, type TemplateResult } from 'lit';
import { type CropNumber, withNumber } from './crop.ts';
import type { CropBoxOptions } from './crop-box.ts';

/** Draws the numbers of the part to keep as fields, for people who cannot drag (WCAG 2.2: 2.5.7). */
export function cropFields({ say, picture, area, ratio, changed }: Omit<CropBoxOptions, 'image'>): TemplateResult {
  const field = (name: CropNumber, label: string) => {
    const change = ({ target }: Event) => {
      const input = target as HTMLInputElement;
      const { valueAsNumber: value } = input;
      const next = Number.isNaN(value) ? area : withNumber(area, name, value, { picture, ratio });
      // The area may be the same as before, which draws nothing.
      input.value = String(next[name]);
      changed(next);
    };
    const isSize = name === 'width' || name === 'height';
    const max = name === 'left' || name === 'width' ? picture.width : picture.height;
    return html`<label>
      ${label}
      <input
        type="number"
        min=${isSize ? 1 : 0}
        max=${isSize ? max : max - 1}
        inputmode="numeric"
        .value=${String(area[name])}
        @change=${change}
      />
    </label>`;
  };
  return html`<div class="fields">
    ${field('left', say('download.crop.left'))}${field('top', say('download.crop.top'))}
    ${field('width', say('download.size.width'))}${field('height', say('download.size.height'))}
  </div>`;
}
