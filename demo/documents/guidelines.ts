import { PALETTES } from '../drawing/palettes.ts';
import { INKS } from '../scenes/logo.ts';
import { A4, fill, foot, headline, label, paragraph, sign, writePaper } from './page.ts';
import type { Plates } from './plates.ts';

const TEXTS = {
  en: {
    title: 'Brand guidelines',
    lead: 'Few rules, well kept.',
    mark: [
      'The mark',
      'Two summits before the sun. The mark stands alone or to the left of the name, never to the right. Keep the height of the V clear on all sides. On dark pictures it is white.',
    ],
    colours: [
      'Colours',
      'Five inks are enough. Fir green speaks, ochre shines, rust accents, paper carries, night is for the night. The lights below are for pictures only.',
    ],
    type: [
      'Typefaces',
      'Headlines in a serif of good family, texts in a plain sans serif. No capitals except for the name. Lines of sixty characters, and air between them.',
    ],
    pictures: [
      'Pictures',
      'Low sun, wide skies, people from afar. No filters. If nothing happens in a picture, it is probably one of ours.',
    ],
  },
  de: {
    title: 'Markenrichtlinien',
    lead: 'Wenige Regeln, gut gehalten.',
    mark: [
      'Die Marke',
      'Zwei Gipfel vor der Sonne. Die Marke steht allein oder links vom Namen, nie rechts. Rundum bleibt die Höhe des V frei. Auf dunklen Bildern ist sie weiß.',
    ],
    colours: [
      'Farben',
      'Fünf Farben genügen. Tannengrün spricht, Ocker leuchtet, Rost betont, Papier trägt, Nacht ist für die Nacht. Die Lichter darunter gehören allein den Bildern.',
    ],
    type: [
      'Schriften',
      'Überschriften in einer Serifenschrift aus gutem Hause, Texte in einer schlichten Serifenlosen. Versalien nur für den Namen. Zeilen von sechzig Zeichen, und Luft dazwischen.',
    ],
    pictures: [
      'Bilder',
      'Tiefe Sonne, weite Himmel, Menschen von ferne. Keine Filter. Wenn in einem Bild nichts geschieht, ist es vermutlich eines von uns.',
    ],
  },
} as const;

/** The rules of the brand on six pages. */
export async function guidelines(language: 'en' | 'de', plates: Plates, created: Date): Promise<Uint8Array> {
  const text = TEXTS[language];
  return await writePaper({ title: text.title, author: 'Amara Diallo', language, created }, (paper) => {
    const page = (number: number, [title, body]: readonly [string, string]): void => {
      paper.addPage();
      label(paper, text.title, 60, 60);
      headline(paper, title, 60, 80, 420, 40);
      paragraph(paper, body, 60, 140, 340, 12);
      foot(paper, number);
    };
    paper.addPage();
    paper.rect(0, 0, A4.width, A4.height).fill(INKS.fir);
    sign(paper, 60, 300, 46, INKS.paper);
    headline(paper, text.title, 60, 400, 460, 46, INKS.sun);
    paragraph(paper, text.lead, 60, 460, 400, 15, INKS.paper);
    page(2, text.mark);
    paper.rect(60, 260, 475, 200).fill(INKS.paper);
    sign(paper, 150, 335, 50, INKS.fir);
    paper.rect(60, 480, 230, 150).fill(INKS.night);
    sign(paper, 96, 540, 26, INKS.paper);
    fill(paper, plates.coast, 305, 480, 230, 150);
    sign(paper, 341, 540, 26, '#ffffff');
    page(3, text.colours);
    Object.entries(INKS).forEach(([name, ink], index) => {
      paper.rect(60 + index * 97, 260, 87, 150).fillAndStroke(ink, '#d8d2c4');
      label(paper, name, 60 + index * 97, 420, INKS.fir);
      paper
        .font('Helvetica')
        .fontSize(8)
        .fillColor('#6b6f6a')
        .text(ink, 60 + index * 97, 434, { lineBreak: false });
    });
    Object.values(PALETTES).forEach((palette, index) => {
      [...palette.sky, palette.accent].forEach((colour, step) => {
        paper.rect(60 + (index % 3) * 162 + step * 25, 490 + Math.floor(index / 3) * 62, 25, 46).fill(colour);
      });
    });
    page(4, text.type);
    headline(paper, 'Aa', 60, 250, 200, 150);
    paper.font('Helvetica').fontSize(150).fillColor(INKS.rust).text('Aa', 300, 255, { lineBreak: false });
    paragraph(
      paper,
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ ÄÖÜ abcdefghijklmnopqrstuvwxyz äöüß 0123456789 &?!§',
      300,
      440,
      220,
      13,
    );
    headline(paper, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ ÄÖÜ abcdefghijklmnopqrstuvwxyz äöüß 0123456789', 60, 440, 210, 15);
    page(5, text.pictures);
    fill(paper, plates.summit, 60, 240, 475, 240);
    fill(paper, plates.lake, 60, 490, 232, 160);
    fill(paper, plates.forest, 303, 490, 232, 160);
    paper.addPage();
    fill(paper, plates.winter, 0, 0, A4.width, A4.height);
    sign(paper, 60, 60, 20, '#ffffff');
  });
}
