import { checkAsset } from './check-object.ts';
import { readLine } from './object-reader.ts';
import * as objects from './objects.ts';
import { eachItem } from './read-document.ts';
import { eachLine } from './read-lines.ts';
import type { ReadSession } from './session.ts';
import type { Spool } from './spool.ts';

/**
 * Checks all assets of a bundle. Returns those of `catalogue.json` and adds those of the lines to the spool, unless
 * there are faults.
 */
export async function readAssets(session: ReadSession, lines: Spool): Promise<readonly unknown[]> {
  const { registry, reading, warnings, faults } = session;
  const check = (asset: objects.AssetObject | undefined): void => {
    if (asset === undefined) return;
    if (asset.id !== undefined && !registry.declare('asset', asset.id)) {
      reading.at(['id'], () => reading.fault(`asset ${asset.id} is there twice`));
    }
    checkAsset(asset, reading, warnings);
    for (const { file } of [asset, ...asset.versions]) if (file !== undefined) registry.own(file, asset.id);
  };
  const parsed = await eachItem('assets', session, (value) => check(objects.asset.read(value, reading)));
  await eachLine(
    'assets',
    session,
    (line) => check(readLine(line, objects.asset, reading)),
    (batch) => {
      if (faults.total === 0) lines.append(batch);
    },
  );
  return parsed;
}
