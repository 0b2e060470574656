import { INKS } from '../scenes/mark.ts';
import { colourItem, GOODS } from '../story/goods.ts';
import { A4, fill, foot, headline, label, paragraph, sign, writePaper } from './page.ts';
import type { Plates } from './plates.ts';

const TEXTS = {
  en: [
    'Price list',
    'No.',
    'Article',
    'Colours',
    'Price',
    'All prices in euro including VAT. Made in Ardenau, with spare parts for at least ten years.',
  ],
  de: [
    'Preisliste',
    'Nr.',
    'Artikel',
    'Farben',
    'Preis',
    'Alle Preise in Euro inklusive Mehrwertsteuer. Hergestellt in Ardenau, mit Ersatzteilen für mindestens zehn Jahre.',
  ],
} as const;

/** The goods and what they cost; `rise` is added to all prices, in percent. */
export async function priceList(
  year: number,
  rise: number,
  language: 'en' | 'de',
  plates: Plates,
  created: Date,
): Promise<Uint8Array> {
  const [name, number, article, colours, price, note] = TEXTS[language];
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' });
  const title = `${name} ${year}`;
  return await writePaper({ title, author: 'Velmara', language, created }, (paper) => {
    paper.addPage();
    [plates.jug, plates.lamp, plates.pack].forEach((plate, index) => {
      fill(paper, plate, (A4.width / 3) * index, 0, A4.width / 3, 220);
    });
    sign(paper, 48, 250, 14, INKS.fir);
    headline(paper, title, 48, 284, 420, 44);
    paragraph(paper, note, 48, 348, 380);
    for (const [text, x] of [
      [number, 48],
      [article, 104],
      [colours, 384],
      [price, 510],
    ] as const)
      label(paper, text, x, 398);
    GOODS.forEach((good, index) => {
      const y = 426 + index * 41;
      if (index % 2 === 0) paper.rect(40, y - 6, A4.width - 80, 40).fill('#f6efe0');
      const cost = Math.round(good.price * (1 + rise / 100) * 2) / 2;
      paragraph(paper, good.number, 48, y, 60, 9, '#6b6f6a');
      paragraph(paper, good.name[language], 104, y, 270, 10, INKS.fir);
      paragraph(paper, good.about[language], 104, y + 15, 270, 8.5);
      paragraph(paper, good.colours.map((colour) => colourItem(colour).name[language]).join(', '), 384, y, 110, 8);
      paragraph(paper, format.format(cost), 500, y, 60, 10, INKS.rust);
    });
    foot(paper, 1);
  });
}
