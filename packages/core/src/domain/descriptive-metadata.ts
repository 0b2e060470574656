import type { Focus, Rights, StatedTime, Text } from './model.ts';

/** Descriptive metadata embedded in a file. A folder import fills nodes and built-in information fields with it. */
export interface DescriptiveMetadata {
  /** By language, the text under `x-default` is for all others. */
  readonly title?: Text;
  readonly description?: Text;
  readonly copyright?: Text;
  /** All creators, parted by commas. */
  readonly creator?: string;
  readonly credit?: Text;
  readonly city?: string;
  readonly country?: string;
  /** ISO 8601 date or date-time, as written in the file. */
  readonly captured?: string;
  /** 0 to 5. */
  readonly rating?: number;
  /** In degrees; north and east are positive. */
  readonly latitude?: number;
  readonly longitude?: number;
  readonly rights?: Rights;
  readonly validFrom?: StatedTime;
  readonly validUntil?: StatedTime;
  readonly focus?: Focus;
  /** Keyword paths without duplicates, each from the outermost keyword inwards; a flat keyword has length one. */
  readonly keywords: readonly (readonly string[])[];
}
