import type { PaletteName } from '../drawing/palettes.ts';
import type { Treatment } from '../files/picture-job.ts';
import type { SceneName } from '../scenes/scenes.ts';
import { rowsOf, type Words, words } from './words.ts';

/** A drawn thing of the brand. */
export interface BrandPiece {
  readonly scene: SceneName;
  readonly variant: string;
  readonly palette: PaletteName;
  readonly treatment: Treatment;
  /** File below `brand/`. */
  readonly file: string;
  readonly title: Words;
}

/** Of each scene: folder, keywords, asset type, width and height. */
export const BRAND_KINDS: Readonly<Record<string, readonly [number, readonly number[], string, number, number]>> = {
  logo: [31, [3173], 'mark', 1200, 1200],
  icon: [32, [3173], 'mark', 512, 512],
  pattern: [33, [3171, 3205], 'illustration', 1080, 1080],
  poster: [35, [3174, 3205], 'illustration', 900, 1273],
  silk: [28, [3175, 3205], 'illustration', 1280, 853],
};

/** A piece a line: scene, light, treatment, file, variant, title. */
const TABLE = `
logo | noon | vector | logos/velmara-mark.svg | mark | Mark | Bildmarke
logo | noon | cutout | logos/velmara-mark.png | mark | Mark, pixels | Bildmarke, Pixel
logo | noon | vector | logos/velmara-mark-light.svg | mark light | Mark for dark grounds | Bildmarke für dunkle Gründe
logo | noon | vector | logos/velmara-wordmark.svg | wordmark | Wordmark | Wortmarke
logo | noon | plain | logos/velmara-wordmark-fir.png | wordmark light | Wordmark on fir green | Wortmarke auf Tannengrün
logo | noon | vector | logos/velmara-logo.svg | stacked | Logo, stacked | Logo, gestapelt
logo | noon | vector | logos/velmara-badge.svg | badge | Badge | Abzeichen
logo | noon | cutout | logos/velmara-badge-rust.png | badge light | Badge in rust | Abzeichen in Rost
logo | noon | cmyk | logos/velmara-logo-print.tif | stacked light | Logo on fir green for print | Logo auf Tannengrün für den Druck
icon | noon | vector | signs/summit.svg | summit | Sign: Summit | Zeichen: Gipfel
icon | noon | vector | signs/lake.svg | lake | Sign: Bathing place | Zeichen: Badestelle
icon | noon | vector | signs/tent.svg | tent | Sign: Campsite | Zeichen: Zeltplatz
icon | noon | vector | signs/boat.svg | boat | Sign: Boat hire | Zeichen: Bootsverleih
icon | noon | cutout | signs/cabin.png | cabin | Sign: Hut | Zeichen: Hütte
icon | noon | vector | signs/compass.svg | compass | Sign: Viewpoint | Zeichen: Aussichtspunkt
icon | noon | vector | signs/sun.svg | sun | Sign: Summer trail | Zeichen: Sommerweg
icon | noon | vector | signs/moon.svg | moon | Sign: Night trail | Zeichen: Nachtweg
icon | noon | vector | signs/tree.svg | tree | Sign: Forest trail | Zeichen: Waldweg
icon | noon | vector | signs/bus.svg | bus | Sign: Bus stop | Zeichen: Bushaltestelle
icon | noon | cutout | signs/camera.png | camera | Sign: Photo spot | Zeichen: Fotopunkt
pattern | noon | plain | patterns/summits-noon.jpg | summits | Pattern: Summits | Muster: Gipfel
pattern | dawn | plain | patterns/waves-dawn.jpg | waves | Pattern: Waves at dawn | Muster: Wellen am Morgen
pattern | rose | deep | patterns/arches-rose.png | arches | Pattern: Arches | Muster: Bögen
pattern | golden | plain | patterns/quarters-golden.jpg | quarters | Pattern: Quarters | Muster: Viertel
pattern | dusk | plain | patterns/facets-dusk.jpg | facets | Pattern: Facets | Muster: Facetten
pattern | mist | plain | patterns/waves-mist.jpg | waves | Pattern: Waves in the mist | Muster: Wellen im Nebel
pattern | spring | plain | patterns/quarters-spring.webp | quarters | Pattern: Quarters in April | Muster: Viertel im April
pattern | aurora | plain | patterns/facets-aurora.jpg | facets | Pattern: Facets, green night | Muster: Facetten, grüne Nacht
pattern | autumn | plain | patterns/summits-autumn.jpg | summits | Pattern: Summits in October | Muster: Gipfel im Oktober
poster | golden | plain | posters/hochkarn.jpg | summit HOCHKARN | Poster: Hochkarn | Plakat: Hochkarn
poster | dusk | plain | posters/lirasee.jpg | lake LIRASEE | Poster: Lake Lira | Plakat: Lirasee
poster | moonlight | plain | posters/nachtwege.jpg | moon NACHTWEGE | Poster: Night trails | Plakat: Nachtwege
poster | autumn | pages | posters/lichtwochen.tif | rays LICHTWOCHEN | Poster: Weeks of Light | Plakat: Lichtwochen
poster | winter | plain | posters/winter.jpg | summit WINTER | Poster: Winter | Plakat: Winter
poster | dawn | plain | posters/stille-orte.jpg | lake STILLE ORTE | Poster: Quiet Places | Plakat: Stille Orte
poster | aurora | plain | posters/moosgrund.jpg | moon MOOSGRUND | Poster: Moosgrund | Plakat: Moosgrund
poster | noon | plain | posters/sommer.jpg | rays SOMMER | Poster: Summer | Plakat: Sommer
silk | rose | plain | backgrounds/silk-rose.jpg | silk | Background: Silk, evening rose | Hintergrund: Seide, Abendrosa
silk | golden | plain | backgrounds/silk-golden.jpg | silk | Background: Silk, ochre | Hintergrund: Seide, Ocker
silk | dusk | plain | backgrounds/silk-dusk.jpg | silk | Background: Silk, dusk | Hintergrund: Seide, Abend
silk | winter | plain | backgrounds/marble-winter.jpg | marble | Background: Marble, winter | Hintergrund: Marmor, Winter
silk | mist | plain | backgrounds/rings-mist.jpg | rings | Background: Contour lines, mist | Hintergrund: Höhenlinien, Nebel
silk | noon | plain | backgrounds/rings-noon.jpg | rings | Background: Contour lines, clear day | Hintergrund: Höhenlinien, heller Tag
`;

/** Everything of the brand. */
export const BRAND_PIECES = rowsOf(TABLE).map(
  ([scene, palette, treatment, file = '', variant = '', en, de]): BrandPiece => ({
    scene: scene as SceneName,
    palette: palette as PaletteName,
    treatment: treatment as Treatment,
    file,
    variant,
    title: words(en, de),
  }),
);
