import { INKS } from '../scenes/logo.ts';
import type { BrochureStory } from '../story/brochures.ts';
import { A4, fill, foot, headline, label, type Paper, paragraph, sign, writePaper } from './page.ts';
import type { Plates } from './plates.ts';

const LABELS = {
  en: {
    chapter: 'Chapter',
    inside: 'Inside',
    contact: 'Velmara Region & Design\nQuay 7, 1200 Ardenau\nhello@velmara.example',
    thanks: 'See you soon.',
  },
  de: {
    chapter: 'Kapitel',
    inside: 'Inhalt',
    contact: 'Velmara Region & Design\nKai 7, 1200 Ardenau\nhallo@velmara.example',
    thanks: 'Bis bald.',
  },
} as const;

/** A brochure: cover, contents, a page for each chapter, back. */
export async function brochure(
  story: BrochureStory,
  language: 'en' | 'de',
  plates: Plates,
  created: Date,
): Promise<Uint8Array> {
  const { chapters, ink } = story;
  return await writePaper({ title: story.title[language], author: 'Velmara', language, created }, (paper) => {
    drawCover(paper, story, language, plates);
    drawContents(paper, story, language, plates);
    chapters.forEach((chapter, index) => {
      paper.addPage();
      const isHigh = index % 2 === 0;
      const top = isHigh ? 0 : A4.height * 0.42;
      fill(paper, plates[chapter.plate], 0, top, A4.width, A4.height * 0.58);
      const y = isHigh ? A4.height * 0.58 + 44 : 64;
      label(paper, `${LABELS[language].chapter} ${index + 1}`, 60, y);
      const below = headline(paper, chapter.title[language], 60, y + 16, 300, 34, ink);
      paragraph(paper, chapter.text[language], 60, below + 14, 330, 11);
      paper
        .font('Times-Italic')
        .fontSize(96)
        .fillColor(INKS.sun)
        .fillOpacity(0.9)
        .text(String(index + 1), 440, y - 10, { width: 110, align: 'right', lineBreak: false });
      paper.fillOpacity(1);
      if (isHigh) foot(paper, index + 3, ink);
    });
    paper.addPage();
    paper.rect(0, 0, A4.width, A4.height).fill(ink);
    headline(paper, LABELS[language].thanks, 60, A4.height * 0.38, 460, 54, INKS.paper);
    paragraph(paper, LABELS[language].contact, 60, A4.height - 150, 300, 10, INKS.paper);
    sign(paper, 60, A4.height - 70, 15, INKS.paper);
  });
}

function drawCover(paper: Paper, story: BrochureStory, language: 'en' | 'de', plates: Plates): void {
  paper.addPage();
  fill(paper, plates[story.cover], 0, 0, A4.width, A4.height);
  const shade = paper.linearGradient(0, A4.height * 0.5, 0, A4.height);
  shade.stop(0, '#0b1020', 0).stop(1, '#0b1020', 0.82);
  paper.rect(0, A4.height * 0.5, A4.width, A4.height * 0.5).fill(shade);
  sign(paper, 48, 48, 17, '#ffffff');
  const below = headline(paper, story.title[language], 48, A4.height - 210, 480, 60, '#ffffff');
  paragraph(paper, story.line[language], 50, below + 10, 420, 14, INKS.paper);
}

function drawContents(
  paper: Paper,
  { chapters, ink, title }: BrochureStory,
  language: 'en' | 'de',
  plates: Plates,
): void {
  paper.addPage();
  paper.rect(0, 0, A4.width, A4.height).fill(INKS.paper);
  label(paper, LABELS[language].inside, 60, 72);
  headline(paper, title[language], 60, 88, 440, 30, ink);
  chapters.forEach((chapter, index) => {
    const y = 190 + index * 182;
    fill(paper, plates[chapter.plate], 60, y, 190, 140);
    paper
      .font('Times-Italic')
      .fontSize(30)
      .fillColor(INKS.rust)
      .text(String(index + 1), 276, y + 2, { lineBreak: false });
    headline(paper, chapter.title[language], 276, y + 40, 250, 20, ink);
    paragraph(paper, `${chapter.text[language].split('. ')[0]}.`, 276, y + 68, 250, 9.5);
  });
  foot(paper, 2, ink);
}
