import { type Words, words } from './words.ts';

/** What is said in the film, and when. Seconds. */
export const SUBTITLES: readonly { readonly from: number; readonly to: number; readonly text: Words }[] = [
  { from: 0.4, to: 1.6, text: words('A day at Lake Lira.', 'Ein Tag am Lirasee.') },
  { from: 1.8, to: 3, text: words('The boat is ready.', 'Das Boot liegt bereit.') },
  { from: 3.2, to: 4.6, text: words('Nobody is in a hurry.', 'Niemand hat es eilig.') },
  { from: 4.8, to: 6.4, text: words('And in the evening the lake is yours.', 'Und am Abend gehört der See Ihnen.') },
];
