import { ApiError } from '../../../../core/src/domain/errors.ts';
import { fieldName, formatField, isText } from '../../../../core/src/domain/field-values.ts';
import type { Asset } from '../../../../core/src/domain/model.ts';
import { textIn } from '../../../../core/src/domain/text.ts';
import { mediaTypeOf } from '../../../../media/src/conversions/conversion-plan.ts';
import { requireAsset } from '../assets.ts';
import { assetFormats } from '../formats.ts';
import { documentOperation, type PathContext } from '../path-operation.ts';
import { siteAddress } from '../unfolding.ts';
import { nameFieldOf } from '../usual-fields.ts';
import { canvasesOf } from './canvases.ts';
import { inEachLanguage, type LanguageMap, ownLanguages, unspoken } from './language-map.ts';
import { contextOf, documentTypes, isOffered, PRESENTATION, readNumber } from './offered.ts';
import { rightsAddress } from './rights-address.ts';

/** GET /iiif/presentation/3/asset/<id>/manifest: describes an asset for viewers (Presentation API 3.0). */
export const manifest = documentOperation({
  name: 'iiif manifest',
  path: '/iiif/presentation/3/asset/{id}/manifest',
  parts: { id: 'ID of an asset' },
  summary: 'Manifest of an asset for IIIF viewers',
  description:
    'Returns what a viewer shows of the asset (IIIF Presentation API 3.0). Until Office documents are converted, ' +
    'the answer is 503 `not_ready`.',
  params: {},
  errors: ['asset_not_found', 'file_not_found'],
  mediaTypes: documentTypes('presentation/3'),
  isOffered,
  handle: async (context) => {
    const id = readNumber(context.parts['id'] ?? '');
    if (id === undefined) throw new ApiError('asset_not_found', 'id: no asset has this ID');
    const asset = await requireAsset('id', id, context);
    return { document: await manifestOf(asset, context) };
  },
});

export function manifestAddress({ id }: Pick<Asset, 'id'>, { caller }: Pick<PathContext, 'caller'>): string {
  return `${caller.base}${PRESENTATION}/asset/${id}/manifest`;
}

async function manifestOf(asset: Asset, context: PathContext) {
  const id = manifestAddress(asset, context);
  const { base } = context.caller;
  const label = labelOf(asset, context);
  const { items, thumbnail } = await canvasesOf(asset, { id, label }, context);
  const summary = summaryOf(asset, context);
  return {
    '@context': contextOf('presentation/3'),
    id,
    type: 'Manifest',
    label,
    ...(summary ? { summary } : {}),
    ...listed('metadata', metadataOf(asset, context)),
    ...rightsOf(asset, context),
    provider: [provider(context)],
    ...listed('thumbnail', thumbnail),
    ...listed('rendering', renderingsOf(asset, context)),
    seeAlso: [
      {
        id: `${base}asset.do/details?details=${asset.id}`,
        type: 'Dataset',
        format: 'application/json',
        label,
      },
    ],
    ...homepage(`?asset=${asset.id}`, label, context),
    items,
  };
}

/** A property that has no empty list. */
function listed<T>(name: string, values: readonly T[]): Readonly<Record<string, readonly T[]>> {
  return values.length > 0 ? { [name]: values } : {};
}

/** The name of an asset: the configured field, else its file name. */
export function labelOf({ fields, active }: Pick<Asset, 'fields' | 'active'>, context: PathContext): LanguageMap {
  const nameField = nameFieldOf(context);
  const named = nameField === undefined ? undefined : fields.get(nameField);
  return (isText(named) && ownLanguages(named, context)) || unspoken(active.name || '?');
}

/** The configured alternative text, else the first text of several lines. */
function summaryOf({ fields }: Asset, context: PathContext): LanguageMap | undefined {
  const { altField } = context.settings.asset;
  const long = context.model.infoFields.values().filter(({ isMultiline }) => isMultiline);
  const candidates = [...(altField === null ? [] : [altField]), ...long.map(({ id }) => id)];
  for (const id of candidates) {
    const value = fields.get(id);
    const text = isText(value) ? ownLanguages(value, context) : undefined;
    if (text) return text;
  }
  return undefined;
}

function metadataOf({ fields }: Asset, context: PathContext) {
  return [...context.model.infoFields.values()].flatMap((field) => {
    const value = fields.get(field.id);
    if (value === undefined) return [];
    const isOwn = field.type === 'text' && isText(value);
    const written = isOwn
      ? ownLanguages(value, context)
      : inEachLanguage(context, (reader) => formatField(field, value, reader));
    const label = inEachLanguage(context, (reader) => fieldName(field, reader));
    return written && label ? [{ label, value: written }] : [];
  });
}

/** The licence, if the standard knows it, and what must be shown with the asset. */
function rightsOf({ rights }: Asset, context: PathContext) {
  const { copyright, credit, creator = [], licence, usageTerms } = rights ?? {};
  const address = licence === undefined ? undefined : rightsAddress(licence);
  const named = credit === undefined && copyright === undefined ? [creator.join(', ')] : [];
  const texts = [credit, copyright, usageTerms, ...named].filter((text) => text !== undefined);
  const value = inEachLanguage(context, ({ locale, model }) => texts.map((text) => textIn(text, locale, model)));
  const label = inEachLanguage(context, ({ labels }) => labels.label('section.rights'));
  return {
    ...(address === undefined ? {} : { rights: address }),
    ...(value && label ? { requiredStatement: { label, value } } : {}),
  };
}

/** The page of something; none below a base address, where the page of the service is not. */
export function homepage(query: string, label: LanguageMap, { caller: { base, endpoint } }: PathContext) {
  return endpoint === '' ? { homepage: [pageAt(`${base}${query}`, label)] } : {};
}

function pageAt(id: string, label: LanguageMap) {
  return { id, type: 'Text', format: 'text/html', label };
}

export function provider(context: PathContext) {
  const { services, caller } = context;
  const site = siteAddress(caller);
  const { host } = URL.canParse(site) ? new URL(site) : { host: site };
  const label = inEachLanguage(context, (_, language) => services.brand.at(0, language).name ?? host) ?? unspoken(host);
  return {
    id: site,
    type: 'Agent',
    label,
    homepage: [pageAt(site, label)],
  };
}

/** The formats in which the caller may download the asset, as links. */
function renderingsOf(asset: Asset, context: PathContext) {
  const { base } = context.caller;
  return assetFormats(asset, context)
    .filter(({ url }) => url === undefined)
    .flatMap(({ id }) => {
      const format = context.model.downloadFormats.get(id);
      const label = format && ownLanguages(format.name, context);
      if (!format || !label) return [];
      const { conversion } = format;
      const mediaType = conversion ? mediaTypeOf(conversion.to) : asset.active.properties.mediaType;
      const address = `${base}asset.do?download=${asset.id}:${id}`;
      return [{ id: address, type: typeOf(mediaType), label, format: mediaType }];
    });
}

/** The type of a linked file. */
function typeOf(mediaType: string): string {
  const [kind = ''] = mediaType.split('/');
  const types: Readonly<Record<string, string>> = { image: 'Image', video: 'Video', audio: 'Sound', model: 'Model' };
  return types[kind] ?? (kind === 'text' || mediaType === 'application/pdf' ? 'Text' : 'Dataset');
}
