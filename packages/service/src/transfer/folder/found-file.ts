import type { BigIntStats } from 'node:fs';
import type { EpochMs } from '../../../../core/src/domain/model.ts';
import type { LookedUpFile } from './folder-entries.ts';
import type { Location } from './location.ts';
import type { TableRow } from './table.ts';

/** A file that becomes an asset. */
export interface FoundFile {
  /** Path below the imported folder, separated by `/`. */
  readonly path: string;
  readonly name: string;
  readonly location: Location;
  readonly sidecar?: Location;
  /** Differs whenever the file or its sidecar may have changed; '' if unknown, so that the file must be read. */
  readonly stamp: string;
  readonly size: number;
  /** Absent if the file's attributes can't be read. */
  readonly modified?: EpochMs;
  /** What a table says of the file. */
  readonly row?: TableRow;
}

/** Resolution of file system clocks, in milliseconds: two changes within it may leave the same time. */
const TICK_MS = 100;

export function foundFile(
  path: string,
  name: string,
  { location, stats }: LookedUpFile,
  sidecar: LookedUpFile | undefined,
): FoundFile {
  const stamps = [stats, ...(sidecar ? [sidecar.stats] : [])].map(stampOf);
  return {
    path,
    name,
    location,
    ...(sidecar === undefined ? {} : { sidecar: sidecar.location }),
    stamp: stamps.includes('') ? '' : stamps.join(' '),
    size: Number(stats?.size ?? 0),
    ...(stats === undefined ? {} : { modified: modifiedOf(stats) }),
  };
}

/** Uses the attributes that folder comparison tools use. The inode reveals a file moved over another. */
function stampOf(stats: BigIntStats | undefined): string {
  if (stats === undefined || Math.abs(Date.now() - Number(stats.ctimeMs)) < TICK_MS) return '';
  const { size, mtimeNs, ctimeNs, ino } = stats;
  return [size, mtimeNs, ctimeNs, ino].join('-');
}

const FIRST_DAY = Date.parse('0001-01-01T00:00:00Z');
const LAST_DAY = Date.parse('9999-12-31T00:00:00Z');

/** Clamps the time, because file systems allow years that a date can't represent. */
function modifiedOf({ mtimeNs }: BigIntStats): EpochMs {
  return Math.round(Math.min(LAST_DAY, Math.max(FIRST_DAY, Number(mtimeNs) / 1e6)));
}
