import type { Frame } from './frame.ts';

/** A colour as red, green and blue, each 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Size in pixels and look of a waveform. */
interface WaveformStyle {
  readonly width: number;
  readonly height: number;
  /** Share of the height that the loudest bar takes. */
  readonly fill: number;
  /** Empty pixels at the left and at the right. */
  readonly margin: number;
  /** Colours of the first and the last bar; the bars between blend from one to the other. */
  readonly colours: readonly [Colour, Colour];
}

/** Size in pixels of the picture that represents a sound without a cover. */
export const BARS = { width: 1600, height: 900 } as const;

/** Width of a bar as a share of the distance between two bars. */
const BAR = 0.56;

/**
 * Draws loudness values (0 to 1) as bars with round ends, centred vertically, in pixels with alpha (not premultiplied).
 * Writes pixels directly, because rendering an SVG with many shapes takes a second.
 */
export function drawWaveform(peaks: readonly number[], style: WaveformStyle): Frame {
  const { width, height, fill, margin } = style;
  const pixels = Buffer.alloc(width * height * 4);
  const pitch = (width - 2 * margin) / peaks.length;
  const radius = Math.max(0.5, (pitch * BAR) / 2);
  const loudest = Math.max(...peaks, 0.02);
  for (const [bar, peak] of peaks.entries()) {
    const centre = margin + (bar + 0.5) * pitch;
    // Silence becomes a dot. The square root makes quiet passages visible.
    const reach = Math.max(0, (Math.sqrt(peak / loudest) * fill * height) / 2 - radius);
    const colour = mix(style.colours, peaks.length < 2 ? 0 : bar / (peaks.length - 1));
    drawCapsule({ pixels, width, height }, { centre, reach, radius }, colour);
  }
  return { width, height, pixels };
}

/** Draws a vertical line with round ends, whose edge is smoothed over one pixel. */
function drawCapsule(
  { pixels, width, height }: Frame,
  { centre, reach, radius }: { centre: number; reach: number; radius: number },
  [red, green, blue]: Colour,
): void {
  const middle = height / 2;
  const left = Math.max(0, Math.floor(centre - radius - 1));
  const right = Math.min(width - 1, Math.ceil(centre + radius + 1));
  const top = Math.max(0, Math.floor(middle - reach - radius - 1));
  const bottom = Math.min(height - 1, Math.ceil(middle + reach + radius + 1));
  for (let y = top; y <= bottom; y++) {
    const beyond = Math.max(0, Math.abs(y + 0.5 - middle) - reach);
    for (let x = left; x <= right; x++) {
      const cover = Math.min(1, radius + 0.5 - Math.hypot(x + 0.5 - centre, beyond));
      if (cover <= 0) continue;
      const at = (y * width + x) * 4;
      pixels[at] = red;
      pixels[at + 1] = green;
      pixels[at + 2] = blue;
      pixels[at + 3] = Math.round(cover * 255);
    }
  }
}

function mix([from, to]: readonly [Colour, Colour], share: number): Colour {
  const part = (channel: 0 | 1 | 2) => Math.round(from[channel] + (to[channel] - from[channel]) * share);
  return [part(0), part(1), part(2)];
}
