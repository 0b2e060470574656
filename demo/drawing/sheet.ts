import type { Colour } from './colour.ts';

/** A stop of a gradient: position 0 to 1, colour, opacity 0 to 1 (left out: 1). */
export type Stop = readonly [position: number, colour: Colour, opacity?: number];

export type Point = readonly [x: number, y: number];

/** An SVG drawing that grows from back to front. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Adds markup on top. */
  add(markup: string): void;
  /** Registers a definition (clip path, symbol, filter, pattern) and gives its reference `#id`. */
  define(markup: (id: string) => string): string;
  /** A straight gradient as a paint, in units of the sheet. */
  linear(from: Point, to: Point, stops: readonly Stop[]): string;
  /** A round gradient as a paint, in units of the sheet. */
  radial(centre: Point, radius: number, stops: readonly Stop[]): string;
  /** The finished drawing, scaled to the pixels asked for. */
  svg(pixelWidth: number, pixelHeight: number): string;
}

/** An empty sheet of the given size. */
export function createSheet(width: number, height: number): Sheet {
  const definitions: string[] = [];
  const body: string[] = [];
  const define = (markup: (id: string) => string): string => {
    const id = `d${definitions.length}`;
    definitions.push(markup(id));
    return `#${id}`;
  };
  return {
    width,
    height,
    define,
    add: (markup) => {
      body.push(markup);
    },
    linear: ([x1, y1], [x2, y2], stops) =>
      `url(${define(
        (id) =>
          `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${short(x1)}" y1="${short(y1)}" x2="${short(x2)}" y2="${short(y2)}">${stops.map(stopMarkup).join('')}</linearGradient>`,
      )})`,
    radial: ([cx, cy], radius, stops) =>
      `url(${define(
        (id) =>
          `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${short(cx)}" cy="${short(cy)}" r="${short(radius)}">${stops.map(stopMarkup).join('')}</radialGradient>`,
      )})`,
    svg: (pixelWidth, pixelHeight) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${pixelWidth}" height="${pixelHeight}" viewBox="0 0 ${short(width)} ${short(height)}" preserveAspectRatio="none"><defs>${definitions.join('')}</defs>${body.join('')}</svg>`,
  };
}

/** A number with one decimal at most. */
export const short = (value: number): string => String(Math.round(value * 10) / 10);

/** Path data through the points; closed unless told otherwise. */
export function polygon(points: readonly Point[], closed = true): string {
  const data = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('');
  return closed ? `${data}Z` : data;
}

/** Path data of a smooth closed curve through the points. */
export function blob(points: readonly Point[]): string {
  const count = points.length;
  const at = (index: number): Point => points[((index % count) + count) % count] ?? [0, 0];
  const start = at(0);
  let data = `M${short(start[0])} ${short(start[1])}`;
  for (let i = 0; i < count; i += 1) data += bend(at(i - 1), at(i), at(i + 1), at(i + 2));
  return `${data}Z`;
}

/** Path data of a smooth open curve through the points. */
export function curve(points: readonly Point[]): string {
  const at = (index: number): Point => points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0];
  const start = at(0);
  let data = `M${short(start[0])} ${short(start[1])}`;
  for (let i = 0; i + 1 < points.length; i += 1) data += bend(at(i - 1), at(i), at(i + 1), at(i + 2));
  return data;
}

function bend(before: Point, from: Point, to: Point, after: Point): string {
  const c1: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
  const c2: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
  return `C${short(c1[0])} ${short(c1[1])} ${short(c2[0])} ${short(c2[1])} ${short(to[0])} ${short(to[1])}`;
}

/** Shorthands for the commonest markup. */
export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${fill}" ${more}/>`;
export const circle = (x: number, y: number, radius: number, fill: string, more = ''): string =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}" ${more}/>`;
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}" ${more}/>`;
export const path = (data: string, fill: string, more = ''): string => `<path d="${data}" fill="${fill}" ${more}/>`;
export const stroke = (data: string, colour: string, width: number, more = ''): string =>
  `<path d="${data}" fill="none" stroke="${colour}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
/** A group; `more` holds its attributes. */
export const group = (markup: string, more: string): string => `<g ${more}>${markup}</g>`;

/** Eased stops from opaque to clear: a glow without a visible rim. */
export function fade(colour: Colour, opacity: number): Stop[] {
  return [0, 0.08, 0.18, 0.32, 0.5, 0.7, 1].map((position) => [
    position,
    colour,
    Math.round(opacity * (1 - position) ** 2.2 * 1000) / 1000,
  ]);
}

function stopMarkup([position, colour, opacity]: Stop): string {
  const clear = opacity === undefined ? '' : ` stop-opacity="${opacity}"`;
  return `<stop offset="${Math.round(position * 1000) / 1000}" stop-color="${colour}"${clear}/>`;
}
