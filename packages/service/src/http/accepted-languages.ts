/** Most languages of the header that are read. */
const MAX_LANGUAGES = 20;

/** Returns the languages that a reader accepts, best first, without `*` and those with quality 0. */
export function acceptedLanguages(header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(',', MAX_LANGUAGES)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const quality = parameters.find((each) => /^q=/i.test(each))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => /^[A-Za-z0-9-]{1,35}$/.test(tag) && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
