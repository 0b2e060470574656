import type { PlateName } from '../documents/plates.ts';
import { rowsOf, words } from './words.ts';

/** One brochure per line: key, plate of the cover, ink, title, subtitle; then its chapters: plate, title, text. */
const TABLE = `
summer | lake | #1f4a42 | Summer in Velmara | Sommer in Velmara | Ninety long days between lake and sea | Neunzig lange Tage zwischen See und Meer
  boat | Into the water | Ab ins Wasser | Lake Lira warms up early. By the end of May the jetties are full of towels, and the boatman rings his bell for the last crossing at nine. Take the small boat: it is slower, and that is the point. | Der Lirasee wird früh warm. Ende Mai liegen die Stege voller Handtücher, und um neun läutet der Bootsmann zur letzten Überfahrt. Nehmen Sie das kleine Boot: Es ist langsamer, und genau darum geht es.
  summit | Up to the saddle | Hinauf zum Sattel | Three hours from the bus stop to the Saddle Hut, always along the stream. Greta Holm bakes bread at four; whoever arrives at five gets the crust while it is warm. | Drei Stunden von der Haltestelle bis zur Sattelhütte, immer am Bach entlang. Um vier backt Greta Holm Brot; wer um fünf ankommt, bekommt den Anschnitt noch warm.
  coast | Out to the cape | Hinaus zum Kap | The path along the cliffs ends at the lighthouse. On Fridays Oskar Brandt opens the door and lets you climb the 184 steps. Bring a jacket, even in July. | Der Weg über die Klippen endet am Leuchtturm. Freitags schließt Oskar Brandt auf und lässt Sie die 184 Stufen hinaufsteigen. Nehmen Sie eine Jacke mit, auch im Juli.
winter | cabin | #14213a | Winter in Velmara | Winter in Velmara | Short days, long evenings | Kurze Tage, lange Abende
  cabin | A light in the window | Ein Licht im Fenster | Our huts stay open as long as the path does. Each has a stove, four bunks and a lantern that you light when you arrive, so that the others know you are there. | Unsere Hütten bleiben offen, solange der Weg es ist. Jede hat einen Ofen, vier Betten und eine Laterne, die Sie bei der Ankunft anzünden, damit die anderen wissen, dass Sie da sind.
  winter | Snow without lifts | Schnee ohne Lifte | Velmara has no ski lifts and will not build any. What we have: sixty kilometres of marked snowshoe trails, and quiet. | Velmara hat keine Skilifte und wird auch keine bauen. Was wir haben: sechzig Kilometer markierte Schneeschuhwege und Ruhe.
  town | The Weeks of Light | Die Lichtwochen | From Advent to Candlemas the windows of Ardenau are lit by the people who live behind them. No programme, no tickets. Walk, look up, have soup at the quay. | Von Advent bis Lichtmess leuchten in Ardenau die Fenster, gestaltet von den Menschen, die dahinter wohnen. Kein Programm, keine Karten. Gehen, hinaufschauen, Suppe am Kai essen.
guidelines | summit | #1f4a42 | Brand guidelines | Markenrichtlinien | Few rules, well kept. | Wenige Regeln, gut gehalten.
  mark | The mark | Die Marke | Two summits before the sun. The mark stands alone or to the left of the name, never to the right. Keep the height of the V clear on all sides. On dark pictures it is white. | Zwei Gipfel vor der Sonne. Die Marke steht allein oder links vom Namen, nie rechts. Rundum bleibt die Höhe des V frei. Auf dunklen Bildern ist sie weiß.
  colours | Colours | Farben | Five inks are enough. Fir green speaks, ochre shines, rust accents, paper carries, night is for the night. | Fünf Farben genügen. Tannengrün spricht, Ocker leuchtet, Rost betont, Papier trägt, Nacht ist für die Nacht.
  lake | Pictures | Bilder | Low sun, wide skies, people from afar. No filters. If nothing happens in a picture, it is probably one of ours. | Tiefe Sonne, weite Himmel, Menschen von ferne. Keine Filter. Wenn in einem Bild nichts geschieht, ist es vermutlich eines von uns.
`;

const chapterOf = ([plate, en, de, text, german]: readonly string[]) => ({
  plate: plate as PlateName,
  title: words(en, de),
  text: words(text, german),
});

/** All brochures. */
export const BROCHURES = TABLE.trim()
  .split(/\n(?! )/)
  .map((lines) => {
    const [[key = '', cover, ink = '', en, de, line, german] = [], ...chapters] = rowsOf(lines);
    return {
      key,
      cover: cover as PlateName,
      ink,
      title: words(en, de),
      line: words(line, german),
      chapters: chapters.map(chapterOf),
    };
  });

/** A brochure, which is made in both languages. */
export type Brochure = (typeof BROCHURES)[number];
export type Chapter = ReturnType<typeof chapterOf>;

/** One press release per line: key, then the same cells as a chapter. */
const RELEASE_TABLE = `
quiet | boat | Quiet Places: a campaign without a slogan | Stille Orte: eine Kampagne ohne Slogan | Velmara begins its campaign “Quiet Places” with forty pictures and not a single line of text. “Whoever needs quiet will see it”, says Karla Weiss, director of the region. The pictures hang in stations and libraries from Monday. | Velmara startet die Kampagne „Stille Orte“ mit vierzig Bildern und keiner einzigen Textzeile. „Wer Ruhe braucht, sieht sie“, sagt Karla Weiss, Leiterin der Region. Die Bilder hängen ab Montag in Bahnhöfen und Bibliotheken.
lighthouse | coast | The light at Cape Rovin is back | Das Licht am Kap Rovin ist zurück | After fourteen months of repairs the lighthouse at Cape Rovin is shining again. The lens of 1911 was taken apart, cleaned and put together by hand. The path to the tower opens in May. | Nach vierzehn Monaten Arbeit leuchtet der Turm am Kap Rovin wieder. Die Linse von 1911 wurde zerlegt, gereinigt und von Hand zusammengesetzt. Der Weg zum Turm öffnet im Mai.
partners | jug | Conditions for partners | Konditionen für Partner | Shops and hotels receive thirty-five percent on all goods of the workshop, from the first piece. | Läden und Hotels erhalten fünfunddreißig Prozent auf alle Waren der Werkstatt, ab dem ersten Stück.
`;

/** All press releases. */
export const RELEASES = rowsOf(RELEASE_TABLE).map(([key = '', ...chapter]) => ({ key, ...chapterOf(chapter) }));
