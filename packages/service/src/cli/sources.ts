import { epochOf } from '../../../core/src/domain/dates.ts';
import { openExistingStorage } from '../app/storage.ts';
import { loadConfig } from '../config/load.ts';
import type { CommandLine } from './command-line.ts';
import { table } from './help.ts';

/** What came from one folder, or from all bundles. Times are UTC milliseconds. */
interface Source {
  assets: number;
  first: number;
  last: number;
}

/** Stands for all bundles, of which the catalogue doesn't keep where they were. */
const BUNDLES = '(bundles)';

/** Runs `abs sources`: prints where assets came from, how many there are, and when the first and the last were added. */
export async function run({ settings, json }: CommandLine): Promise<number> {
  const config = loadConfig({ options: settings });
  await using storage = await openExistingStorage(config);
  await using records = await storage.catalogue.openRecords();
  const sources = new Map<string, Source>();
  for await (const assets of records.assets()) {
    for (const { source, uploaded: stated } of assets) {
      const uploaded = epochOf(stated, config.timeZone);
      const found = sources.getOrInsertComputed(source?.root ?? BUNDLES, () => ({
        assets: 0,
        first: uploaded,
        last: uploaded,
      }));
      found.assets += 1;
      found.first = Math.min(found.first, uploaded);
      found.last = Math.max(found.last, uploaded);
    }
  }
  const rows = [...sources].toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (json) {
    const objects = rows.map(([source, { assets, first, last }]) => ({
      source,
      assets,
      first: iso(first),
      last: iso(last),
    }));
    console.log(JSON.stringify(objects, null, 2));
    return 0;
  }
  const cells = rows.map(([source, { assets, first, last }]) => [minute(first), minute(last), String(assets), source]);
  for (const line of table([['FIRST', 'LAST', 'ASSETS', 'SOURCE'], ...cells])) console.log(line);
  return 0;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

function minute(time: number): string {
  return `${iso(time).slice(0, 16)}Z`;
}
