/** What links to assets and nodes show in other programs, as far as requests without a token may see it (extensions E1). */
import type { Asset, FieldValues } from '../../../core/src/domain/model.ts';
import { textIn } from '../../../core/src/domain/text.ts';
import { isPlaceholder, plannedSize } from '../../../media/src/pictures/preview-size.ts';
import { endOfDay, type SignedAs } from '../auth/signed-address.ts';
import { readAll, requireAsset, visible } from './assets.ts';
import { altNameIn, altNameOf } from './entries.ts';
import { requireNode } from './nodes.ts';
import type { Context } from './operation.ts';
import type { Unfolding, UnfoldingPicture } from './pages/link-tags.ts';
import { PICTURE_TYPES } from './pictures/picture-reply.ts';
import { planPicture, tagFor } from './pictures/plan-picture.ts';
import { seenNow } from './seen.ts';
import { signedBelow } from './signed.ts';
import { nameFieldOf } from './usual-fields.ts';

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

/** Returns what a link to a node shows. Rejects if the node does not exist for the viewer. */
export async function unfoldNode(id: number, context: Context): Promise<Unfolding> {
  const node = requireNode('node', id, context);
  const { caller, settings, locale, model } = context;
  return {
    title: textIn(node.name, locale, model),
    description: describe(node.fields, settings.node.infofields, context),
    url: `${caller.base}?node=${node.id}`,
    site: siteOf(context),
    picture: await firstPicture(node.id, context),
    oembed: undefined,
  };
}

/**
 * Returns the picture of an asset by the preset `link`; undefined where it is known that only a placeholder is drawn.
 * Where pictures need signed addresses, it is signed for the service user, who must be the viewer.
 */
export async function linkPicture(asset: Asset, context: Context): Promise<UnfoldingPicture | undefined> {
  const { active } = asset;
  const { caller, settings, services, viewer } = context;
  if (isPlaceholder(active, services)) return undefined;
  const [look] = await services.looks.of([{ sha256: active.file?.sha256 ?? '', properties: active.properties }]);
  if (look === 'none') return undefined;
  let signedAs: SignedAs | undefined;
  if (settings.picture.allow === 'signed') {
    if (viewer.userId === undefined) return undefined;
    const most = services.signMaxDays;
    signedAs = { user: viewer.userId, expires: endOfDay(services.now(), most, most) };
  }
  const asked = { preset: 'link', page: 0, accepted: 'other' } as const;
  const { plan } = planPicture(asset, active, asked, { ...context, caller: { ...caller, signedAs } });
  const { width, height } = plannedSize(active, plan, services);
  const tag = tagFor(asset, active, context);
  const address = `asset.do?picture=${asset.id}&preset=link&version=${active.version}&img=${tag}`;
  const signed = signedAs ? signedBelow(address, signedAs, context) : address;
  return signed === undefined
    ? undefined
    : {
        src: caller.base + signed,
        size: width > 0 && height > 0 ? { width, height } : undefined,
        mediaType: plan.format === 'jpg-or-png' ? undefined : PICTURE_TYPES[plan.format ?? 'jpg'],
        alt: altTextOf(asset, context),
      };
}

/** How many assets of a node are looked at for a picture. */
const MAX_LOOKED_AT = 10;

/** The picture of the first asset by name in the node and below that has one. */
async function firstPicture(node: number, context: Context): Promise<UnfoldingPicture | undefined> {
  const { catalogue, services, locale, signal } = context;
  const all = [{ kind: 'nodes', ids: [node], recursive: true, references: false }] as const;
  const sort = [{ by: 'name', descending: false }] as const;
  const { ids } = await services.search.find(
    { all, sort, locale, offset: 0, count: MAX_LOOKED_AT, ...(await seenNow(context)) },
    { signal },
  );
  for (const asset of visible(await readAll(ids, catalogue.assets), context)) {
    const picture = await linkPicture(asset, context);
    if (picture) return picture;
  }
  return undefined;
}

/** The alternative text of the picture of an asset; empty without one. */
export function altTextOf({ fields }: Pick<Asset, 'fields'>, context: Context): string {
  const { altField } = context.settings.asset;
  return altField === null ? '' : fieldOf(altField, fields, context);
}

/** The title of an asset: the field that the elements show in place of file names, else the file name. */
export function titleOf(asset: Pick<Asset, 'fields' | 'active'>, context: Context): string {
  const nameField = nameFieldOf(context);
  return (nameField !== undefined && fieldOf(nameField, asset.fields, context)) || asset.active.name;
}

/** The address by which oEmbed tells programs of another one. */
export function oembedAddress(url: string, { caller }: Pick<Context, 'caller'>): string {
  return `${caller.base}oembed?${new URLSearchParams({ url })}`;
}

/** The address of the page of the service, also for callers of another base address. */
export function siteAddress({ base, endpoint }: Pick<Context['caller'], 'base' | 'endpoint'>): string {
  return endpoint === '' ? base : base.slice(0, -`${endpoint}/`.length);
}

/** The name of the catalogue on the pages of the service. */
export function siteOf({ services, labels }: Context): string | undefined {
  return services.brand.at(0, labels.language).name;
}

/** The values of the configured fields in their order, but for the one that is the title. */
function describe(values: FieldValues, configured: readonly number[], context: Context): string {
  const nameField = nameFieldOf(context);
  const texts = configured.filter((id) => id !== nameField).map((id) => fieldOf(id, values, context));
  return texts.filter((text) => text !== '').join(' · ');
}

function fieldOf(id: number, fields: FieldValues, context: Context): string {
  return altNameIn({ fields }, altNameOf(id, context.model), context).alt_name ?? '';
}
