import { goodsTable } from '../catalogue/documents.ts';
import { PALETTES } from '../drawing/palettes.ts';
import { INKS } from '../scenes/logo.ts';
import { PLACES } from '../story/places.ts';
import { SUBTITLES } from '../story/subtitles.ts';
import { TRAILS } from '../story/trails.ts';

/** Rows as comma separated values; cells with commas, quotes or breaks are quoted. */
export function csv(rows: readonly (readonly string[])[]): string {
  const cell = (text: string): string => (/[",\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** The goods as a table. */
export const goodsCsv = (language: 'en' | 'de'): string => csv(goodsTable(language));

/** The trails as a table. */
export const trailsCsv = (): string =>
  csv([
    ['key', 'name_en', 'name_de', 'km', 'hours', 'climb_m'],
    ...TRAILS.map(({ key, name, kilometres, hours, climb }) => [
      key,
      name.en,
      name.de,
      String(kilometres),
      String(hours),
      String(climb),
    ]),
  ]);

/** The places as GeoJSON. */
export function placesJson(): string {
  const features = Object.values(PLACES).map(({ node, name, latitude, longitude, altitude }) => ({
    type: 'Feature',
    id: node,
    geometry: { type: 'Point', coordinates: [longitude, latitude, altitude] },
    properties: { name },
  }));
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 2)}\n`;
}

/** The inks and the lights as design tokens. */
export function coloursJson(): string {
  const lights = Object.fromEntries(
    Object.entries(PALETTES).map(([name, { sky, accent, water }]) => [name, { sky, accent, water }]),
  );
  return `${JSON.stringify({ inks: INKS, lights }, null, 2)}\n`;
}

/** Subtitles as SubRip (`srt`) or WebVTT (`vtt`). */
export function subtitles(language: 'en' | 'de', format: 'srt' | 'vtt'): string {
  const time = (seconds: number): string =>
    `00:00:${String(Math.floor(seconds)).padStart(2, '0')}${format === 'srt' ? ',' : '.'}${String(Math.round((seconds % 1) * 1000)).padStart(3, '0')}`;
  const cues = SUBTITLES.map(
    ({ from, to, text }, index) => `${index + 1}\n${time(from)} --> ${time(to)}\n${text[language]}\n`,
  );
  return `${format === 'vtt' ? 'WEBVTT\n\n' : ''}${cues.join('\n')}`;
}
