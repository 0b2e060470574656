import type { PlateName } from '../documents/plates.ts';
import { type Words, words } from './words.ts';

/** One spread of a brochure. */
export interface Chapter {
  readonly title: Words;
  readonly text: Words;
  readonly plate: PlateName;
}

/** A brochure, made in both languages. */
export interface BrochureStory {
  readonly key: string;
  readonly title: Words;
  readonly line: Words;
  readonly cover: PlateName;
  readonly ink: string;
  readonly chapters: readonly Chapter[];
}

/** All brochures. */
export const BROCHURES: readonly BrochureStory[] = [
  {
    key: 'summer',
    title: words('Summer in Velmara', 'Sommer in Velmara'),
    line: words('Ninety long days between lake and sea', 'Neunzig lange Tage zwischen See und Meer'),
    cover: 'lake',
    ink: '#1f4a42',
    chapters: [
      {
        title: words('Into the water', 'Ab ins Wasser'),
        plate: 'boat',
        text: words(
          'Lake Lira warms up early. By the end of May the jetties are full of towels, and the boatman rings his bell for the last crossing at nine. Take the small boat: it is slower, and that is the point.',
          'Der Lirasee wird früh warm. Ende Mai liegen die Stege voller Handtücher, und um neun läutet der Bootsmann zur letzten Überfahrt. Nehmen Sie das kleine Boot: Es ist langsamer, und genau darum geht es.',
        ),
      },
      {
        title: words('Up to the saddle', 'Hinauf zum Sattel'),
        plate: 'summit',
        text: words(
          'Three hours from the bus stop to the Saddle Hut, always along the stream. Greta Holm bakes bread at four; whoever arrives at five gets the crust while it is warm.',
          'Drei Stunden von der Haltestelle bis zur Sattelhütte, immer am Bach entlang. Um vier backt Greta Holm Brot; wer um fünf ankommt, bekommt den Anschnitt noch warm.',
        ),
      },
      {
        title: words('Out to the cape', 'Hinaus zum Kap'),
        plate: 'coast',
        text: words(
          'The path along the cliffs ends at the lighthouse. On Fridays Oskar Brandt opens the door and lets you climb the 184 steps. Bring a jacket, even in July.',
          'Der Weg über die Klippen endet am Leuchtturm. Freitags schließt Oskar Brandt auf und lässt Sie die 184 Stufen hinaufsteigen. Nehmen Sie eine Jacke mit, auch im Juli.',
        ),
      },
    ],
  },
  {
    key: 'winter',
    title: words('Winter in Velmara', 'Winter in Velmara'),
    line: words('Short days, long evenings', 'Kurze Tage, lange Abende'),
    cover: 'cabin',
    ink: '#14213a',
    chapters: [
      {
        title: words('A light in the window', 'Ein Licht im Fenster'),
        plate: 'cabin',
        text: words(
          'Our huts stay open as long as the path does. Each has a stove, four bunks and a lantern that you light when you arrive, so that the others know you are there.',
          'Unsere Hütten bleiben offen, solange der Weg es ist. Jede hat einen Ofen, vier Betten und eine Laterne, die Sie bei der Ankunft anzünden, damit die anderen wissen, dass Sie da sind.',
        ),
      },
      {
        title: words('Snow without lifts', 'Schnee ohne Lifte'),
        plate: 'winter',
        text: words(
          'Velmara has no ski lifts and will not build any. What we have: sixty kilometres of marked snowshoe trails, and quiet.',
          'Velmara hat keine Skilifte und wird auch keine bauen. Was wir haben: sechzig Kilometer markierte Schneeschuhwege und Ruhe.',
        ),
      },
      {
        title: words('The Weeks of Light', 'Die Lichtwochen'),
        plate: 'town',
        text: words(
          'From Advent to Candlemas the windows of Ardenau are lit by the people who live behind them. No programme, no tickets. Walk, look up, have soup at the quay.',
          'Von Advent bis Lichtmess leuchten in Ardenau die Fenster, gestaltet von den Menschen, die dahinter wohnen. Kein Programm, keine Karten. Gehen, hinaufschauen, Suppe am Kai essen.',
        ),
      },
    ],
  },
  {
    key: 'ardenau',
    title: words('Ardenau on foot', 'Ardenau zu Fuß'),
    line: words('Seven walks through an old town', 'Sieben Wege durch eine alte Stadt'),
    cover: 'town',
    ink: '#6b3b46',
    chapters: [
      {
        title: words('Along the quay', 'Am Kai entlang'),
        plate: 'town',
        text: words(
          'Start where the ferrymen used to wait. The gabled houses lean on each other and have done so since 1640. Number nine is a bakery, number eleven a better one.',
          'Beginnen Sie, wo früher die Fährleute warteten. Die Giebelhäuser stützen einander, und das seit 1640. Nummer neun ist eine Bäckerei, Nummer elf eine bessere.',
        ),
      },
      {
        title: words('Above the roofs', 'Über den Dächern'),
        plate: 'roofs',
        text: words(
          'The tower of Saint Ursula has 211 steps and a bench at the top. Count the red roofs or don’t; nobody has ever come to the same number twice.',
          'Der Turm von Sankt Ursula hat 211 Stufen und oben eine Bank. Zählen Sie die roten Dächer oder lassen Sie es; noch niemand kam zweimal auf dieselbe Zahl.',
        ),
      },
      {
        title: words('In the workshop', 'In der Werkstatt'),
        plate: 'goods',
        text: words(
          'Behind the station, Emil Sauter throws jugs and Rosa Valentin weaves blankets. The doors are open on Thursdays, and so is the till.',
          'Hinter dem Bahnhof dreht Emil Sauter Krüge, und Rosa Valentin webt Decken. Donnerstags stehen die Türen offen, und die Kasse auch.',
        ),
      },
    ],
  },
  {
    key: 'forest',
    title: words('Moosgrund Forest', 'Moosgrunder Wald'),
    line: words('A guide for slow walkers', 'Ein Führer für langsame Wanderer'),
    cover: 'forest',
    ink: '#2f5d4f',
    chapters: [
      {
        title: words('Two thousand hectares', 'Zweitausend Hektar'),
        plate: 'forest',
        text: words(
          'Nothing has been felled in the heart of the forest since 1911. The oldest beech was a seedling when Ardenau got its town wall. Stay on the paths; the moss needs eighty years to forget a boot.',
          'Im Herzen des Waldes wurde seit 1911 nichts gefällt. Die älteste Buche keimte, als Ardenau seine Stadtmauer bekam. Bleiben Sie auf den Wegen; das Moos braucht achtzig Jahre, um einen Stiefel zu vergessen.',
        ),
      },
      {
        title: words('Beech Hollow in October', 'Der Buchengrund im Oktober'),
        plate: 'autumn',
        text: words(
          'For ten days the hollow is the brightest room in the country. Come early, before the wind.',
          'Zehn Tage lang ist der Grund das hellste Zimmer des Landes. Kommen Sie früh, vor dem Wind.',
        ),
      },
      {
        title: words('What to bring', 'Was Sie mitnehmen'),
        plate: 'table',
        text: words(
          'Bread, an apple, something hot in a bottle. There is water at the forester’s house, and Henrik Moor is glad of company.',
          'Brot, einen Apfel, etwas Heißes in der Flasche. Wasser gibt es am Forsthaus, und Henrik Moor freut sich über Gesellschaft.',
        ),
      },
    ],
  },
];
