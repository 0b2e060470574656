import type { PaletteName } from '../drawing/palettes.ts';
import type { Treatment } from '../files/picture-job.ts';
import type { SceneName } from '../scenes/scenes.ts';
import { KEYWORD } from './keywords.ts';
import type { AssetTypeKey } from './kinds.ts';
import type { Shape } from './series.ts';
import { type Words, words } from './words.ts';

/** A drawn thing of the brand, one by one. */
export interface BrandPiece {
  readonly key: string;
  readonly scene: SceneName;
  readonly variant: string;
  readonly palette: PaletteName;
  readonly title: Words;
  readonly file: string;
  readonly shape: Shape;
  readonly treatment: Treatment;
  readonly folder: number;
  readonly keywords: readonly number[];
  readonly type: AssetTypeKey;
}

const LOGOS: readonly (readonly [variant: string, title: Words, file: string, treatment: Treatment])[] = [
  ['mark', words('Mark', 'Bildmarke'), 'velmara-mark.svg', 'vector'],
  ['mark', words('Mark, pixels', 'Bildmarke, Pixel'), 'velmara-mark.png', 'cutout'],
  ['mark light', words('Mark for dark grounds', 'Bildmarke für dunkle Gründe'), 'velmara-mark-light.svg', 'vector'],
  ['wordmark', words('Wordmark', 'Wortmarke'), 'velmara-wordmark.svg', 'vector'],
  ['wordmark light', words('Wordmark on fir green', 'Wortmarke auf Tannengrün'), 'velmara-wordmark-fir.png', 'plain'],
  ['stacked', words('Logo, stacked', 'Logo, gestapelt'), 'velmara-logo.svg', 'vector'],
  ['stacked', words('Logo, stacked, pixels', 'Logo, gestapelt, Pixel'), 'velmara-logo.png', 'cutout'],
  ['badge', words('Badge', 'Abzeichen'), 'velmara-badge.svg', 'vector'],
  ['badge light', words('Badge in rust', 'Abzeichen in Rost'), 'velmara-badge-rust.png', 'cutout'],
  ['goods', words('Logo of the workshop', 'Logo der Werkstatt'), 'velmara-werkstatt.svg', 'vector'],
  [
    'stacked light',
    words('Logo on fir green for print', 'Logo auf Tannengrün für den Druck'),
    'velmara-logo-print.tif',
    'cmyk',
  ],
];

const SIGNS: readonly (readonly [variant: string, title: Words])[] = [
  ['summit', words('Summit', 'Gipfel')],
  ['lake', words('Bathing place', 'Badestelle')],
  ['tent', words('Campsite', 'Zeltplatz')],
  ['boat', words('Boat hire', 'Bootsverleih')],
  ['cabin', words('Hut', 'Hütte')],
  ['compass', words('Viewpoint', 'Aussichtspunkt')],
  ['sun', words('Summer trail', 'Sommerweg')],
  ['moon', words('Night trail', 'Nachtweg')],
  ['tree', words('Forest trail', 'Waldweg')],
  ['mug', words('Inn', 'Einkehr')],
  ['lantern', words('Lit path', 'Beleuchteter Weg')],
  ['pin', words('You are here', 'Standort')],
  ['bus', words('Bus stop', 'Bushaltestelle')],
  ['camera', words('Photo spot', 'Fotopunkt')],
];

const PATTERNS: readonly (readonly [variant: string, palette: PaletteName, title: Words])[] = [
  ['summits', 'noon', words('Summits', 'Gipfel')],
  ['waves', 'dawn', words('Waves at dawn', 'Wellen am Morgen')],
  ['terrazzo', 'autumn', words('Terrazzo', 'Terrazzo')],
  ['arches', 'rose', words('Arches', 'Bögen')],
  ['weave', 'moonlight', words('Night weave', 'Nachtgewebe')],
  ['quarters', 'golden', words('Quarters', 'Viertel')],
  ['sprigs', 'spring', words('Sprigs', 'Zweiglein')],
  ['facets', 'dusk', words('Facets', 'Facetten')],
  ['waves', 'mist', words('Waves in the mist', 'Wellen im Nebel')],
  ['quarters', 'spring', words('Quarters in April', 'Viertel im April')],
  ['facets', 'aurora', words('Facets, green night', 'Facetten, grüne Nacht')],
  ['summits', 'autumn', words('Summits in October', 'Gipfel im Oktober')],
];

const BACKGROUNDS: readonly (readonly [variant: string, palette: PaletteName, title: Words])[] = [
  ['silk', 'rose', words('Silk, evening rose', 'Seide, Abendrosa')],
  ['silk', 'golden', words('Silk, ochre', 'Seide, Ocker')],
  ['silk', 'dusk', words('Silk, dusk', 'Seide, Abend')],
  ['marble', 'aurora', words('Marble, green night', 'Marmor, grüne Nacht')],
  ['marble', 'winter', words('Marble, winter', 'Marmor, Winter')],
  ['rings', 'mist', words('Contour lines, mist', 'Höhenlinien, Nebel')],
  ['rings', 'noon', words('Contour lines, clear day', 'Höhenlinien, heller Tag')],
  ['silk', 'storm', words('Silk, slate', 'Seide, Schiefer')],
];

const POSTERS: readonly (readonly [variant: string, palette: PaletteName, title: Words])[] = [
  ['summit HOCHKARN', 'golden', words('Hochkarn', 'Hochkarn')],
  ['lake LIRASEE', 'dusk', words('Lake Lira', 'Lirasee')],
  ['coast KAP ROVIN', 'noon', words('Cape Rovin', 'Kap Rovin')],
  ['town ARDENAU', 'rose', words('Ardenau', 'Ardenau')],
  ['moon NACHTWEGE', 'moonlight', words('Night trails', 'Nachtwege')],
  ['rays LICHTWOCHEN', 'autumn', words('Weeks of Light', 'Lichtwochen')],
  ['bauhaus WERKSTATT', 'spring', words('Workshop', 'Werkstatt')],
  ['summit WINTER', 'winter', words('Winter', 'Winter')],
  ['lake STILLE ORTE', 'dawn', words('Quiet Places', 'Stille Orte')],
  ['coast MARELL', 'mist', words('Marell', 'Marell')],
  ['town ADVENT', 'moonlight', words('Advent in Ardenau', 'Advent in Ardenau')],
  ['moon MOOSGRUND', 'aurora', words('Moosgrund', 'Moosgrund')],
  ['rays SOMMER', 'noon', words('Summer', 'Sommer')],
  ['bauhaus DESIGN 26', 'rose', words('Design 26', 'Design 26')],
];

const SWATCHES: readonly (readonly [palette: PaletteName, title: Words])[] = [
  ['noon', words('Colours of summer', 'Farben des Sommers')],
  ['autumn', words('Colours of autumn', 'Farben des Herbstes')],
  ['dawn', words('Colours of dawn', 'Farben der Dämmerung')],
  ['moonlight', words('Colours of the night', 'Farben der Nacht')],
];

const prefixed = (en: string, de: string, { en: english, de: german }: Words): Words =>
  words(`${en}: ${english}`, `${de}: ${german}`);

/** Everything of the brand. */
export const BRAND_PIECES: readonly BrandPiece[] = [
  ...LOGOS.map(
    ([variant, title, file, treatment], index): BrandPiece => ({
      key: `logo-${index}`,
      scene: 'logo',
      variant,
      palette: 'noon',
      title,
      file: `logos/${file}`,
      shape: treatment === 'cmyk' ? [600, 600] : variant.startsWith('wordmark') ? [1600, 500] : [1200, 1200],
      treatment,
      folder: 31,
      keywords: [KEYWORD.signs],
      type: 'mark',
    }),
  ),
  ...SIGNS.map(
    ([variant, title], index): BrandPiece => ({
      key: `sign-${index}`,
      scene: 'icon',
      variant,
      palette: 'noon',
      title: prefixed('Sign', 'Zeichen', title),
      file: index % 5 === 4 ? `signs/${variant}.png` : `signs/${variant}.svg`,
      shape: [512, 512],
      treatment: index % 5 === 4 ? 'cutout' : 'vector',
      folder: 32,
      keywords: [KEYWORD.signs],
      type: 'mark',
    }),
  ),
  ...PATTERNS.map(
    ([variant, palette, title], index): BrandPiece => ({
      key: `pattern-${index}`,
      scene: 'pattern',
      variant,
      palette,
      title: prefixed('Pattern', 'Muster', title),
      file: `patterns/${variant}-${palette}.${index === 4 ? 'png' : index === 2 ? 'webp' : 'jpg'}`,
      shape: index === 4 ? [512, 512] : [1080, 1080],
      treatment: index === 4 ? 'deep' : 'plain',
      folder: 33,
      keywords: [KEYWORD.patterns, KEYWORD.illustration],
      type: 'illustration',
    }),
  ),
  ...SWATCHES.map(
    ([palette, title], index): BrandPiece => ({
      key: `swatches-${index}`,
      scene: 'swatches',
      variant: '',
      palette,
      title,
      file: `colours/swatches-${palette}.jpg`,
      shape: [1280, 853],
      treatment: 'plain',
      folder: 34,
      keywords: [KEYWORD.colours, KEYWORD.studio],
      type: 'photo',
    }),
  ),
  ...POSTERS.map(
    ([variant, palette, title], index): BrandPiece => ({
      key: `poster-${index}`,
      scene: 'poster',
      variant,
      palette,
      title: prefixed('Poster', 'Plakat', title),
      file: `posters/${variant.split(' ').slice(1).join('-').toLowerCase()}.${index === 5 ? 'tif' : 'jpg'}`,
      shape: index === 5 ? [560, 792] : index === 0 ? [1700, 2404] : [900, 1273],
      treatment: index === 5 ? 'pages' : 'plain',
      folder: 35,
      keywords: [KEYWORD.posters, KEYWORD.illustration],
      type: 'illustration',
    }),
  ),
  ...BACKGROUNDS.map(
    ([variant, palette, title], index): BrandPiece => ({
      key: `background-${index}`,
      scene: 'silk',
      variant,
      palette,
      title: prefixed('Background', 'Hintergrund', title),
      file: `backgrounds/${variant}-${palette}.jpg`,
      shape: index === 1 ? [853, 1280] : [1280, 853],
      treatment: 'plain',
      folder: 28,
      keywords: [KEYWORD.abstract, KEYWORD.illustration],
      type: 'illustration',
    }),
  ),
];
