import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findPerl } from '../inspect/perl.ts';

const MOST_BYTES = 64 * 2 ** 20;
/** Much shorter than the timeout of a picture, because other ways to draw the file may remain. */
const SECONDS = 5;
/**
 * Tags of page images of layouts, of previews of drawings, and of thumbnails. Callers use the largest picture, whatever
 * its tag.
 */
const TAGS = ['-PageImage', '-PhotoshopThumbnail', '-ThumbnailImage', '-PreviewImage'];

/**
 * Returns the pictures in a file's metadata, one list per tag, ordered by page. Empty if exiftool can't run or finds
 * none.
 */
export async function embeddedPictures(path: string): Promise<readonly (readonly Buffer[])[]> {
  const perl = findPerl();
  if (perl === undefined) return [];
  const { exiftoolPath } = await import('exiftool-vendored');
  // Disables the configuration file, which is Perl code that exiftool would run. Only works as the first argument.
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
    return []; // the file is too damaged to read
  }
}

/** Exiftool writes bytes as `base64:…`, and a list of one value without the list. */
function picturesOf(value: unknown): Buffer[] {
  return [value]
    .flat()
    .flatMap((each) =>
      typeof each === 'string' && each.startsWith('base64:') ? [Buffer.from(each.slice(7), 'base64')] : [],
    );
}
