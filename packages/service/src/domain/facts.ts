import type { Size } from './geometry.ts';

/** File categories by their numbers on the wire (interface: file category IDs). */
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

/** Upper-case key of each category, by its number (interface: file category entries). */
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

/** Message key of the category's name. */
export function categoryMessage(category: FileCategory): (typeof CATEGORY_MESSAGES)[number] {
  return CATEGORY_MESSAGES[category];
}

/** What a file is, read from its bytes: the technical half of a version. Absent or unreadable facts are 0 or ''. */
export interface FileFacts {
  readonly category: FileCategory;
  /** Lower case, without the dot, taken from the file's name. */
  readonly extension: string;
  /** IANA media type by content, `UNKNOWN_TYPE` when unknown. */
  readonly mediaType: string;
  /** Pixels as seen, EXIF orientation and video rotation applied; 0 unknown. */
  readonly width: number;
  readonly height: number;
  /** Pages of a document or pictures of a multi-page TIFF; 0 unknown. */
  readonly pages: number;
  /** Seconds of playing time; 0 where there is none. */
  readonly durationSeconds: number;
  /** For example `sRGB`, `CMYK`, `Gray`, `Lab`; '' unknown. */
  readonly colorSpace: string;
  /** Description of the embedded ICC profile; '' without one. */
  readonly colorProfile: string;
  /** Dots per inch; 0 unknown. */
  readonly dpi: number;
  /** Bits per channel; 0 unknown. */
  readonly bitDepth: number;
  /** What the picture of a document or sound shows, in its own unit: the first page, a cover. Absent: unknown, or its own pixels. */
  readonly drawn?: Size;
}

/** Media type of what nobody knows. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** The facts of bytes that can't be read, or that nobody knows. */
export const NO_FACTS: FileFacts = {
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

/** What a file says about itself in words; fills nodes and built-in information fields on folder import. */
export interface DescriptiveMetadata {
  readonly title?: string;
  readonly description?: string;
  readonly creator?: string;
  readonly copyright?: string;
  readonly credit?: string;
  readonly city?: string;
  readonly country?: string;
  /** ISO 8601 date or date-time, as written in the file. */
  readonly captured?: string;
  /** 0 to 5. */
  readonly rating?: number;
  /** Degrees, north and east positive. */
  readonly latitude?: number;
  readonly longitude?: number;
  /** Keyword paths, outermost first; a flat keyword is a path of one. Each path once. */
  readonly keywords: readonly (readonly string[])[];
}
