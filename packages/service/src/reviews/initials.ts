const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Returns the first character as readers see it, with the combining marks that belong to it. */
function firstGrapheme(text: string): string {
  for (const { segment } of graphemes.segment(text)) return segment;
  return '';
}

/** Returns the initials of a name in any script: of its first and last word, else its first character. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s\p{P}\p{S}]+/u).flatMap((word) => {
    const start = word.search(/[\p{L}\p{N}]/u);
    return start < 0 ? [] : [capital(firstGrapheme(word.slice(start)))];
  });
  const [first] = words;
  if (first === undefined) return firstGrapheme(name.trim());
  return words.length > 1 ? first + words.at(-1) : first;
}

/** Capitalizes a letter. A letter whose capital is two letters, such as ß, stays unchanged. */
function capital(letter: string): string {
  const upper = letter.toLocaleUpperCase('und');
  return firstGrapheme(upper) === upper ? upper : letter;
}
