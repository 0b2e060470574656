import { INKS } from '../scenes/mark.ts';
import { HANDBOOK } from '../story/handbook.ts';
import { A4, fill, headline, label, paragraph, sign, writePaper } from './page.ts';
import type { Plates } from './plates.ts';

/** Writes the walker's handbook: a title page, then a page for each chapter. */
export async function handbook(language: 'en' | 'de', plates: Plates, created: Date): Promise<Uint8Array> {
  const title = HANDBOOK.title[language];
  return await writePaper({ title, author: 'Greta Holm', language, created }, (paper) => {
    paper.addPage();
    fill(paper, plates.slope, 0, 0, A4.width, A4.height * 0.5);
    const below = headline(paper, title, 60, A4.height * 0.5 + 50, 460, 40, INKS.fir);
    const end = paragraph(paper, HANDBOOK.line[language], 60, below + 12, 400, 13);
    for (const [index, chapter] of HANDBOOK.chapters.entries())
      label(paper, `${index + 2}  ${chapter.title[language]}`, 60, end + 30 + index * 18);
    sign(paper, 60, A4.height - 60, 14, INKS.fir);
    for (const [index, chapter] of HANDBOOK.chapters.entries()) {
      paper.addPage();
      fill(paper, plates[chapter.plate], 60, 60, A4.width - 120, 240);
      const textTop = headline(paper, chapter.title[language], 60, 330, 460, 24, INKS.fir);
      paragraph(paper, chapter.text[language], 60, textTop + 16, 420, 12);
      label(paper, `${index + 2}`, A4.width - 70, A4.height - 60);
    }
  });
}
