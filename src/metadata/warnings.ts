import { FILE_CATEGORIES, type FileCategory, type FileFacts } from '../domain/facts.ts';
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
    return namedCategory === FILE_CATEGORIES.unknown
      ? 'The kind of file is not known.'
      : `The content is not what .${facts.extension} promises.`;
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

/** Sound in a film's container, or text in an extension that several kinds share, is no lie. */
function isOpenContainer({ category, extension }: FileFacts): boolean {
  const isMedia = category === FILE_CATEGORIES.video || category === FILE_CATEGORIES.audio;
  return isMedia || (category === FILE_CATEGORIES.text && ['ts', 'mts', 'svg', 'dae'].includes(extension));
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
