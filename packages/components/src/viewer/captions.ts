import type { Asset } from '@asset-browsing-service/client';

/** A text over a film, from `start` to `end` in seconds. */
export interface Caption {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const TIMES = /^((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})\s+-->\s+((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})/;

/** Reads captions in SubRip (`.srt`) or WebVTT (`.vtt`). Leaves out everything else, such as notes. */
export function readCaptions(file: string): readonly Caption[] {
  const blocks = file.replaceAll(/\r\n?/g, '\n').split(/\n{2,}/);
  return blocks.flatMap((block) => {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => TIMES.test(line));
    const [, start = '', end = ''] = TIMES.exec(lines[at] ?? '') ?? [];
    const text = lines
      .slice(at + 1)
      .join('\n')
      .trim();
    return at < 0 || text === '' ? [] : [{ start: secondsOf(start), end: secondsOf(end), text }];
  });
}

function secondsOf(time: string): number {
  return time
    .replace(',', '.')
    .split(':')
    .reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

export interface CaptionFile {
  readonly asset: Asset;
  /** Language tag, such as `de`; empty if the file name has none. */
  readonly language: string;
}

/** Extensions of files with captions. */
export const CAPTION_EXTENSIONS: readonly string[] = ['srt', 'vtt'];

/**
 * Picks the captions of a film from other assets: those of `film.mp4` are `film.srt` and, in German, `film.de.srt`. Assets
 * that are related to the film (`related`) may have any name.
 */
export function captionsOf(
  film: Pick<Asset, 'name'>,
  { related, others }: { readonly related: readonly Asset[]; readonly others: readonly Asset[] },
): readonly CaptionFile[] {
  const stem = film.name.replace(/\.[^.]*$/, '').toLowerCase();
  const found = new Map<number, CaptionFile>();
  for (const asset of [...related, ...others]) {
    const [, name = '', language = '', extension = ''] =
      /^(.*?)(?:[._-]([a-z]{2,3}(?:-[a-z]{2,4})?))?\.([^.]*)$/i.exec(asset.name) ?? [];
    if (!CAPTION_EXTENSIONS.includes(extension.toLowerCase()) || found.has(asset.id)) continue;
    if (related.includes(asset) || name.toLowerCase() === stem) found.set(asset.id, { asset, language });
  }
  return [...found.values()];
}
