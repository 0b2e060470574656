/** What links to assets and nodes show in other programs, as far as requests without a token may see it (extensions E1). */
import type { Asset, FieldValues } from '../../../core/src/domain/model.ts';
import { textIn } from '../../../core/src/domain/text.ts';
import { requireAsset } from './assets.ts';
import { altNameIn, altNameOf } from './entries.ts';
import { requireNode } from './nodes.ts';
import type { Context } from './operation.ts';
import type { Unfolding, UnfoldingPicture } from './pages/unfolding.ts';

/** Returns what a link to an asset shows. Rejects if the asset does not exist for the viewer. */
export async function unfoldAsset(id: number, context: Context): Promise<Unfolding> {
  const asset = await requireAsset('asset', id, context);
  const { caller, settings } = context;
  const url = `${caller.base}?asset=${asset.id}`;
  return {
    title: titleOf(asset, context),
    description: describe(asset.fields, settings.asset.infofields, context),
    url,
    site: siteOf(context),
    picture: await linkPicture(asset, context),
    oembed: oembedAddress(url, context),
  };
}

/** Returns what a link to a node shows. Throws if the node does not exist for the viewer. */
export function unfoldNode(id: number, context: Context): Unfolding {
  const node = requireNode('node', id, context);
  const { caller, settings, locale, model } = context;
  return {
    title: textIn(node.name, locale, model),
    description: describe(node.fields, settings.node.infofields, context),
    url: `${caller.base}?node=${node.id}`,
    site: siteOf(context),
    picture: undefined,
    oembed: undefined,
  };
}

/** The picture of an asset by the preset `link`; undefined where only a placeholder is drawn. */
export async function linkPicture(_asset: Asset, _context: Context): Promise<UnfoldingPicture | undefined> {
  return undefined;
}

/** The title of an asset: the field that the elements show in place of file names, else the file name. */
export function titleOf(asset: Pick<Asset, 'fields' | 'active'>, context: Context): string {
  const { nameField } = context.settings.asset;
  return (nameField !== null && fieldOf(nameField, asset.fields, context)) || asset.active.name;
}

/** The address by which oEmbed tells programs of another one. */
export function oembedAddress(url: string, { caller }: Pick<Context, 'caller'>): string {
  return `${caller.base}oembed?${new URLSearchParams({ url })}`;
}

/** The name of the catalogue on the pages of the service. */
export function siteOf({ services, labels }: Context): string | undefined {
  return services.brand.at(0, labels.language).name;
}

/** The values of the configured fields in their order, but for the one that is the title. */
function describe(values: FieldValues, configured: readonly number[], context: Context): string {
  const { nameField } = context.settings.asset;
  const texts = configured.filter((id) => id !== nameField).map((id) => fieldOf(id, values, context));
  return texts.filter((text) => text !== '').join(' · ');
}

function fieldOf(id: number, fields: FieldValues, context: Context): string {
  return altNameIn({ fields }, altNameOf(id, context.model), context).alt_name ?? '';
}
