import { rowsOf, words } from './words.ts';

/** IDs of the download formats that access rules refer to. */
export const FORMAT = { original: 1, jpeg: 2, web: 3, pdf: 4, press: 9 } as const;

/** One format per line: ID, icon, name and description (English before German), and its effect as JSON. */
const TABLE = `
1 | original | Original | Original | The file as it was delivered. | Die Datei, wie sie geliefert wurde. | {"quick":true,"default":true,"convert":null}
2 | image | JPEG for screens | JPEG für Bildschirme | At most 1920 pixels, sRGB. | Höchstens 1920 Pixel, sRGB. | {"quick":true,"categories":["IMAGE"],"convert":{"to":"jpg","width":1920,"height":1920,"fit":"inside","quality":85,"color":"srgb","metadata":"keep","enlarge":false}}
3 | web | WebP for the web | WebP fürs Web | At most 1024 pixels, small and without metadata. | Höchstens 1024 Pixel, klein und ohne Metadaten. | {"quick":true,"categories":["IMAGE"],"convert":{"to":"webp","width":1024,"height":1024,"fit":"inside","quality":78,"color":"srgb","metadata":"strip"}}
4 | pdf | PDF | PDF | To read and to print. | Zum Lesen und Drucken. | {"quick":false,"categories":["IMAGE","DOCUMENT"],"convert":{"to":"pdf"}}
5 | print | TIFF for print | TIFF für den Druck | Four inks, 300 dpi. | Vier Farben, 300 dpi. | {"categories":["IMAGE"],"extensions":["jpg","jpeg","tif","png"],"convert":{"to":"tif","dpi":300,"color":"cmyk"}}
6 | film | MP4 720p | MP4 720p | For presentations and the web. | Für Präsentationen und das Web. | {"categories":["VIDEO"],"convert":{"to":"mp4","height":720}}
7 | size | Any size | Beliebige Größe | You choose width and height. | Breite und Höhe wählen Sie selbst. | {"categories":["IMAGE"],"convert":{"to":"jpg","quality":90,"dpi":300},"resizeable":true}
8 | crop | Cut-out | Ausschnitt | You choose what is seen, and how large. | Ausschnitt und Größe wählen Sie selbst. | {"categories":["IMAGE"],"convert":{"to":"jpg","quality":88,"dpi":300},"editable":true,"resizeable":true}
9 | message | Press picture | Pressebild | 2400 pixels with the terms of use. | 2400 Pixel mit Nutzungsbedingungen. | {"categories":["IMAGE"],"extensions":["jpg","tif"],"convert":{"to":"jpg","width":2400,"height":2400,"fit":"inside","quality":92,"metadata":"keep"}}
10 | cutout | PNG with a clear background | PNG mit transparentem Hintergrund | For marks and products. | Für Marken und Waren. | {"categories":["IMAGE"],"extensions":["svg","png"],"convert":{"to":"png","width":2000,"height":2000,"fit":"inside","color":"srgb","enlarge":true}}
`;

/** Message that users must accept before they download a press picture. */
const MESSAGE = words(
  'Free for editorial use. Please name the creator and Velmara, and send us a copy.',
  'Frei für redaktionelle Zwecke. Bitte nennen Sie Urheber und Velmara und senden Sie uns ein Belegexemplar.',
);

/** All download formats, ordered by ID. */
export const FORMATS = rowsOf(TABLE).map(([id, icon, en, de, about, aboutGerman, more = '']) => ({
  id: Number(id),
  name: words(en, de),
  description: words(about, aboutGerman),
  icon: `icons/${icon}.svg`,
  position: Number(id),
  ...(Number(id) === FORMAT.press ? { message: MESSAGE } : {}),
  ...(JSON.parse(more) as Readonly<Record<string, unknown>>),
}));

const ICONS = `
original | M6 3H14L18 7V21H6ZM14 3V7H18M12 10V17M9 14L12 17L15 14
image | M4 5H20V19H4ZM4 16L9 11L13 15L16 12L20 16M15.5 9H15.6
web | M12 3A9 9 0 1 0 12 21A9 9 0 1 0 12 3ZM3 12H21M12 3C8 7 8 17 12 21C16 17 16 7 12 3
pdf | M6 3H14L18 7V21H6ZM14 3V7H18M9 12H15M9 15H15M9 18H13
print | M7 9V3H17V9M5 9H19V17H17M5 9V17H7M7 14H17V21H7Z
film | M3 6H21V18H3ZM7 6V18M17 6V18M3 10H7M3 14H7M17 10H21M17 14H21
size | M4 20V14M4 20H10M4 20L11 13M20 4V10M20 4H14M20 4L13 11
crop | M7 2V17H22M2 7H17V22
message | M4 5H20V16H12L8 20V16H4ZM8 9H16M8 12H13
cutout | M5 5H8M11 5H13M16 5H19M5 19H8M11 19H13M16 19H19M5 8V11M5 14V16M19 8V11M19 14V16M8.5 15L12 9L15.5 15Z
`;

/** Icon files of the formats: path in the bundle and content. */
export const FORMAT_ICONS = rowsOf(ICONS).map(([name, line]): readonly [path: string, svg: string] => [
  `icons/${name}.svg`,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="#1f4a42" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"><path d="${line}"/></svg>\n`,
]);
