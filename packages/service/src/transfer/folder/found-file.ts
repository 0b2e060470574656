import type { BigIntStats } from 'node:fs';
import type { EpochMs } from '../../domain/model.ts';
import type { Location } from './location.ts';
import type { Place } from './look.ts';

/** A file that becomes an asset. */
export interface FoundFile {
  /** Below the folder given, with `/`. */
  readonly path: string;
  readonly name: string;
  readonly location: Location;
  /** Where its sidecar is, if it has one. */
  readonly sidecar?: Location;
  /** Changes whenever the file or its sidecar may have changed; '' where that can't be told, so that it has to be read. */
  readonly stamp: string;
  readonly size: number;
  /** Absent where nothing about the file can be told. */
  readonly modified?: EpochMs;
}

/** A file may change twice within one tick of its file system's clock without another time showing. */
const TICK_MS = 100;

/** The file at a place. */
export function foundFile(
  path: string,
  name: string,
  { location, facts }: Place,
  sidecar: Place | undefined,
): FoundFile {
  const stamps = [facts, ...(sidecar ? [sidecar.facts] : [])].map(stampOf);
  return {
    path,
    name,
    location,
    ...(sidecar === undefined ? {} : { sidecar: sidecar.location }),
    stamp: stamps.includes('') ? '' : stamps.join(' '),
    size: Number(facts?.size ?? 0),
    ...(facts === undefined ? {} : { modified: modifiedOf(facts) }),
  };
}

/** What tools that compare folders go by; the inode tells a file that was moved over another. */
function stampOf(facts: BigIntStats | undefined): string {
  if (facts === undefined || Math.abs(Date.now() - Number(facts.ctimeMs)) < TICK_MS) return '';
  const { size, mtimeNs, ctimeNs, ino } = facts;
  return [size, mtimeNs, ctimeNs, ino].join('-');
}

const FIRST_DAY = Date.parse('0001-01-01T00:00:00Z');
const LAST_DAY = Date.parse('9999-12-31T00:00:00Z');

/** File systems keep years that no date can be written in. */
function modifiedOf({ mtimeNs }: BigIntStats): EpochMs {
  return Math.round(Math.min(LAST_DAY, Math.max(FIRST_DAY, Number(mtimeNs) / 1e6)));
}
