import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findPerl } from '../inspect/perl.ts';

const MOST_BYTES = 64 * 2 ** 20;
/** Within the time of a picture: other ways to draw the file may be left. */
const SECONDS = 5;
/** Pages of layouts, previews of drawings, thumbnails; the larger one is taken whatever its name. */
const TAGS = ['-PageImage', '-PhotoshopThumbnail', '-ThumbnailImage', '-PreviewImage'];

/** The pictures that a file carries in its metadata, each list by pages; none where exiftool can't run or finds none. */
export async function embeddedPictures(path: string): Promise<readonly (readonly Buffer[])[]> {
  const perl = findPerl();
  if (perl === undefined) return [];
  const { exiftoolPath } = await import('exiftool-vendored');
  // No configuration file: it is Perl code and would be run. Heeded only as the first argument.
  const args = [await exiftoolPath(), '-config', '', '-json', '-b', ...TAGS, path];
  try {
    const { stdout } = await promisify(execFile)(perl, args, {
      env: { LANG: 'C' },
      maxBuffer: MOST_BYTES,
      timeout: SECONDS * 1000,
      killSignal: 'SIGKILL',
    });
    const [found] = JSON.parse(stdout) as [Record<string, unknown>?];
    return Object.values(found ?? {})
      .map(picturesOf)
      .filter((pictures) => pictures.length > 0);
  } catch {
    return []; // damaged beyond reading
  }
}

/** Exiftool writes bytes as `base64:…`, and one value of a list without the list. */
function picturesOf(value: unknown): Buffer[] {
  return [value]
    .flat()
    .flatMap((each) =>
      typeof each === 'string' && each.startsWith('base64:') ? [Buffer.from(each.slice(7), 'base64')] : [],
    );
}
