import { INKS } from '../scenes/logo.ts';
import type { Place } from '../story/places.ts';
import { A4, fill, foot, headline, label, type Paper, paragraph, writePaper } from './page.ts';
import type { PlateName, Plates } from './plates.ts';

const TEXTS = {
  en: {
    kind: 'Fact sheet',
    height: 'Metres above sea level',
    town: 'Next town',
    position: 'Position',
    sun: 'Hours of sun by month',
    months: 'JFMAMJJASOND',
    about: 'Free for use in print and online if you name the source. Figures of the regional survey.',
  },
  de: {
    kind: 'Datenblatt',
    height: 'Meter über dem Meer',
    town: 'Nächster Ort',
    position: 'Lage',
    sun: 'Sonnenstunden nach Monaten',
    months: 'JFMAMJJASOND',
    about: 'Frei für Druck und Netz, wenn Sie die Quelle nennen. Zahlen des Regionalamts.',
  },
} as const;

const SUN = [62, 91, 142, 178, 214, 231, 262, 243, 181, 124, 71, 52] as const;

/** A place in figures: an English page and a German one. */
export async function factSheet(place: Place, plate: PlateName, plates: Plates, created: Date): Promise<Uint8Array> {
  return await writePaper(
    { title: `${place.name.en} / ${place.name.de}`, author: 'Velmara', language: 'en', created },
    (paper) => {
      drawPage(paper, place, 'en', plates[plate], 1);
      drawPage(paper, place, 'de', plates[plate], 2);
    },
  );
}

function drawPage(paper: Paper, place: Place, language: 'en' | 'de', picture: Uint8Array, number: number): void {
  const text = TEXTS[language];
  const decimal = new Intl.NumberFormat(language, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  paper.addPage();
  fill(paper, picture, 0, 0, A4.width, 300);
  paper.rect(48, 262, 300, 76).fill(INKS.paper);
  label(paper, text.kind, 66, 278);
  headline(paper, place.name[language], 66, 294, 280, 28);
  const rows: readonly (readonly [string, string])[] = [
    [text.height, new Intl.NumberFormat(language).format(place.altitude)],
    [text.town, place.town],
    [
      text.position,
      `${decimal.format(place.latitude)} N, ${decimal.format(place.longitude)} ${language === 'de' ? 'O' : 'E'}`,
    ],
  ];
  rows.forEach(([name, value], index) => {
    const y = 376 + index * 54;
    label(paper, name, 66, y, '#6b6f6a');
    paper
      .font('Times-Roman')
      .fontSize(20)
      .fillColor(INKS.fir)
      .text(value, 66, y + 13, { lineBreak: false });
    paper
      .moveTo(66, y + 42)
      .lineTo(290, y + 42)
      .lineWidth(0.5)
      .stroke('#cfc8b8');
  });
  label(paper, text.sun, 330, 376, '#6b6f6a');
  SUN.forEach((hours, month) => {
    const tall = hours * 0.48 * (1 - place.altitude / 12000);
    paper.rect(330 + month * 18, 520 - tall, 13, tall).fill(month > 3 && month < 9 ? INKS.sun : '#c9b891');
    paper
      .font('Helvetica')
      .fontSize(7)
      .fillColor('#6b6f6a')
      .text(text.months[month] ?? '', 330 + month * 18, 524, { width: 13, align: 'center', lineBreak: false });
  });
  paragraph(paper, text.about, 66, 580, 300, 9, '#6b6f6a');
  foot(paper, number);
}
