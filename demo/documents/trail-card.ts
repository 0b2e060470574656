import { createNoise, layered } from '../drawing/noise.ts';
import { INKS } from '../scenes/logo.ts';
import type { Trail } from '../story/trails.ts';
import { headline, label, paragraph, sign, writePaper } from './page.ts';

/** A6 across, in points. */
const CARD = [419.5, 297.6] as const;

/** A card for the pocket: the profile of the trail in front, what to know on the back, in both languages. */
export async function trailCard(trail: Trail, created: Date): Promise<Uint8Array> {
  const [width, height] = CARD;
  return await writePaper(
    { title: trail.name.en, author: 'Bastian Orth', language: 'en', created, size: CARD },
    (paper) => {
      paper.addPage();
      paper.rect(0, 0, width, height).fill(INKS.paper);
      label(paper, `${trail.kilometres} km · ${trail.hours} h · ${trail.climb} m`, 30, 30);
      headline(paper, trail.name.en, 30, 44, 340, 26);
      headline(paper, trail.name.de, 30, 74, 340, 15, INKS.rust);
      const noise = createNoise(trail.name.en);
      const profile = (x: number): number =>
        92 * Math.sin((x / (width - 60)) * Math.PI) * (trail.climb / 1300) + 26 * layered(noise, x / 60, 1, 4) + 20;
      for (const [lift, ink, opacity] of [
        [26, INKS.sun, 0.35],
        [12, INKS.rust, 0.45],
        [0, INKS.fir, 1],
      ] as const) {
        paper.moveTo(30, height - 52);
        for (let x = 0; x <= width - 60; x += 4)
          paper.lineTo(30 + x, height - 52 - Math.max(4, profile(x + lift * 2) + lift));
        paper
          .lineTo(width - 30, height - 52)
          .closePath()
          .fillOpacity(opacity)
          .fill(ink);
      }
      paper.fillOpacity(1);
      for (let kilometre = 0; kilometre <= trail.kilometres; kilometre += 2) {
        const x = 30 + ((width - 60) * kilometre) / trail.kilometres;
        paper
          .moveTo(x, height - 52)
          .lineTo(x, height - 47)
          .lineWidth(0.6)
          .stroke(INKS.fir);
        paper
          .font('Helvetica')
          .fontSize(6.5)
          .fillColor(INKS.fir)
          .text(String(kilometre), x - 8, height - 44, { width: 16, align: 'center', lineBreak: false });
      }
      sign(paper, 30, height - 28, 9, INKS.fir);
      paper.addPage();
      paper.rect(0, 0, width, height).fill(INKS.fir);
      paragraph(paper, trail.text.en, 30, 36, 165, 9.5, INKS.paper);
      paragraph(paper, trail.text.de, 222, 36, 165, 9.5, INKS.paper);
      sign(paper, 30, height - 34, 10, INKS.sun);
    },
  );
}
