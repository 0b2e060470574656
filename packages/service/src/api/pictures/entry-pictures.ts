/** `picture` of asset entries: addresses of a picture in several sizes, and what it looks like (extensions E1). */
import { LRUCache } from 'lru-cache';
import type { Static } from 'typebox';
import { getOrMake } from '../../../../core/src/concurrency/get-or-make.ts';
import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import { ApiError, quote } from '../../../../core/src/domain/errors.ts';
import type { Size } from '../../../../core/src/domain/geometry.ts';
import type { Asset, AssetOutline } from '../../../../core/src/domain/model.ts';
import type { KeyedSource } from '../../../../media/src/pictures/key.ts';
import { isPlaceholder, plannedSize } from '../../../../media/src/pictures/preview-size.ts';
import { needsToken } from '../../auth/authentication.ts';
import { DAY_SECONDS, endOfDay, type SignedAs } from '../../auth/signed-address.ts';
import { isVisible, readAll, visible } from '../assets.ts';
import { neighboursOf } from '../files-beside.ts';
import { imageServiceOf } from '../iiif/image-source.ts';
import { jsonText, withText } from '../json-text.ts';
import type { Context } from '../operation.ts';
import { invalid, type ParamValues } from '../params.ts';
import type { DataReply } from '../replies.ts';
import { signedBelow } from '../signed.ts';
import type { Judged } from '../validity.ts';
import { EXPECTED, type PICTURES_PARAMS, type PictureEntry, type WantedPictures } from './entry-schema.ts';
import { sourcePlan, tagFor } from './plan-picture.ts';
import { type GrantedWish, grantWish, presetNames, type Wish } from './wish.ts';

/** What the entry of an asset has of its picture. */
interface Shown {
  readonly picture?: Static<typeof PictureEntry>;
  readonly iiif?: string;
}

/** One size that is offered: what its address says, and how it is planned. */
interface Offer {
  readonly wish: GrantedWish;
  /** What its address says of a preset; undefined for a width, which depends on the picture. */
  readonly query: string | undefined;
}

type Picture = Static<typeof PictureEntry>;

/** Characters of pictures that are kept for each state of the catalogue. One with many widths and groups has 160,000. */
const MAX_KEPT = 7_000_000;

type Keyed = Judged & Pick<Asset, 'id'>;

/** What is kept of an asset. */
interface Kept {
  readonly shown: Shown;
  /** What to look for, as long as it isn't known what the picture looks like. */
  readonly lacking?: KeyedSource;
}

/**
 * Pictures by all that they depend on besides the state of the catalogue. Making marks and tags takes longer than all else of an
 * entry.
 */
const kept = new WeakMap<CatalogueModel, KeptPictures>();

interface KeptPictures {
  readonly pictures: LRUCache<string, Kept>;
  /** Numbers that stand for what an answer has in common, because each picture would be looked up by a long key. */
  readonly numbers: LRUCache<string, number>;
  /** How many numbers have been given. */
  given: number;
}

/** Most that are known at a time; what is forgotten gets another number, and its pictures are made again. */
const MAX_NUMBERS = 1000;

const NO_PICTURE: Kept = { shown: withText({}) };

/** Seconds that an answer may be kept that lacks what pictures look like. */
const LACKING_SECONDS = 60;

/** Makes the pictures of the entries of one answer, and says how long it may be kept for them. */
export class EntryPictures {
  readonly #context: Context;
  readonly #offers: readonly Offer[];
  readonly #format: string;
  readonly #signedAs: SignedAs | undefined;
  readonly #kept: LRUCache<string, Kept>;
  readonly #number: number;
  #lacksLooks = false;

  /** Throws `parameter_invalid` or `picture_not_allowed` for pictures that there are not here. */
  constructor(wanted: WantedPictures, format: string | undefined, context: Context) {
    this.#context = context;
    this.#format = format === undefined ? '' : `&format=${format}`;
    this.#signedAs = signedAs(context);
    const wishes = wishesOf(wanted, context);
    this.#offers = wishes.map(({ wish, query }) => ({ wish: granted(wish, context), query }));
    const { caller, viewer, model } = context;
    const of = kept.getOrInsertComputed(model, () => ({
      pictures: new LRUCache({ maxSize: MAX_KEPT, sizeCalculation: sizeOf }),
      numbers: new LRUCache({ max: MAX_NUMBERS }),
      given: 0,
    }));
    const key = [model.revision, caller.base, caller.endpoint, viewer.key, wanted, format, this.#signedAs];
    this.#number = getOrMake(of.numbers, JSON.stringify(key), () => of.given++);
    this.#kept = of.pictures;
  }

  /** Returns `picture` of each asset, in their order; nothing where it is known that only a placeholder is drawn. */
  async of(assets: readonly Asset[]): Promise<readonly Shown[]> {
    const entries = assets.map((asset) => this.#kept.get(this.#keyOf(asset)));
    for (const [index, asset] of assets.entries()) entries[index] ??= await this.#keep(asset);
    return await this.#withLooks(assets, entries);
  }

  /** The same for short entries; reads whole assets only the first time. */
  async ofOutlines(outlines: readonly AssetOutline[]): Promise<readonly Shown[]> {
    const { catalogue } = this.#context;
    const entries = outlines.map((outline) => this.#kept.get(this.#keyOf(outline)));
    const missing = outlines.flatMap(({ id }, index) => (entries[index] ? [] : [id]));
    if (missing.length > 0) {
      const read = visible(await readAll(missing, catalogue.assets), this.#context);
      const assets = new Map(read.map((asset) => [asset.id, asset]));
      for (const [index, { id }] of outlines.entries()) {
        const asset = assets.get(id);
        if (asset) entries[index] ??= await this.#keep(asset);
      }
    }
    return await this.#withLooks(outlines, entries);
  }

  /** How long the answer may be kept. Call it when its entries have been made. */
  caching(): Pick<DataReply<unknown>, 'maxAgeSeconds' | 'isPrivate' | 'isLasting'> {
    const lacking = this.#lacksLooks ? { maxAgeSeconds: LACKING_SECONDS } : {};
    if (!this.#signedAs) return lacking;
    const { services, settings } = this.#context;
    const rest = this.#signedAs.expires - DAY_SECONDS - Math.ceil(services.now() / 1000);
    // This service may give the answer to others for as long as it keeps any.
    const own = Math.max(0, rest - settings.cache.seconds);
    if (this.#lacksLooks) return { isPrivate: true, maxAgeSeconds: Math.min(own, LACKING_SECONDS) };
    return { isPrivate: true, maxAgeSeconds: own, isLasting: rest > settings.cache.seconds };
  }

  /** Of an asset that is outside its validity, the same caller gets other pictures. */
  #keyOf(asset: Keyed): string {
    return `${asset.id} ${this.#context.validity.isRefused(asset) ? '-' : '+'} ${this.#number}`;
  }

  async #keep(asset: Asset): Promise<Kept> {
    const made = isPlaceholder(asset.active, this.#context.services) ? NO_PICTURE : await this.#entryOf(asset);
    this.#kept.set(this.#keyOf(asset), made);
    return made;
  }

  async #entryOf(asset: Asset): Promise<Kept> {
    const { catalogue, signal } = this.#context;
    const { file, properties } = asset.active;
    const admits = (each: Judged) => isVisible(each, this.#context);
    const beside = await neighboursOf({ id: asset.id, properties }, catalogue, admits, signal);
    const iiif = imageServiceOf(asset, this.#context);
    return {
      shown: withText({ picture: this.#made(asset), ...(iiif === undefined ? {} : { iiif }) }),
      lacking: { sha256: file?.sha256 ?? '', properties, ...(beside ? { beside } : {}) },
    };
  }

  /** Adds what the pictures look like. */
  async #withLooks(assets: readonly Keyed[], entries: readonly (Kept | undefined)[]): Promise<readonly Shown[]> {
    const shown = entries.map((entry) => entry?.shown ?? NO_PICTURE.shown);
    const lacking = entries.flatMap((entry, index) => (entry?.lacking ? [{ index, source: entry.lacking }] : []));
    const looks = await this.#context.services.looks.of(lacking.map(({ source }) => source));
    for (const [at, { index }] of lacking.entries()) {
      const asset = assets[index];
      const { picture, ...others } = shown[index] ?? {};
      const look = looks[at];
      if (look === undefined) this.#lacksLooks = true;
      else if (look === 'none') shown[index] = NO_PICTURE.shown;
      else if (picture && asset) {
        const whole = withText({ picture: { ...picture, ...look }, ...others });
        shown[index] = whole;
        this.#kept.set(this.#keyOf(asset), { shown: whole });
      }
    }
    return shown;
  }

  #made(asset: Asset): Picture {
    const { active, focus = null } = asset;
    const from = sourcePlan(asset, 0, this.#context);
    const end = `&version=${active.version}${this.#format}&img=${tagFor(asset, active, this.#context)}`;
    const address = (query: string) => this.#address(`asset.do?picture=${asset.id}&${query}${end}`);
    const sizes = this.#offers.map(({ wish: { box, fit, crop }, query }) => {
      const frame = { ...box, fit };
      const plan = { page: 0, box: Math.max(box.width, box.height), quality: 1, background: '', frame };
      const planned = { ...plan, ...(crop ? { crop } : {}), ...(from ? { from } : {}) };
      const size = plannedSize(active, planned, this.#context.services);
      return { size, query: query ?? `width=${size.width || box.width}`, isPreset: query !== undefined };
    });
    const { size, query, isPreset } = sizes.at(-1) as (typeof sizes)[number];
    return {
      src: address(query),
      ...(size.width > 0 ? { srcset: isPreset ? densities(sizes, address) : widths(sizes, address) } : {}),
      ...{ width: size.width, height: size.height, focus },
      ...(this.#signedAs && { expires: this.#signedAs.expires }),
    };
  }

  /** Returns an absolute address, signed if it has to be. */
  #address(below: string): string {
    const signed = this.#signedAs && signedBelow(below, this.#signedAs, this.#context);
    return this.#context.caller.base + (signed ?? below);
  }
}

/** Opens the pictures that a request asks for; undefined if it asks for none. */
export function openPictures(
  { pictures, pictures_format }: ParamValues<typeof PICTURES_PARAMS>,
  context: Context,
): EntryPictures | undefined {
  return pictures && new EntryPictures(pictures, pictures_format, context);
}

function wishesOf(
  wanted: WantedPictures,
  { settings: { picture } }: Context,
): { wish: Wish; query: string | undefined }[] {
  if ('preset' in wanted) {
    const { preset } = wanted;
    const name = `preset=${preset}`;
    // A preset may have a density of its own.
    const plain = picture.presets.get(preset)?.dpr === undefined ? name : `${name}&dpr=1`;
    return [
      { wish: { preset, dpr: 1 }, query: plain },
      { wish: { preset, dpr: 2 }, query: `${name}&dpr=2` },
    ];
  }
  const tooWide = wanted.widths.find((width) => width > picture.maxSize);
  if (tooWide !== undefined) throw invalid('pictures', String(tooWide), `a width from 1 to ${picture.maxSize}`);
  return wanted.widths.map((width) => ({ wish: { width }, query: undefined }));
}

/** Names the parameter of the list in what `picture` would refuse. */
function granted(wish: Wish, { settings }: Context): GrantedWish {
  try {
    return grantWish(wish, { settings, isSigned: true, widthAt: () => 0 });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code } = error;
    throw code === 'picture_not_allowed'
      ? new ApiError(code, `pictures: presets alone are allowed here (picture.allow is ${settings.picture.allow})`)
      : invalid('pictures', wish.preset ?? '', expectedWith(settings));
  }
}

function expectedWith({ picture }: Context['settings']): string {
  return `${EXPECTED}; here there are ${presetNames(picture.presets).map(quote).join(', ')}`;
}

/** As whom addresses are signed; undefined where they need no signature, or nobody can be named. */
function signedAs({ settings, viewer, model, services, caller }: Context): SignedAs | undefined {
  // With a session, too: what its person copies from a page must show the same elsewhere.
  const isNeeded = needsToken(settings) || caller.isSignedIn || settings.picture.allow === 'signed';
  // Somebody who signed in without being a user.
  const user = viewer.userId ?? (caller.isSignedIn && viewer.groups.length > 0 ? 0 : undefined);
  if (!isNeeded || !services.sign || user === undefined) return undefined;
  const own = viewer.userId === undefined ? [] : (model.users.get(viewer.userId)?.groups ?? []);
  const isOwn = own.length === viewer.groups.length && own.every((group) => viewer.groups.includes(group));
  return {
    user,
    ...(isOwn || viewer.groups.length === 0 ? {} : { groups: viewer.groups }),
    expires: endOfDay(services.now(), 2, services.signMaxDays),
  };
}

/** What is shown, its text and the one that this is joined into (`joinTexts`) take about the same. */
function sizeOf({ shown }: Kept, key: string): number {
  return key.length + 3 * jsonText(shown).length;
}

interface Sized {
  readonly size: Size;
  readonly query: string;
}

function widths(sizes: readonly Sized[], address: (query: string) => string): string {
  const once = new Map(sizes.map(({ size, query }) => [size.width, query]));
  return [...once].map(([width, query]) => `${address(query)} ${width}w`).join(', ');
}

function densities(sizes: readonly Sized[], address: (query: string) => string): string {
  return sizes.map(({ query }, index) => `${address(query)} ${index + 1}x`).join(', ');
}
