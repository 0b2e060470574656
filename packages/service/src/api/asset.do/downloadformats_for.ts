import Type, { type Static } from 'typebox';
import type { Asset } from '../../../../core/src/domain/model.ts';
import { existingAssets } from '../assets.ts';
import {
  type AltName,
  altNameIn,
  altNameOf,
  type FieldsToShow,
  FormattedFields,
  fieldsToShow,
  formattedFields,
  RawFields,
  rawFields,
} from '../entries.ts';
import { assetFormats, FormatEntry } from '../formats.ts';
import { type Context, jsonOperation } from '../operation.ts';
import { BOOLEAN, ID, mandatory, many, one } from '../params.ts';
import { VersionEntry, versionEntries } from '../versions.ts';

const DownloadInfo = Type.Object(
  {
    name: Type.String({ description: 'File name' }),
    alt_name: Type.Optional(Type.String({ description: 'Value of the field that `alt_name` names' })),
    extension: Type.String({ description: 'File extension in lower case, without a dot' }),
    type: Type.Integer({ description: 'Number of the file category' }),
    formats: Type.Array(FormatEntry, { description: 'Download formats that apply' }),
    infofields: Type.Optional(FormattedFields),
    infofields_raw: Type.Optional(RawFields),
    versions: Type.Optional(Type.Array(VersionEntry, { description: 'All versions, the oldest first' })),
  },
  { title: 'DownloadInfo' },
);

/** GET /asset.do?downloadformats_for=<asset>,…: returns what a dialogue for downloads needs of each asset. */
export const downloadformatsFor = jsonOperation({
  since: '2.2',
  summary: 'Download info of assets',
  description:
    'Returns what a dialogue for downloads shows of each asset, with the formats that the caller may use.\n\nOne ID ' +
    'returns the object, several a map from ID to object, without assets that do not exist for the caller.',
  errors: ['asset_not_found'],
  params: {
    downloadformats_for: mandatory(many(ID, 'IDs of assets')),
    infofields: many(ID, 'IDs of information fields whose values are added, formatted and raw', { since: '2.7' }),
    versions: one(BOOLEAN, '`true` adds the versions', { default: false, since: '2.9' }),
    alt_name: one(ID, 'ID of an information field whose value is added as `alt_name`; 0 stands for none', {
      since: '2.9.19',
    }),
  },
  result: Type.Union([DownloadInfo, Type.Record(Type.String(), DownloadInfo)]),
  handle: async (context) => {
    const { params, model } = context;
    const fields = fieldsToShow([], params.infofields, model, 'assets');
    const altName = altNameOf(params.alt_name, model);
    const ids = params.downloadformats_for;
    const assets = await existingAssets('downloadformats_for', ids, context);
    const infos = await Promise.all(
      assets.map(async (asset) => ({
        ...downloadInfo(asset, fields, altName, context),
        ...(params.versions ? { versions: await versionEntries(asset, context) } : {}),
      })),
    );
    const [only] = infos;
    // interface decisions 6: one requested ID returns the object, several return the map, even if only one of them
    // exists.
    return {
      data:
        only && ids.length === 1
          ? only
          : Object.fromEntries(infos.map((info, place) => [String(assets[place]?.id), info])),
    };
  },
});

function downloadInfo(
  asset: Asset,
  fields: FieldsToShow,
  altName: AltName | undefined,
  context: Context,
): Static<typeof DownloadInfo> {
  const { name, properties } = asset.active;
  return {
    name,
    ...altNameIn(asset, altName, context),
    extension: properties.extension,
    type: properties.category,
    formats: assetFormats(asset, context),
    ...(fields
      ? {
          infofields: formattedFields(asset.fields, fields, context),
          infofields_raw: rawFields(asset.fields, fields, context),
        }
      : {}),
  };
}
