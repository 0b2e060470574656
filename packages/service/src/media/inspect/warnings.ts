import { supportedExtensions } from 'file-type';
import { FILE_CATEGORIES, type FileCategory, type FileFacts, UNKNOWN_TYPE } from '../../domain/facts.ts';
import { categoryOfExtension } from './categories.ts';
import { cleanLine } from './clean-text.ts';

/** What speaks for or against a file. */
export interface Evidence {
  readonly facts: FileFacts;
  /** Bytes. */
  readonly size: number;
  /** What the file's name claims. */
  readonly namedCategory: FileCategory;
  /** Exiftool's words. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Sentences of the readers. */
  readonly trouble: readonly string[];
  /** Whether a reader that knows sizes has read the picture. */
  readonly isSizeExpected: boolean;
}

const SERIOUS = /truncated|corrupt|unexpected end|invalid.*header|format error/i;

/** The one sentence for the operator about a damaged or unknown file; `undefined` when all is well. */
export function damageWarning(evidence: Evidence): string | undefined {
  const { facts, size, namedCategory, errors, warnings, trouble, isSizeExpected } = evidence;
  if (size === 0) return 'The file is empty.';
  if (facts.category === FILE_CATEGORIES.unknown) {
    const isTyped = facts.mediaType !== UNKNOWN_TYPE;
    if (namedCategory === FILE_CATEGORIES.unknown) {
      return isTyped ? `Files of this kind (${facts.mediaType}) have no category.` : 'The kind of file is not known.';
    }
    if (isTyped) return `The content (${facts.mediaType}) is not what .${facts.extension} promises.`;
    return isToldByContent(facts.extension)
      ? `The content is not what .${facts.extension} promises.`
      : `The kind of file is known by its name (.${facts.extension}) alone, not by its content.`;
  }
  if (namedCategory !== FILE_CATEGORIES.unknown && namedCategory !== facts.category && !isOpenContainer(facts)) {
    return `The content (${facts.mediaType}) is not what .${facts.extension} promises.`;
  }
  const serious = warnings.find((warning) => !warning.startsWith('[minor]') && SERIOUS.test(warning));
  const damage = errors.find((error) => !/unknown file type/i.test(error)) ?? serious;
  if (damage !== undefined) return `The file seems damaged: ${sentence(damage)}.`;
  if (trouble[0] !== undefined) return trouble[0];
  if (isSizeExpected && facts.category === FILE_CATEGORIES.image && facts.width === 0 && isRaster(facts)) {
    return 'The size of the picture is not in the file; it seems damaged.';
  }
  return undefined;
}

function isRaster({ mediaType }: FileFacts): boolean {
  return /^image\/(?:jpeg|png|gif|webp|tiff|bmp|hei[cf]|avif|jp2|vnd\.adobe\.photoshop)$/.test(mediaType);
}

/** Sound in a film's container, or content in an extension that several kinds share, is no lie. */
function isOpenContainer({ category, extension }: FileFacts): boolean {
  const isMedia = category === FILE_CATEGORIES.video || category === FILE_CATEGORIES.audio;
  const isPhotoCd = category === FILE_CATEGORIES.image && extension === 'pcd';
  return (
    isMedia ||
    isPhotoCd ||
    (category === FILE_CATEGORIES.text && ['ts', 'mts', 'svg', 'dae', 'asc'].includes(extension))
  );
}

const RECOGNIZED: ReadonlySet<string> = supportedExtensions;
/** Extensions of formats, beyond those of general detection, whose good files are told by their content (see `signatures.ts`). */
const OWN_SIGNATURES = new Set(
  `jpeg jpe jfif tiff avifs heif exr hdr rgbe dds dpx fits x3f mrw crw psb wmf emf djvu ply pnm pbm pgm ppm pam 3ds usdc 3dm au ivf tta
   w64 svg eps ai dae x3d step stp usda wrl vrml gltf doc xls ppt docx usdz`.split(/\s+/),
);

/** True where a good file with this extension would have been known. */
function isToldByContent(extension: string): boolean {
  return (
    RECOGNIZED.has(extension) ||
    OWN_SIGNATURES.has(extension) ||
    categoryOfExtension(extension) === FILE_CATEGORIES.text
  );
}

/** Words of a program as the end of our sentence: one bounded line without its own full stop. */
export function sentence(text: string): string {
  return cleanLine(text, 200).replace(/[.!\s]+$/, '');
}

/** A warning without places of this machine: a file is named by its user's name for it, and where programs worked says nothing. */
export function withoutPaths(text: string, { path, name }: { readonly path: string; readonly name: string }): string {
  return text
    .replaceAll(path, () => name)
    .replaceAll(/(?<![\p{L}\p{N}_./\\-])(?:\p{L}:)?(?:[/\\][^\s/\\:'"]+){2,}/gu, '…');
}
