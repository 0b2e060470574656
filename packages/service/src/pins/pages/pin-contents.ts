/** The contents of a PIN's pages, and its downloads. */

import { formatInZone } from '../../../../core/src/domain/dates.ts';
import { ApiError } from '../../../../core/src/domain/errors.ts';
import type { DownloadFormat } from '../../../../core/src/domain/model.ts';
import { textIn } from '../../../../core/src/domain/text.ts';
import { download } from '../../api/asset.do/download.ts';
import { visible } from '../../api/assets.ts';
import type { AnyOperation, Context } from '../../api/operation.ts';
import { type UnfoldingPicture, unfoldingTags } from '../../api/pages/link-tags.ts';
import { BOOLEAN, ID, one, type ParamValues, type Shape, TEXT } from '../../api/params.ts';
import { fileSize, playingTime } from '../../api/properties.ts';
import type { Query } from '../../api/query.ts';
import { readParams } from '../../api/read-params.ts';
import type { FileReply } from '../../api/replies.ts';
import { altTextOf, linkPicture, titleOf } from '../../api/unfolding.ts';
import { type Choice, choicesOf, contentsOf, needsOf, type PinItem, refuseAllInvalid } from '../choices.ts';
import { pinLink } from '../opening.ts';
import { type Pin, pinFingerprint } from '../store/pin.ts';
import type { PageTexts } from './page-frame.ts';
import { type Card, contentsPage, type FormatChoice, noticePage, termsPage } from './templates.ts';

/** Most names of assets that a page lists as missing in its ZIP. */
const MAX_NAMES = 10;

/** Query parameters of `/pin/<code>/download`. */
export const PIN_DOWNLOAD = {
  asset: one(ID, 'Asset ID; default all'),
  format: one(ID, 'Download format ID; default the one that each asset begins with'),
  width: one(TEXT, 'Width in pixels, for formats that are resizeable'),
  height: one(TEXT, 'Height in pixels, for formats that are resizeable'),
  crop: one(TEXT, 'Part of the picture, for formats that are editable'),
  accept: one(BOOLEAN, 'The terms of the format are agreed to', { default: false }),
} as const satisfies Shape;

/**
 * Renders the page of a PIN. `context` must be restricted to the PIN's rights; `everybody` is that of requests without a
 * token, undefined where they see nothing.
 */
export async function pinPage(
  pin: Pin,
  context: Context,
  everybody: Context | undefined,
  texts: PageTexts,
): Promise<string> {
  const items = await contentsOf(pin, context);
  if (items.length === 0) return noticePage('empty', texts);
  const bytes = items.reduce((sum, { asset, formats }) => sum + (formats.length > 0 ? (asset.active.size ?? 0) : 0), 0);
  return contentsPage(
    {
      code: pin.code,
      title: pin.title,
      summary: [
        countOf(items.length, texts),
        ...(bytes > 0 ? [fileSize(bytes, texts.formats)] : []),
        texts.label('pin.until').replace('{date}', formatInZone(pin.expires, texts.formats, context.timeZone)),
      ],
      cards: items.map((item) => cardOf(item, context, texts)),
      formatsOfAll: formatsOfAll(items, context, texts),
      lacking: lackingIn(items, texts),
      unfolding: unfoldingTags({
        title: pin.title || texts.label('pin.untitled'),
        description: countOf(items.length, texts),
        url: pinLink(context.caller.base, pin.code),
        site: texts.brand.name,
        picture: everybody && (await pictureOf(items, everybody)),
        oembed: undefined,
      }),
    },
    texts,
  );
}

/** The picture of the first asset that everybody may see. */
async function pictureOf(items: readonly PinItem[], everybody: Context): Promise<UnfoldingPicture | undefined> {
  const [first] = visible(
    items.map(({ asset }) => asset),
    everybody,
  );
  return first && (await linkPicture(first, everybody));
}

function countOf(count: number, texts: PageTexts): string {
  const key = new Intl.PluralRules(texts.language).select(count) === 'one' ? 'pin.file' : 'pin.files';
  return texts.label(key).replace('{count}', new Intl.NumberFormat(texts.formats).format(count));
}

function cardOf({ asset, formats, isRefused }: PinItem, context: Context, texts: PageTexts): Card {
  const { name, size = 0, properties } = asset.active;
  const title = titleOf(asset, context);
  const shown = [
    title === name ? '' : name,
    properties.extension.toUpperCase(),
    size > 0 ? fileSize(size, texts.formats) : '',
    properties.width > 0 && properties.height > 0 ? `${properties.width} × ${properties.height}` : '',
    playingTime(properties.durationSeconds),
  ];
  return {
    id: asset.id,
    name: title,
    alt: altTextOf(asset, context),
    details: shown.filter((detail) => detail !== ''),
    formats: formats.map((format) => formatChoice(format, context, texts)),
    isRefused,
  };
}

function formatChoice(format: DownloadFormat | undefined, { locale, model }: Context, texts: PageTexts): FormatChoice {
  return format
    ? { id: format.id, name: textIn(format.name, locale, model), needs: needsOf(format) }
    : { id: '', name: texts.label('pin.original'), needs: [] };
}

/**
 * Returns the formats for downloading all assets together. The choice "standard" is included if the first formats of
 * the assets differ or one of them is the plain original.
 */
function formatsOfAll(items: readonly PinItem[], context: Context, texts: PageTexts): readonly FormatChoice[] {
  const downloadable = items.filter(({ formats }) => formats.length > 0);
  if (downloadable.length < 2) return [];
  const formats = new Map<number, FormatChoice>();
  for (const format of downloadable.flatMap((each) => each.formats)) {
    if (format === undefined) continue;
    const choice = formatChoice(format, context, texts);
    // Not every file can be resized or cropped in a format.
    if (choice.needs.length >= (formats.get(format.id)?.needs.length ?? 0)) formats.set(format.id, choice);
  }
  const firstFormats = new Set(downloadable.map((each) => each.formats[0]?.id));
  const choices = [...formats.values()];
  return firstFormats.size > 1 || firstFormats.has(undefined)
    ? [{ id: '', name: texts.label('pin.standard'), needs: [] }, ...choices]
    : choices;
}

/** Says how many of the assets the ZIP lacks because they are outside their validity; '' if there is no ZIP, or none. */
function lackingIn(items: readonly PinItem[], texts: PageTexts): string {
  const refused = items.filter(({ isRefused }) => isRefused);
  if (refused.length === 0) return '';
  const names = refused.slice(0, MAX_NAMES).map(({ asset }) => asset.active.name);
  const more = refused.length > MAX_NAMES ? ['…'] : [];
  const list = new Intl.ListFormat(texts.formats, { type: 'unit', style: 'short' }).format([...names, ...more]);
  return texts.label('pin.lacks').replace('{names}', () => list);
}

/**
 * Handles a click on a download button: returns the file, or a page with the terms of the format if they must be
 * accepted first.
 */
export async function pinDownload(
  pin: Pin,
  { asset, format, accept, ...given }: ParamValues<typeof PIN_DOWNLOAD>,
  context: Context,
  texts: PageTexts,
): Promise<FileReply | string> {
  const items = await contentsOf(pin, context);
  const wanted = asset === undefined ? items : items.filter((item) => item.asset.id === asset);
  if (asset !== undefined && wanted.length === 0)
    throw new ApiError('asset_not_found', `asset: asset ${asset} does not exist`);
  refuseAllInvalid('pin', wanted);
  const choices = choicesOf(wanted, format);
  if (choices.length === 0) throw new ApiError('file_not_found', 'pin: nothing can be downloaded');
  if (format !== undefined && choices.every((choice) => choice.format?.id !== format)) {
    const what = asset === undefined ? 'nothing of this PIN' : `asset ${asset}`;
    const is = asset === undefined ? 'is' : 'is not';
    throw new ApiError('format_not_found', `format: ${what} ${is} offered in format ${format}`);
  }
  const terms = accept ? [] : termsOf(choices, context);
  if (terms.length > 0) {
    const query = Object.entries({ asset, format, ...given }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    );
    return termsPage({ code: pin.code, terms, query }, texts);
  }
  return await deliver(choices, given, countedFor(pin, context));
}

/** Returns the distinct terms of the chosen formats. */
function termsOf(choices: readonly Choice[], { locale, model }: Context): readonly string[] {
  const terms = choices.flatMap(({ format }) => (format?.message ? [textIn(format.message, locale, model)] : []));
  return [...new Set(terms)];
}

/** Returns the context in which a finished download counts for the PIN, too. */
function countedFor({ code }: Pin, context: Context): Context {
  const { downloads } = context.services;
  const count: typeof downloads.count = (assets, { key, part }) =>
    downloads.count(assets, { key: `${key} ${pinFingerprint(code)}`, part, pin: code });
  return { ...context, services: { ...context.services, downloads: { ...downloads, count } } };
}

type GivenOptions = Pick<ParamValues<typeof PIN_DOWNLOAD>, 'width' | 'height' | 'crop'>;

/** Uses the `download` operation, so that the same rules decide what may be downloaded and how it is sent. */
async function deliver(choices: readonly Choice[], given: GivenOptions, context: Context): Promise<FileReply> {
  const named = choices.map(({ asset, format }) => {
    const options = Object.entries(given).filter(([name, value]) => {
      const applies = name === 'crop' ? format?.isEditable : format?.isResizeable;
      return applies && value !== undefined;
    });
    const written = options.map(([name, value]) => `${name}=${value}`).join(';');
    return [asset.id, ...(format ? [format.id] : []), ...(written === '' ? [] : [written])].join(':');
  });
  const query: Query = new Map([['download', named]]);
  return await fileOf(download, query, context);
}

/** Runs an operation internally and returns its file. Throws if it responds with JSON. */
export async function fileOf(operation: AnyOperation, query: Query, context: Context): Promise<FileReply> {
  const reply = await operation.handle({ ...context, params: readParams(operation.params, query) });
  if ('data' in reply) throw new Error('the operation responds with JSON instead of a file');
  return reply;
}
