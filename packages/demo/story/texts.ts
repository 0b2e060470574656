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
