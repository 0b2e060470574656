import { INKS } from '../scenes/logo.ts';
import type { Release } from '../story/releases.ts';
import { A4, fill, foot, headline, label, paragraph, sign, writePaper } from './page.ts';
import type { Plates } from './plates.ts';

/** A press release on one page. */
export async function pressRelease(
  release: Release,
  language: 'en' | 'de',
  plates: Plates,
  created: Date,
): Promise<Uint8Array> {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(created);
  return await writePaper({ title: release.title[language], author: 'Leyla Aydin', language, created }, (paper) => {
    paper.addPage();
    sign(paper, 60, 54, 16, INKS.fir);
    label(paper, language === 'de' ? 'Pressemitteilung' : 'Press release', 60, 110);
    const below = headline(paper, release.title[language], 60, 126, 460, 32);
    fill(paper, plates[release.plate], 60, below + 14, A4.width - 120, 260);
    const text = paragraph(paper, `Ardenau, ${day}. ${release.text[language]}`, 60, below + 296, 400, 11);
    paragraph(paper, 'Leyla Aydin\npress@velmara.example', 60, text + 24, 300, 9.5, INKS.rust);
    foot(paper, 1);
  });
}
