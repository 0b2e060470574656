import type { Colour } from './colour.ts';

export type Point = readonly [x: number, y: number];

/** A stop of a gradient: colour, opacity, and place (0 to 1). Stops without a place are spread evenly. */
type Stop = Colour | readonly [colour: Colour, opacity: number, place?: number];

/** An SVG drawing that is built from back to front. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Adds markup in front of the existing drawing. */
  add(...markup: readonly string[]): void;
  /** Registers a definition and returns the reference to it, `url(#id)`. */
  define(markup: (id: string) => string): string;
  /**
   * `down`, `across` and `radial` return gradients from top to bottom, from left to right, and from a centre outwards.
   */
  down(top: number, bottom: number, ...stops: readonly Stop[]): string;
  across(left: number, right: number, ...stops: readonly Stop[]): string;
  radial(x: number, y: number, radius: number, ...stops: readonly Stop[]): string;
  /** Adds a soft round light without a visible edge. */
  glow(x: number, y: number, radius: number, colour: Colour, strength: number): void;
  /** Returns the finished drawing, scaled to a size in pixels. */
  svg(pixelWidth: number, pixelHeight: number): Buffer;
}

/** Creates an empty sheet of the given size. */
export function createSheet(width: number, height: number): Sheet {
  const definitions: string[] = [];
  const body: string[] = [];
  const define: Sheet['define'] = (markup) => {
    const id = `d${definitions.length}`;
    definitions.push(markup(id));
    return `url(#${id})`;
  };
  const linear = (ends: string, stops: readonly Stop[]): string =>
    define(
      (id) =>
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" ${ends}>${stopsMarkup(stops)}</linearGradient>`,
    );
  const radial: Sheet['radial'] = (x, y, radius, ...stops) =>
    define(
      (id) =>
        `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${short(x)}" cy="${short(y)}" r="${short(radius)}">${stopsMarkup(stops)}</radialGradient>`,
    );
  return {
    width,
    height,
    define,
    radial,
    add: (...markup) => void body.push(...markup),
    down: (top, bottom, ...stops) => linear(`x1="0" x2="0" y1="${short(top)}" y2="${short(bottom)}"`, stops),
    across: (left, right, ...stops) => linear(`x1="${short(left)}" x2="${short(right)}" y1="0" y2="0"`, stops),
    glow: (x, y, radius, colour, strength) => {
      const places = [0, 0.08, 0.18, 0.32, 0.5, 0.7, 1];
      const stops = places.map((place): Stop => [colour, Number((strength * (1 - place) ** 2.2).toFixed(3)), place]);
      body.push(circle(x, y, radius, radial(x, y, radius, ...stops)));
    },
    svg: (pixelWidth, pixelHeight) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${pixelWidth}" height="${pixelHeight}" viewBox="0 0 ${short(width)} ${short(height)}" preserveAspectRatio="none"><defs>${definitions.join('')}</defs>${body.join('')}</svg>`,
      ),
  };
}

function stopsMarkup(stops: readonly Stop[]): string {
  return stops
    .map((stop, index) => {
      const [colour, opacity, place] = typeof stop === 'string' ? [stop, 1] : stop;
      const offset = place ?? index / Math.max(1, stops.length - 1);
      return `<stop offset="${offset.toFixed(3)}" stop-color="${colour}"${opacity === 1 ? '' : ` stop-opacity="${opacity}"`}/>`;
    })
    .join('');
}

/** Formats a number with at most one decimal. */
export const short = (value: number): string => String(Math.round(value * 10) / 10);

/** Template tag for path data that rounds its numbers. */
export const data = (parts: TemplateStringsArray, ...values: readonly number[]): string =>
  parts.map((part, index) => part + (index < values.length ? short(values[index] ?? 0) : '')).join('');

/** Returns path data through the points, closed by default. */
export function polygon(points: readonly Point[], closed = true): string {
  const line = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('');
  return closed ? `${line}Z` : line;
}

/** Shorthands for the most common markup. */
export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${fill}" ${more}/>`;
export const circle = (x: number, y: number, radius: number, fill: string, more = ''): string =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}" ${more}/>`;
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}" ${more}/>`;
export const path = (line: string, fill: string, more = ''): string => `<path d="${line}" fill="${fill}" ${more}/>`;
export const stroke = (line: string, colour: string, width: number, more = ''): string =>
  `<path d="${line}" fill="none" stroke="${colour}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
/** Wraps markup in a group; `more` contains its attributes. */
export const group = (markup: string, more: string): string => `<g ${more}>${markup}</g>`;
