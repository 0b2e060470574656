import { isReversed } from '../../../../core/src/domain/validity.ts';
import type { Bundle } from './bundle.ts';
import * as objects from './objects.ts';
import { eachItem } from './read-document.ts';
import { readLine } from './read-json.ts';
import { eachLine } from './read-lines.ts';
import type { ReadSession } from './read-session.ts';

/** Checks all assets of a bundle. Returns those of `catalogue.json`, and the name of the file of lines with the others. */
export async function readAssets(session: ReadSession): Promise<Pick<Bundle, 'parsedAssets' | 'assetFile'>> {
  const { registry, reading } = session;
  const check = (asset: objects.AssetObject | undefined): void => {
    if (asset === undefined) return;
    if (asset.id !== undefined && !registry.declare('asset', asset.id)) {
      reading.at(['id'], () => reading.fault(`asset ${asset.id} is there twice`));
    }
    checkAsset(asset, session);
    for (const { file } of [asset, ...asset.versions]) if (file !== undefined) registry.own(file, asset.id);
  };
  const parsedAssets = await eachItem('assets', session, (value) => check(objects.asset.read(value, reading)));
  const assetFile = await eachLine('assets', session, (line) => check(readLine(line, objects.asset, reading)));
  return { parsedAssets, assetFile };
}

/** Checks what declarations can't express: values that must differ within an asset, and impossible sizes. */
function checkAsset(asset: objects.AssetObject, { reading, warnings, timeZone }: ReadSession): void {
  if (isReversed(asset, timeZone)) reading.at(['valid_from'], () => reading.fault('it is after valid_until'));
  reading.refuseDuplicates(asset.versions, 'versions', 'version');
  reading.refuseDuplicates(asset.publicUrls, 'public_urls', 'id');
  reading.refuseDuplicates(asset.downloads, 'downloads', 'date');
  for (const key of ['size', 'width', 'height', 'pages'] as const) {
    const value = asset[key];
    if (value === undefined || value >= 0) continue;
    warnings.add('a negative size counts as unknown', () => ({ ...reading.place(), path: [...reading.path, key] }));
  }
}
