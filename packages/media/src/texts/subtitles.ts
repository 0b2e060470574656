import { unescapeXml } from '../inspect/zipped-xml.ts';

/** Returns what subtitles of each media type say, without times, numbers, notes and marks of style. */
export const SPOKEN: Readonly<Record<string, (subtitles: string) => string>> = {
  'text/vtt': ofBlocks,
  'application/x-subrip': ofBlocks,
  'text/x-sbv': ofBlocks,
  // Several programs name theirs `.sub`.
  'text/x-microdvd': (subtitles) => (FRAMES.test(subtitles) ? ofFrames(subtitles) : ofBlocks(subtitles)),
  'text/x-ssa': ofScript,
  'text/x-lrc': ofLyrics,
};

/** `00:00:01,000 --> 00:00:02,000`, `0:00:01.000,0:00:02.000`, or seconds. */
const TIME = /-->|^\d+:\d\d:\d\d[.:]\d+,\d+:\d\d:\d\d[.:]\d+\s*$|^-?\d+(?:\.\d+)? -?\d+(?:\.\d+)?\s*$/;

/** Reads blocks of lines, each after a line with its time. */
function ofBlocks(subtitles: string): string {
  return subtitles
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n+/)
    .flatMap((block) => {
      const lines = block.split('\n');
      const time = lines.findIndex((line) => TIME.test(line));
      return time === -1 ? [] : [lines.slice(time + 1).join('\n')];
    })
    .map((text) => unescapeXml(text.replaceAll('[br]', '\n').replaceAll(/<[^<>\n]*>|\{\\[^{}\n]*\}/g, '')))
    .join('\n');
}

const FRAMES = /^[\ufeff\s]*\{\d*\}\{\d*\}/;

/** Reads lines that begin with the numbers of two frames, of which the first may state frames per second. */
function ofFrames(subtitles: string): string {
  const texts = Array.from(subtitles.matchAll(/^\ufeff?\{\d*\}\{\d*\}(.*)$/gm), ([, text = '']) => text);
  return texts
    .filter((text, place) => place > 0 || !/^[\d.]+\s*$/.test(text))
    .map((text) => text.replaceAll(/\{[a-z]:[^{}]*\}/gi, '').replaceAll('|', '\n'))
    .join('\n');
}

/** Reads what a script of SubStation Alpha shows, which is the last of its events' columns; drawings are no text. */
function ofScript(subtitles: string): string {
  const section = subtitles.search(/^\[Events\]/im);
  const [, format = ''] = (section === -1 ? undefined : /^Format:(.*)$/im.exec(subtitles.slice(section))) ?? [];
  const columns = format === '' ? 10 : format.split(',').length;
  const events = Array.from(subtitles.matchAll(/^Dialogue:(.*)$/gim), ([, event = '']) => event);
  return events
    .map((event) =>
      event
        .split(',')
        .slice(columns - 1)
        .join(','),
    )
    .map((text) => withoutMarks(text).replaceAll(/\\n/gi, '\n').replaceAll('\\h', ' '))
    .join('\n');
}

/** Returns a text without the marks of style in it, and without what they say is a drawing. */
function withoutMarks(text: string): string {
  let isDrawing = false;
  // Every other part is a mark.
  const parts = text.split(/(\{[^{}]*\})/).map((part, place) => {
    if (place % 2 === 0) return isDrawing ? '' : part;
    isDrawing = /\\p[1-9]/.test(part) || (isDrawing && !part.includes('\\p0'));
    return '';
  });
  return parts.join('');
}

/** Reads the lines of a song, and its title, artist and album. */
function ofLyrics(lyrics: string): string {
  return lyrics
    .replaceAll(/^\ufeff?\[(?:ti|ar|al|au):(.*)\]\s*$/gim, '$1')
    .replaceAll(/\[(?:\d+:\d\d(?:[.:]\d+)?|[a-z#]+:[^\]\n]*)\]|<\d+:\d\d(?:[.:]\d+)?>/gi, '');
}
