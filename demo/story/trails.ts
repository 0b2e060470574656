import { type Words, words } from './words.ts';

/** A marked trail. */
export interface Trail {
  readonly key: string;
  readonly name: Words;
  readonly kilometres: number;
  readonly hours: number;
  /** Metres up. */
  readonly climb: number;
  readonly text: Words;
  /** Node of the place it leads to. */
  readonly place: number;
}

/** The trails of the region. */
export const TRAILS: readonly Trail[] = [
  {
    key: 'saddle',
    name: words('To the Saddle Hut', 'Zur Sattelhütte'),
    kilometres: 11,
    hours: 4,
    climb: 1120,
    place: 3013,
    text: words(
      'From the bus stop in Karndorf along the stream, past two waterfalls, then in wide bends up to the hut. Blue marks. The hut is open from May to October; water at kilometre 4 and 8.',
      'Von der Haltestelle in Karndorf am Bach entlang, vorbei an zwei Wasserfällen, dann in weiten Kehren hinauf zur Hütte. Blaue Markierung. Die Hütte ist von Mai bis Oktober geöffnet; Wasser bei Kilometer 4 und 8.',
    ),
  },
  {
    key: 'lake',
    name: words('Around Lake Lira', 'Rund um den Lirasee'),
    kilometres: 16,
    hours: 4.5,
    climb: 240,
    place: 3021,
    text: words(
      'All around the lake without haste. Four bathing places, two inns, one ferry for those who have had enough half-way. Suitable for prams between Lirau and the boathouse.',
      'Einmal um den See, ohne Eile. Vier Badestellen, zwei Gasthäuser, eine Fähre für alle, die auf halber Strecke genug haben. Zwischen Lirau und dem Bootshaus auch mit Kinderwagen.',
    ),
  },
  {
    key: 'cape',
    name: words('The Cape Path', 'Der Kapweg'),
    kilometres: 9,
    hours: 3,
    climb: 310,
    place: 3041,
    text: words(
      'Along the cliffs from Marell to the lighthouse. Keep away from the edge in strong wind. The bus back leaves at the car park, every hour until eight.',
      'Über die Klippen von Marell zum Leuchtturm. Bei starkem Wind Abstand zur Kante halten. Der Bus zurück fährt am Parkplatz ab, stündlich bis acht.',
    ),
  },
  {
    key: 'night',
    name: words('Night Trail', 'Nachtweg'),
    kilometres: 6,
    hours: 2,
    climb: 180,
    place: 3031,
    text: words(
      'Six kilometres without a lamp. Reflectors on the trees catch the light of the moon; below a quarter moon please join the guided walk on Saturdays.',
      'Sechs Kilometer ohne Lampe. Reflektoren an den Bäumen fangen das Mondlicht; bei weniger als Viertelmond schließen Sie sich bitte samstags der Führung an.',
    ),
  },
];
