import { parseFile } from 'music-metadata';
import { isoDate } from './dates.ts';
import type { WrittenWords } from './words.ts';

/** Playing time and words of a sound file, from its own kind of tags. Throws for a damaged file. */
export async function audioTags(path: string): Promise<{ durationSeconds: number; words: WrittenWords }> {
  const { format, common } = await parseFile(path, { skipCovers: true, duration: true });
  const seconds = format.duration ?? 0;
  return {
    durationSeconds: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) / 1000 : 0,
    words: {
      title: common.title,
      description: common.description?.[0] ?? common.comment?.[0]?.text,
      creator: common.artist ?? common.artists?.join(', '),
      copyright: common.copyright,
      captured: isoDate(common.date ?? common.originaldate ?? String(common.year ?? '')),
      flat: common.keywords ?? [],
      hierarchical: [],
      supplemental: [],
    },
  };
}
