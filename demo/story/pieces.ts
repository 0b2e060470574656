import type { PieceKind } from '../sounds/compose.ts';
import { type Words, words } from './words.ts';

/** A recording: its kind, key in semitones, length in seconds. */
export interface Piece {
  readonly file: string;
  readonly title: Words;
  readonly kind: PieceKind;
  readonly key: number;
  readonly seconds: number;
}

/** Music and field recordings. */
export const PIECES: readonly Piece[] = [
  {
    file: 'quiet-places',
    title: words('Quiet Places (theme)', 'Stille Orte (Thema)'),
    kind: 'plucked',
    key: 0,
    seconds: 9,
  },
  {
    file: 'down-to-the-lake',
    title: words('Down to the lake', 'Hinunter zum See'),
    kind: 'plucked',
    key: 5,
    seconds: 7,
  },
  { file: 'last-boat', title: words('Last boat', 'Letztes Boot'), kind: 'plucked', key: -4, seconds: 7 },
  { file: 'first-window', title: words('First window', 'Erstes Fenster'), kind: 'bells', key: 0, seconds: 8 },
  {
    file: 'snow-on-the-saddle',
    title: words('Snow on the saddle', 'Schnee auf dem Sattel'),
    kind: 'bells',
    key: -5,
    seconds: 7,
  },
  { file: 'long-evening', title: words('Long evening', 'Langer Abend'), kind: 'chords', key: 0, seconds: 9 },
  { file: 'mist', title: words('Mist', 'Nebel'), kind: 'chords', key: -3, seconds: 8 },
  {
    file: 'surf-at-cape-rovin',
    title: words('Surf at Cape Rovin', 'Brandung am Kap Rovin'),
    kind: 'waves',
    key: 0,
    seconds: 8,
  },
  { file: 'wind-at-the-hut', title: words('Wind at the hut', 'Wind an der Hütte'), kind: 'wind', key: 0, seconds: 7 },
  {
    file: 'rain-in-beech-hollow',
    title: words('Rain in Beech Hollow', 'Regen im Buchengrund'),
    kind: 'rain',
    key: 0,
    seconds: 6,
  },
];
