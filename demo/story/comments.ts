import type { Words } from './words.ts';
import { words } from './words.ts';

/** What colleagues and partners write below assets, with their rating; some write English, some German. */
export const COMMENTS: readonly (readonly [rating: number, text: Words])[] = [
  [5, words('Exactly the light we were looking for.', 'Genau das Licht, das wir gesucht haben.')],
  [5, words('Works even as a small thumbnail.', 'Funktioniert sogar als kleines Vorschaubild.')],
  [4.5, words('We printed it two metres wide. Flawless.', 'Wir haben es zwei Meter breit gedruckt. Makellos.')],
  [4, words('Lovely, a little dark at the bottom for our layout.', 'Sehr schön, unten für unser Layout etwas dunkel.')],
  [4, words('Our guests ask where this is.', 'Unsere Gäste fragen, wo das ist.')],
  [3.5, words('Good, but please more room for a headline.', 'Gut, aber bitte mehr Platz für eine Überschrift.')],
  [3, words('We have seen this view too often.', 'Diesen Blick haben wir zu oft gesehen.')],
  [5, words('This is the cover.', 'Das ist der Titel.')],
  [4.5, words('Quiet. I like it.', 'Still. Gefällt mir.')],
  [2.5, words('The colours come out too cold on our paper.', 'Die Farben werden auf unserem Papier zu kalt.')],
];
