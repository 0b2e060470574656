const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** What a name begins with as readers see it: marks that belong to a letter stay with it. */
function firstGrapheme(text: string): string {
  for (const { segment } of graphemes.segment(text)) return segment;
  return '';
}

/** Initials of a name in any script: of its first and last word that holds a letter or digit, else its first sign; '' of ''. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s\p{P}\p{S}]+/u).flatMap((word) => {
    const start = word.search(/[\p{L}\p{N}]/u);
    return start < 0 ? [] : [capital(firstGrapheme(word.slice(start)))];
  });
  const [first] = words;
  if (first === undefined) return firstGrapheme(name.trim());
  return words.length > 1 ? first + words.at(-1) : first;
}

/** A letter whose capital is two letters, such as ß, stays as it is. */
function capital(letter: string): string {
  const upper = letter.toLocaleUpperCase('und');
  return firstGrapheme(upper) === upper ? upper : letter;
}
