import { createHash } from 'node:crypto';
import type { Point } from '../../../../core/src/domain/picture-values.ts';

/** Everything beside the parameters of its address that a picture of a version depends on. */
interface TaggedPicture {
  /** Hash of the file; absent for a record. */
  readonly sha256: string | undefined;
  readonly version: number;
  /** The focus of the asset. */
  readonly focus: Point | undefined;
  /** The marks of rights as they are written; '' for none. */
  readonly marks: string;
  /** The longest side of the rendition that it is drawn from, or `original`. */
  readonly source: number | 'original';
}

/**
 * Makes the value of `img` of an address (extensions E1). An address with a version and this tag shows the same picture
 * forever, so that caches may keep it for a year.
 */
export function pictureTag({ sha256, version, focus, marks, source }: TaggedPicture): string {
  const parts = [sha256 ?? '', version, focus ? [focus.x, focus.y] : null, marks, source];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12);
}
