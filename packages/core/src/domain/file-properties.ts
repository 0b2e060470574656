/** What is known of a file by its bytes: its category, and its technical properties. */
import type { Size } from './geometry.ts';

/** File category numbers as responses contain them (interface: file category IDs). */
export const FILE_CATEGORIES = {
  unknown: 0,
  image: 1,
  document: 2,
  video: 3,
  audio: 4,
  text: 5,
  '3d': 6,
} as const satisfies Record<string, number>;

export type FileCategory = (typeof FILE_CATEGORIES)[keyof typeof FILE_CATEGORIES];

/** Upper-case key of each category, indexed by its number (interface: file category entries). */
export const CATEGORY_KEYS = ['UNKNOWN', 'IMAGE', 'DOCUMENT', 'VIDEO', 'AUDIO', 'TEXT', '3D'] as const;

const CATEGORY_MESSAGES = [
  'category.unknown',
  'category.image',
  'category.document',
  'category.video',
  'category.audio',
  'category.text',
  'category.3d',
] as const;

export function categoryMessage(category: FileCategory): (typeof CATEGORY_MESSAGES)[number] {
  return CATEGORY_MESSAGES[category];
}

/** Texts by language tag; that under `x-default` is for all other languages. */
export type TextsByLanguage = Readonly<Record<string, string>>;

/** What a file's metadata state of its rights, as written there. Pictures that are made of it keep them. */
export interface FileMarks {
  readonly creator?: readonly string[];
  readonly credit?: string;
  readonly copyright?: TextsByLanguage;
  readonly usageTerms?: TextsByLanguage;
  readonly licence?: string;
  readonly webStatement?: string;
  readonly licensorUrl?: string;
  readonly sourceType?: string;
  readonly dataMining?: string;
  readonly otherConstraints?: TextsByLanguage;
}

/** Technical properties read from a file's bytes, part of every version. What is absent or unreadable is 0 or ''. */
export interface FileProperties {
  readonly category: FileCategory;
  /** Lower case, without the dot, taken from the file's name. */
  readonly extension: string;
  /** IANA media type, detected from the content; `UNKNOWN_TYPE` if unknown. */
  readonly mediaType: string;
  /** In pixels as displayed, after EXIF orientation and video rotation; 0 if unknown. */
  readonly width: number;
  readonly height: number;
  /** Number of pages of a document or of pictures in a multi-page TIFF; 0 if unknown. */
  readonly pages: number;
  /** Playing time in seconds; 0 if the file has none. */
  readonly durationSeconds: number;
  /** For example `sRGB`, `CMYK`, `Gray`, `Lab`; '' if unknown. */
  readonly colorSpace: string;
  /** Description of the embedded ICC profile; '' if there is none. */
  readonly colorProfile: string;
  /** Dots per inch; 0 if unknown. */
  readonly dpi: number;
  /** Bits per channel; 0 if unknown. */
  readonly bitDepth: number;
  /** Size of what a preview shows, such as a cover, in its own unit. Absent if unknown or `width` x `height`. */
  readonly drawn?: Size;
  /** True if the content can't be decoded, so that no other file can be made of it. */
  readonly isDamaged?: boolean;
  /** True if the picture, or the first of several, has a pixel that isn't opaque. */
  readonly isTransparent?: boolean;
  readonly marks?: FileMarks;
  /** What its picture looks like (`features.ts`), in Base64; '' if there is nothing to compare; absent until it was looked at. */
  readonly features?: string;
}

export const UNKNOWN_TYPE = 'application/octet-stream';

/** Properties of a file that is unreadable or of unknown type. */
export const NO_FILE_PROPERTIES: FileProperties = {
  category: FILE_CATEGORIES.unknown,
  extension: '',
  mediaType: UNKNOWN_TYPE,
  width: 0,
  height: 0,
  pages: 0,
  durationSeconds: 0,
  colorSpace: '',
  colorProfile: '',
  dpi: 0,
  bitDepth: 0,
};
