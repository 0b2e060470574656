import { INKS } from '../scenes/logo.ts';
import { COLOUR_NAMES, GOODS } from '../story/goods.ts';
import { A4, fill, foot, headline, label, type Paper, paragraph, sign, writePaper } from './page.ts';
import type { PlateName, Plates } from './plates.ts';

const TEXTS = {
  en: {
    title: 'Price list',
    intro: 'All prices in euro including VAT, valid until the end of the year. Shops receive 35 percent.',
    number: 'No.',
    article: 'Article',
    colours: 'Colours',
    price: 'Price',
    note: 'Made in Ardenau. Spare parts for at least ten years.',
  },
  de: {
    title: 'Preisliste',
    intro: 'Alle Preise in Euro inklusive Mehrwertsteuer, gültig bis Jahresende. Händler erhalten 35 Prozent.',
    number: 'Nr.',
    article: 'Artikel',
    colours: 'Farben',
    price: 'Preis',
    note: 'Hergestellt in Ardenau. Ersatzteile für mindestens zehn Jahre.',
  },
} as const;

const HEADERS: readonly PlateName[] = ['goods', 'lamp', 'pack'];

/** The goods and what they cost; `rise` is added to all prices, in percent. */
export async function priceList(
  year: number,
  rise: number,
  language: 'en' | 'de',
  plates: Plates,
  created: Date,
): Promise<Uint8Array> {
  const text = TEXTS[language];
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return await writePaper({ title: `${text.title} ${year}`, author: 'Velmara', language, created }, (paper) => {
    paper.addPage();
    HEADERS.forEach((plate, index) => {
      fill(paper, plates[plate], (A4.width / 3) * index, 0, A4.width / 3, 220);
    });
    sign(paper, 48, 250, 14, INKS.fir);
    headline(paper, `${text.title} ${year}`, 48, 284, 420, 44);
    paragraph(paper, text.intro, 48, 348, 380);
    let y = drawHead(paper, text, 398);
    GOODS.forEach((good, index) => {
      if (index % 2 === 0) paper.rect(40, y - 6, A4.width - 80, 40).fill('#f6efe0');
      paper.font('Helvetica').fontSize(9).fillColor('#6b6f6a').text(good.number, 48, y, { lineBreak: false });
      paper
        .font('Helvetica-Bold')
        .fontSize(10)
        .fillColor(INKS.fir)
        .text(good.name[language], 104, y, { lineBreak: false });
      paper
        .font('Helvetica')
        .fontSize(8.5)
        .fillColor('#2c3330')
        .text(good.about[language], 104, y + 15, { width: 270 });
      paper
        .fontSize(8)
        .text(good.colours.map((colour) => COLOUR_NAMES[colour][language]).join(', '), 384, y, { width: 96 });
      const price = Math.round(good.price * (1 + rise / 100) * 2) / 2;
      paper
        .font('Helvetica-Bold')
        .fontSize(10.5)
        .fillColor(INKS.rust)
        .text(`${format.format(price)} €`, 480, y, { width: 68, align: 'right', lineBreak: false });
      y += 41;
    });
    paragraph(paper, text.note, 48, y + 6, 400, 9, '#6b6f6a');
    foot(paper, 1);
  });
}

function drawHead(paper: Paper, text: (typeof TEXTS)['en' | 'de'], y: number): number {
  label(paper, text.number, 48, y);
  label(paper, text.article, 104, y);
  label(paper, text.colours, 384, y);
  label(paper, text.price, 516, y);
  paper
    .moveTo(48, y + 14)
    .lineTo(A4.width - 48, y + 14)
    .lineWidth(0.8)
    .stroke(INKS.rust);
  return y + 28;
}
