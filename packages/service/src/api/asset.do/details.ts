import Type, { type Static } from 'typebox';
import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import { fieldName, formatField, type Reader, referencedNodes } from '../../../../core/src/domain/field-values.ts';
import type { Asset, CatalogueNode, FieldValue, InfoField } from '../../../../core/src/domain/model.ts';
import { textIn } from '../../../../core/src/domain/text.ts';
import { requireAsset, visible } from '../assets.ts';
import { WITH_PICTURES } from '../entries.ts';
import { assetFormats, FormatEntry } from '../formats.ts';
import { relatedIds } from '../node.do/relations.ts';
import { type Context, jsonOperation } from '../operation.ts';
import { BOOLEAN, ID, mandatory, one } from '../params.ts';
import { openPictures } from '../pictures/entry-pictures.ts';
import { IIIF_ADDRESS, PICTURES_PARAMS, PictureEntry } from '../pictures/entry-schema.ts';
import { propertiesOf } from '../properties.ts';
import { FocusEntry, RightsEntry, rightsEntry } from '../rights.ts';
import { VersionEntry, versionEntries } from '../versions.ts';

const FieldEntry = Type.Object(
  {
    id: Type.String({ description: '`info_<field ID>`' }),
    name: Type.String({ description: 'Name of the field' }),
    value: Type.String({ description: 'Formatted value' }),
    type: Type.String({
      description: 'Text, TextArea, Number, Date, Boolean, DropDown or NodeReference',
    }),
    values: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String({ description: 'noderef_<node ID>' }),
          name: Type.String({ description: 'Name of the node' }),
          value: Type.String({ description: 'Node ID' }),
          type: Type.String({ description: 'Node type' }),
          info: Type.String({ description: 'Path from the root to the node' }),
        }),
        { description: 'The referenced nodes; only of node references' },
      ),
    ),
  },
  { title: 'FieldValue' },
);

const KeywordEntry = Type.Object({
  id: Type.Integer({ description: 'ID of the node' }),
  name: Type.String({ description: 'Name of the node' }),
  path: Type.String({ description: 'Path from the root to the node' }),
});
const PropertyValue = Type.Object({
  id: Type.String({ description: 'Key of the property' }),
  name: Type.String({ description: 'Label' }),
  value: Type.String({ description: 'Formatted value' }),
});
const PublicUrlEntry = Type.Object({
  id: Type.Integer({ description: 'Number of the entry' }),
  name: Type.String({ description: 'Name for display' }),
  url: Type.String({ description: 'Public address of the asset elsewhere' }),
  provider: Type.String({ description: 'Who publishes it there' }),
});

const Details = Type.Object(
  {
    name: Type.String({ description: 'File name' }),
    general_title: Type.String({ description: 'Title of the section' }),
    general: Type.Union([Type.Record(Type.String(), Type.String()), Type.Array(PropertyValue)], {
      description: 'Label -> value, or with `details.general: list` `{id, name, value}`',
    }),
    infofields_title: Type.String({ description: 'Title of the section' }),
    infofields: Type.Optional(Type.Array(FieldEntry, { description: 'Fields that have a value' })),
    keywords_title: Type.String({ description: 'Title of the section' }),
    keywords: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Name -> path' })),
    keyword_paths: Type.Optional(Type.Array(Type.String(), { description: 'All paths' })),
    keyword_list: Type.Optional(Type.Array(KeywordEntry, { description: 'All keywords' })),
    links: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.Integer({ description: 'ID of the related asset' }),
          type: Type.Integer({ description: 'Its file category' }),
          name: Type.String({ description: 'Its file name' }),
        }),
        { description: 'At most 5 related assets' },
      ),
    ),
    downloads: Type.Optional(Type.Array(FormatEntry, { description: 'Download formats that apply' })),
    versions: Type.Optional(Type.Array(VersionEntry, { description: 'All versions, the oldest first' })),
    rights: Type.Union([RightsEntry, Type.Null()], { description: 'What is stated of its rights; null for nothing' }),
    focus: FocusEntry,
    picture: Type.Optional(PictureEntry),
    iiif: Type.Optional(IIIF_ADDRESS),
    public_urls: Type.Optional(Type.Array(PublicUrlEntry, { description: 'Where else the asset is published' })),
  },
  { title: 'AssetDetails' },
);

/** Maximum number of links in details (interface: limits). */
const MAX_LINKS = 5;
const PATH_SEPARATOR = ' / ';

/** GET /asset.do?details=<asset>: describes one asset. */
export const details = jsonOperation({
  summary: 'Asset details',
  description:
    'Returns what a page about one asset shows. Parameters switch the sections on and off. Properties and fields ' +
    'without a value are left out.',
  errors: ['asset_not_found', 'picture_not_allowed'],
  params: {
    details: mandatory(one(ID, 'ID of an asset')),
    details_infofields: one(BOOLEAN, '`true` adds the values of all information fields', { default: true }),
    details_keywords: one(BOOLEAN, '`true` adds `keywords`, a map of names to paths', { default: false }),
    details_keyword_paths: one(BOOLEAN, '`true` adds `keyword_paths`, the list of all paths', { default: false }),
    details_keyword_list: one(BOOLEAN, '`true` adds `keyword_list`, the keywords as objects', { default: false }),
    details_links: one(BOOLEAN, '`true` adds `links`, at most 5 related assets', { default: false }),
    details_downloads: one(BOOLEAN, '`true` adds `downloads`, the download formats of the asset', {
      default: true,
      since: '2.1',
    }),
    details_versions: one(BOOLEAN, '`true` adds the versions', { default: false, since: '2.9' }),
    details_public_urls: one(BOOLEAN, '`true` adds `public_urls`', { default: false, since: '2.9' }),
    ...PICTURES_PARAMS,
  },
  ...WITH_PICTURES,
  result: Details,
  handle: async (context) => {
    const { params, labels } = context;
    const pictures = openPictures(params, context);
    const asset = await requireAsset('details', params.details, context);
    const wantsKeywords = params.details_keywords || params.details_keyword_paths || params.details_keyword_list;
    const keywords = wantsKeywords ? keywordsOf(asset, context) : [];
    return {
      data: {
        name: asset.active.name,
        general_title: labels.label('section.general'),
        general: generalSection(asset, context),
        // interface decisions 6: the three titles are always there.
        infofields_title: labels.label('section.infofields'),
        ...(params.details_infofields ? { infofields: fieldEntries(asset, context) } : {}),
        keywords_title: labels.label('section.keywords'),
        ...(params.details_keywords ? { keywords: pathsByName(keywords) } : {}),
        ...(params.details_keyword_paths ? { keyword_paths: keywords.map(({ path }) => path) } : {}),
        ...(params.details_keyword_list ? { keyword_list: keywords } : {}),
        ...(params.details_links ? { links: await linksOf(asset, context) } : {}),
        ...(params.details_downloads ? { downloads: assetFormats(asset, context) } : {}),
        ...(params.details_versions ? { versions: await versionEntries(asset, context) } : {}),
        rights: rightsEntry(asset.rights, context),
        focus: asset.focus ?? null,
        ...(await pictures?.of([asset]))?.[0],
        ...(params.details_public_urls ? { public_urls: [...(await context.catalogue.publicUrls(asset.id))] } : {}),
      },
      ...pictures?.caching(),
    };
  },
});

function generalSection(asset: Asset, context: Context): Static<typeof Details>['general'] {
  const { settings, labels } = context;
  const values = propertiesOf(settings).map(({ id, value }) => ({
    id,
    name: labels.label(`property.${id}`),
    value: value(asset, context),
  }));
  const present = values.filter(({ value }) => value !== '');
  return settings.details.general === 'list'
    ? present
    : Object.fromEntries(present.map(({ name, value }) => [name, value]));
}

function fieldEntries(asset: Asset, context: Context): Static<typeof FieldEntry>[] {
  const entries: Static<typeof FieldEntry>[] = [];
  for (const field of context.model.infoFields.values()) {
    const value = asset.fields.get(field.id);
    if (value === undefined) continue;
    const text = formatField(field, value, context);
    if (text !== '')
      entries.push({
        id: `info_${field.id}`,
        name: fieldName(field, context),
        value: text,
        ...kindOf(field, value, context),
      });
  }
  return entries;
}

const KINDS = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  checkbox: 'Boolean',
  dropdown: 'DropDown',
  node_reference: 'NodeReference',
} as const satisfies Record<InfoField['type'], string>;

function kindOf(
  field: InfoField,
  value: FieldValue,
  reader: Reader,
): Pick<Static<typeof FieldEntry>, 'type' | 'values'> {
  if (field.type === 'text' && field.isMultiline) return { type: 'TextArea' };
  const type = KINDS[field.type];
  if (field.type !== 'node_reference') return { type };
  const values = referencedNodes(value, reader).map((node) => ({
    id: `noderef_${node.id}`,
    name: textIn(node.name, reader.locale, reader.model),
    value: String(node.id),
    type: String(node.type),
    info: pathOf(node, reader),
  }));
  return { type, values };
}

/** Joins the names from the root to the node, without ancestors that the viewer may not view. */
function pathOf(node: CatalogueNode, { model, locale, viewer }: Pick<Reader, 'model' | 'locale' | 'viewer'>): string {
  const path = model.trees.path(node.id).filter(({ id }) => viewer.canViewNode(id));
  return path.map(({ name }) => textIn(name, locale, model)).join(PATH_SEPARATOR);
}

/** Node type of keywords (interface: node entry). */
const KEYWORD_TYPE = 103;

/** Returns true for the interface's node type of keywords, and for any type whose key is `keyword`. */
function isKeywords(type: number, model: CatalogueModel): boolean {
  return type === KEYWORD_TYPE || model.nodeTypes.get(type)?.key === 'keyword';
}

/** Returns the visible keyword nodes of an asset, in ascending order of their IDs. */
function keywordsOf(asset: Asset, context: Context): Static<typeof KeywordEntry>[] {
  const { model, locale, viewer } = context;
  return asset.nodes.flatMap((id) => {
    const node = model.trees.get(id);
    if (!node || !isKeywords(node.type, model) || !viewer.canViewNode(id)) return [];
    return [{ id, name: textIn(node.name, locale, model), path: pathOf(node, context) }];
  });
}

/** Returns one path for each name: of keywords with the same name the first by path (interface decisions 6). */
function pathsByName(keywords: readonly Static<typeof KeywordEntry>[]): Record<string, string> {
  const paths = new Map<string, string>();
  for (const { name, path } of keywords) {
    const other = paths.get(name);
    if (other === undefined || path < other) paths.set(name, path);
  }
  return Object.fromEntries(paths);
}

async function linksOf(asset: Asset, context: Context) {
  const ids = await relatedIds(asset.id, undefined, context);
  const related = visible(await context.catalogue.assets(ids), context).slice(0, MAX_LINKS);
  return related.map(({ id, active }) => ({ id, type: active.properties.category, name: active.name }));
}
