import Type, { type Static } from 'typebox';
import { epochOf, formatTime } from '../../../core/src/domain/dates.ts';
import type { Asset } from '../../../core/src/domain/model.ts';
import type { Context } from './operation.ts';

/** The version entry of download info and details. */
export const VersionEntry = Type.Object(
  {
    version: Type.Integer({ description: 'Number of the version, for `version`' }),
    name: Type.String({ description: 'File name of this version' }),
    date: Type.String({ description: 'Date in the language of the request' }),
    date_raw: Type.Integer({ description: 'Epoch milliseconds' }),
    active: Type.Boolean({ description: 'True for the current version' }),
  },
  { title: 'Version' },
);

/** Returns all versions of an asset, ascending. */
export async function versionEntries(asset: Asset, context: Context): Promise<Static<typeof VersionEntry>[]> {
  const { catalogue, labels, timeZone } = context;
  return (await catalogue.versions(asset.id)).map(({ version, name, date }) => ({
    version,
    name,
    date: formatTime(date, labels.formats, timeZone),
    date_raw: epochOf(date, timeZone),
    active: version === asset.active.version,
  }));
}
