import type { PaletteName } from '../drawing/palettes.ts';
import type { Treatment } from '../files/picture-job.ts';
import type { SceneName } from '../scenes/scenes.ts';
import { rowsOf, words } from './words.ts';

/** Folder, keywords, asset type, width and height of each scene. */
export const BRAND_KINDS: Readonly<Record<string, readonly [number, readonly number[], string, number, number]>> = {
  logo: [31, [3173], 'mark', 1200, 1200],
  icon: [32, [3173], 'mark', 512, 512],
  poster: [35, [3174, 3205], 'illustration', 900, 1273],
};

/** One piece per line: scene, palette, treatment, file, variant, title. */
const TABLE = `
logo | noon | vector | logos/velmara-mark.svg | mark | Mark | Bildmarke
logo | noon | cutout | logos/velmara-mark.png | mark | Mark, pixels | Bildmarke, Pixel
logo | noon | vector | logos/velmara-mark-light.svg | mark light | Mark for dark grounds | Bildmarke für dunkle Gründe
logo | noon | vector | logos/velmara-wordmark.svg | wordmark | Wordmark | Wortmarke
logo | noon | plain | logos/velmara-wordmark-fir.png | wordmark light | Wordmark on fir green | Wortmarke auf Tannengrün
logo | noon | vector | logos/velmara-logo.svg | stacked | Logo, stacked | Logo, gestapelt
logo | noon | cmyk | logos/velmara-logo-print.tif | stacked light | Logo on fir green for print | Logo auf Tannengrün für den Druck
icon | noon | vector | signs/summit.svg | summit | Sign: Summit | Zeichen: Gipfel
icon | noon | vector | signs/lake.svg | lake | Sign: Bathing place | Zeichen: Badestelle
icon | noon | vector | signs/tent.svg | tent | Sign: Campsite | Zeichen: Zeltplatz
icon | noon | vector | signs/boat.svg | boat | Sign: Boat hire | Zeichen: Bootsverleih
icon | noon | cutout | signs/cabin.png | cabin | Sign: Hut | Zeichen: Hütte
icon | noon | vector | signs/tree.svg | tree | Sign: Forest trail | Zeichen: Waldweg
icon | noon | vector | signs/bus.svg | bus | Sign: Bus stop | Zeichen: Bushaltestelle
icon | noon | cutout | signs/camera.png | camera | Sign: Photo spot | Zeichen: Fotopunkt
poster | golden | plain | posters/hochkarn.jpg | mountains peaks HOCHKARN | Poster: Hochkarn | Plakat: Hochkarn
poster | dawn | plain | posters/lehmau.jpg | mountains hills LEHMAU | Poster: Lehmau Plain | Plakat: Lehmauer Ebene
poster | moonlight | plain | posters/sattel.jpg | cabin aframe SATTEL | Poster: Saddle Hut | Plakat: Sattelhütte
poster | autumn | pages | posters/moosgrund.tif | forest slope MOOSGRUND | Poster: Moosgrund | Plakat: Moosgrund
poster | rose | plain | posters/ardenau.jpg | town roofs ARDENAU | Poster: Ardenau | Plakat: Ardenau
poster | winter | plain | posters/winter.jpg | mountains trees WINTER | Poster: Winter | Plakat: Winter
poster | mist | plain | posters/stille-orte.jpg | forest trunks STILLE ORTE | Poster: Quiet Places | Plakat: Stille Orte
`;

/** All pieces of the brand. */
export const BRAND_PIECES = rowsOf(TABLE).map(([scene, palette, treatment, file = '', variant = '', en, de]) => ({
  scene: scene as SceneName,
  palette: palette as PaletteName,
  treatment: treatment as Treatment,
  file,
  variant,
  title: words(en, de),
}));

/** A piece of the brand: scene, variant, palette, treatment, file below `brand/` and title. */
export type BrandPiece = (typeof BRAND_PIECES)[number];
