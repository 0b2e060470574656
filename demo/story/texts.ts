/** Texts that stand in files of their own. */
export const TERMS = {
  en: `# Terms of use

Pictures from this library are **free for editorial use** if you

1. name the creator and Velmara,
2. don't change what the picture shows,
3. send us a copy or a link.

For advertising please ask: <press@velmara.example>.

| use | fee |
|---|---|
| newspaper, magazine, blog | none |
| book, exhibition | none, please ask |
| advertising | on request |
`,
  de: `# Nutzungsbedingungen

Bilder aus diesem Archiv sind **frei für redaktionelle Zwecke**, wenn Sie

1. Urheber und Velmara nennen,
2. nicht verändern, was das Bild zeigt,
3. uns ein Belegexemplar oder einen Link senden.

Für Werbung fragen Sie bitte: <presse@velmara.example>.

| Verwendung | Gebühr |
|---|---|
| Zeitung, Zeitschrift, Blog | keine |
| Buch, Ausstellung | keine, bitte fragen |
| Werbung | auf Anfrage |
`,
} as const;

/** Bread as they bake it at the Saddle Hut. */
export const BREAD = {
  en: `# Bread of the Saddle Hut

*For one loaf, to be started the evening before.*

- 500 g wheat flour, half of it wholegrain
- 350 ml water from the stream, or from the tap
- 10 g salt, 3 g fresh yeast

Mix everything, cover, and leave it in the cold until morning. Fold four times,
shape, wait an hour. Bake in a hot pot: 25 minutes with the lid, 20 without.

> "If it sings while it cools, it is good." – Greta Holm
`,
  de: `# Brot der Sattelhütte

*Für einen Laib, am Vorabend anzusetzen.*

- 500 g Weizenmehl, zur Hälfte Vollkorn
- 350 ml Wasser aus dem Bach oder aus der Leitung
- 10 g Salz, 3 g frische Hefe

Alles mischen, zudecken und bis zum Morgen kalt stellen. Viermal falten, formen,
eine Stunde warten. Im heißen Topf backen: 25 Minuten mit Deckel, 20 ohne.

> „Wenn es beim Abkühlen singt, ist es gut.“ – Greta Holm
`,
} as const;

/** A spot for the radio. */
export const RADIO = `RADIO SPOT "QUIET PLACES", 20 SECONDS
=====================================

[Water against wood. A bell, far away.]

VOICE:  (waits)

[Oars. Two strokes.]

VOICE:  Velmara.

[Water. Fades.]
`;

/** Opening hours, for the page of each place. */
export const HOURS = `place,days,from,to,season
Saddle Hut,Mon-Sun,07:00,22:00,May-October
Lighthouse Cape Rovin,Fri,14:00,18:00,all year
Boat hire Lirau,Mon-Sun,09:00,21:00,May-September
"Workshop, Ardenau",Thu,10:00,18:00,all year
`;

/** The home page of the campaign. */
export const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Quiet Places</title></head>
<body><h1>Quiet Places</h1><p>Forty pictures. No slogan.</p></body></html>
`;

/** What is said in the film. */
export const SUBTITLES = {
  en: `1
00:00:00,400 --> 00:00:01,600
A day at Lake Lira.

2
00:00:01,800 --> 00:00:04,600
Nobody is in a hurry.

3
00:00:04,800 --> 00:00:06,400
And in the evening the lake is yours.
`,
  de: `1
00:00:00,400 --> 00:00:01,600
Ein Tag am Lirasee.

2
00:00:01,800 --> 00:00:04,600
Niemand hat es eilig.

3
00:00:04,800 --> 00:00:06,400
Und am Abend gehört der See Ihnen.
`,
} as const;
