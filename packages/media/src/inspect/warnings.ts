import { supportedExtensions } from 'file-type';
import {
  FILE_CATEGORIES,
  type FileCategory,
  type FileProperties,
  UNKNOWN_TYPE,
} from '../../../core/src/domain/file-properties.ts';
import { categoryOfExtension } from './categories.ts';
import { cleanLine } from './clean-text.ts';

/** Evidence of whether a file is intact. */
interface Evidence {
  readonly properties: FileProperties;
  /** Bytes. */
  readonly size: number;
  /** Category that the file's extension suggests. */
  readonly namedCategory: FileCategory;
  /** Errors and warnings reported by exiftool. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Sentences reported by our own readers. */
  readonly trouble: readonly string[];
  /** True if a reader that determines sizes has read the picture. */
  readonly isSizeExpected: boolean;
}

const SERIOUS = /truncated|corrupt|unexpected end|invalid.*header|format error/i;

/** Returns one sentence for the operator about a damaged or unknown file; undefined if the file is fine. */
export function damageWarning(evidence: Evidence): string | undefined {
  const { properties, size, namedCategory, errors, warnings, trouble, isSizeExpected } = evidence;
  if (size === 0) return 'The file is empty.';
  if (properties.category === FILE_CATEGORIES.unknown) {
    const isTyped = properties.mediaType !== UNKNOWN_TYPE;
    if (namedCategory === FILE_CATEGORIES.unknown) {
      return isTyped
        ? `Files of this kind (${properties.mediaType}) have no category.`
        : 'The kind of file is not known: it has no preview, and downloads work.';
    }
    if (isTyped) return `The content (${properties.mediaType}) is not what .${properties.extension} promises.`;
    return isToldByContent(properties.extension)
      ? `The content is not what .${properties.extension} promises.`
      : `The kind of file is known by its name (.${properties.extension}) alone, not by its content.`;
  }
  if (
    namedCategory !== FILE_CATEGORIES.unknown &&
    namedCategory !== properties.category &&
    !isOpenContainer(properties)
  ) {
    return `The content (${properties.mediaType}) is not what .${properties.extension} promises.`;
  }
  const serious = warnings.find((warning) => !warning.startsWith('[minor]') && SERIOUS.test(warning));
  const damage = errors.find((error) => !/unknown file type/i.test(error)) ?? serious;
  if (damage !== undefined) return `The file seems damaged: ${sentence(damage)}.`;
  if (trouble[0] !== undefined) return trouble[0];
  if (
    isSizeExpected &&
    properties.category === FILE_CATEGORIES.image &&
    properties.width === 0 &&
    isRaster(properties)
  ) {
    return 'The size of the picture is not in the file; it seems damaged.';
  }
  return undefined;
}

function isRaster({ mediaType }: FileProperties): boolean {
  return /^image\/(?:jpeg|png|gif|webp|tiff|bmp|hei[cf]|avif|jp2|vnd\.adobe\.photoshop)$/.test(mediaType);
}

/**
 * Returns true for files whose extension covers several categories, such as audio in a film container. A mismatch is
 * then no error.
 */
function isOpenContainer({ category, extension }: FileProperties): boolean {
  const isMedia = category === FILE_CATEGORIES.video || category === FILE_CATEGORIES.audio;
  const isPhotoCd = category === FILE_CATEGORIES.image && extension === 'pcd';
  return (
    isMedia ||
    isPhotoCd ||
    (category === FILE_CATEGORIES.text && ['ts', 'mts', 'svg', 'dae', 'asc'].includes(extension))
  );
}

const RECOGNIZED: ReadonlySet<string> = supportedExtensions;
/**
 * Extensions of further formats, beyond those of general detection, whose intact files are recognised by their content
 * (see `signatures.ts`).
 */
const OWN_SIGNATURES = new Set(
  `jpeg jpe jfif tiff avifs heif exr hdr rgbe dds dpx fits x3f mrw crw psb wmf emf djvu ply pnm pbm pgm ppm pam 3ds usdc 3dm au ivf tta
   w64 svg eps ai dae x3d step stp usda wrl vrml gltf doc xls ppt docx usdz`.split(/\s+/),
);

/** Returns true if an intact file with this extension would have been recognised by its content. */
function isToldByContent(extension: string): boolean {
  return (
    RECOGNIZED.has(extension) ||
    OWN_SIGNATURES.has(extension) ||
    categoryOfExtension(extension) === FILE_CATEGORIES.text
  );
}

/**
 * Formats a program's message as the end of our sentence: one line of at most 200 characters without its own full stop.
 */
export function sentence(text: string): string {
  return cleanLine(text, 200).replace(/[.!\s]+$/, '');
}

/** What an error says, as the end of our sentence. */
export function messageOf(error: unknown): string {
  return sentence(error instanceof Error ? error.message : String(error));
}

/**
 * Removes local paths from a warning: replaces the file's path with the user's name for it, and every other path with
 * an ellipsis.
 */
export function withoutPaths(text: string, { path, name }: { readonly path: string; readonly name: string }): string {
  return text
    .replaceAll(path, () => name)
    .replaceAll(/(?<![\p{L}\p{N}_./\\-])(?:\p{L}:)?(?:[/\\][^\s/\\:'"]+){2,}/gu, '…');
}
