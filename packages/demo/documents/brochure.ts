import { INKS } from '../scenes/mark.ts';
import type { Brochure, Chapter } from '../story/brochures.ts';
import { A4, fill, headline, label, paragraph, sign, writePaper } from './page.ts';
import type { Plates } from './plates.ts';

const LABELS = {
  en: { chapter: 'Chapter', press: 'Press release', thanks: 'See you soon.' },
  de: { chapter: 'Kapitel', press: 'Pressemitteilung', thanks: 'Bis bald.' },
} as const;

/** Writes a brochure: cover, contents, one page per chapter, back cover. */
export async function brochure(
  story: Brochure,
  language: 'en' | 'de',
  plates: Plates,
  created: Date,
): Promise<Uint8Array> {
  const { chapters, ink } = story;
  const [title, text] = [story.title[language], LABELS[language]];
  return await writePaper({ title, author: 'Velmara', language, created }, (paper) => {
    paper.addPage();
    fill(paper, plates[story.cover], 0, 0, A4.width, A4.height);
    const shade = paper.linearGradient(0, A4.height * 0.5, 0, A4.height);
    shade.stop(0, '#0b1020', 0).stop(1, '#0b1020', 0.82);
    paper.rect(0, A4.height * 0.5, A4.width, A4.height * 0.5).fill(shade);
    sign(paper, 48, 48, 17, '#ffffff');
    const below = headline(paper, title, 48, A4.height - 210, 480, 60, '#ffffff');
    paragraph(paper, story.line[language], 50, below + 10, 420, 14, INKS.paper);
    paper.addPage();
    paper.rect(0, 0, A4.width, A4.height).fill(INKS.paper);
    headline(paper, title, 60, 88, 440, 30, ink);
    chapters.forEach((chapter, index) => {
      const y = 190 + index * 182;
      fill(paper, plates[chapter.plate], 60, y, 190, 140);
      label(paper, `${text.chapter} ${index + 1}`, 276, y + 8);
      headline(paper, chapter.title[language], 276, y + 28, 250, 20, ink);
      paragraph(paper, `${chapter.text[language].split('. ')[0]}.`, 276, y + 58, 250, 9.5);
    });
    chapters.forEach((chapter, index) => {
      paper.addPage();
      const isHigh = index % 2 === 0;
      fill(paper, plates[chapter.plate], 0, isHigh ? 0 : A4.height * 0.42, A4.width, A4.height * 0.58);
      const y = isHigh ? A4.height * 0.58 + 44 : 64;
      label(paper, `${text.chapter} ${index + 1}`, 60, y);
      const textTop = headline(paper, chapter.title[language], 60, y + 16, 300, 34, ink);
      paragraph(paper, chapter.text[language], 60, textTop + 14, 330, 11);
      paper.font('Times-Italic').fontSize(96).fillColor(INKS.sun);
      paper.text(String(index + 1), 440, y - 10, { width: 110, align: 'right', lineBreak: false });
    });
    paper.addPage();
    paper.rect(0, 0, A4.width, A4.height).fill(ink);
    headline(paper, text.thanks, 60, A4.height * 0.38, 460, 54, INKS.paper);
    paragraph(
      paper,
      'Velmara Region & Design\n1200 Ardenau\nhello@velmara.example',
      60,
      A4.height - 150,
      300,
      10,
      INKS.paper,
    );
    sign(paper, 60, A4.height - 70, 15, INKS.paper);
  });
}

/** Writes a press release of one page. */
export async function pressRelease(
  release: Chapter,
  language: 'en' | 'de',
  plates: Plates,
  created: Date,
): Promise<Uint8Array> {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(created);
  const title = release.title[language];
  return await writePaper({ title, author: 'Leyla Aydin', language, created }, (paper) => {
    paper.addPage();
    sign(paper, 60, 54, 16, INKS.fir);
    label(paper, LABELS[language].press, 60, 110);
    const below = headline(paper, title, 60, 126, 460, 32, INKS.fir);
    fill(paper, plates[release.plate], 60, below + 14, A4.width - 120, 260);
    const end = paragraph(paper, `Ardenau, ${day}. ${release.text[language]}`, 60, below + 296, 400, 11);
    paragraph(paper, 'Leyla Aydin\npress@velmara.example', 60, end + 24, 300, 9.5, INKS.rust);
  });
}
