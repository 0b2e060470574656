/** Texts that become files of their own. */
export const TERMS = {
  en: `# Terms of use

Pictures from this library are **free for editorial use** if you

1. name the creator and Velmara,
2. don't change what the picture shows,
3. send us a copy or a link.

For advertising please ask: <press@velmara.example>.
`,
  de: `# Nutzungsbedingungen

Bilder aus diesem Archiv sind **frei für redaktionelle Zwecke**, wenn Sie

1. Urheber und Velmara nennen,
2. nicht verändern, was das Bild zeigt,
3. uns ein Belegexemplar oder einen Link senden.

Für Werbung fragen Sie bitte: <presse@velmara.example>.
`,
} as const;

/** Subtitles of the film. */
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
