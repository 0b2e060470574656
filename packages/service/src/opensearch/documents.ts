/** Makes the document of an asset (`mapping.ts`). */

import { languagesOf } from '../../../columnar/src/build-texts.ts';
import { roughKeys } from '../../../columnar/src/rough-keys.ts';
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import { epochOf, instantOf } from '../../../core/src/domain/dates.ts';
import { isText } from '../../../core/src/domain/field-values.ts';
import type { FileText } from '../../../core/src/domain/file-text.ts';
import type { Asset, Text } from '../../../core/src/domain/model.ts';
import { orientationOf } from '../../../core/src/domain/orientation.ts';
import { durationClassOf, tenthsOf } from '../../../core/src/domain/playing-time.ts';
import { sourceTypeOf } from '../../../core/src/domain/rights.ts';
import { splitWords } from '../../../core/src/domain/split-words.ts';
import { compareNames, textIn } from '../../../core/src/domain/text.ts';
import { periodOf } from '../../../core/src/domain/validity.ts';
import { wordsOf } from '../../../core/src/domain/words.ts';
import { licenceOf } from '../../../core/src/licences/licence.ts';
import { LONGEST_WORD } from './mapping.ts';
import { decidersOf, linksOf } from './places.ts';

/** Longest key to sort by: the engine refuses terms of more than 32,766 bytes. */
const LONGEST_KEY = 4000;

/** What a document is made of besides the record. */
interface Beside {
  readonly model: CatalogueModel;
  /** Zone of local times. */
  readonly timeZone: string;
  readonly rating: number | undefined;
  readonly document: FileText | undefined;
}

/** Returns a key whose order is near that of the language; texts that it considers equal have one key. */
export function sortKey(text: string, language: string): string {
  return roughKeys(compareNames(language))(text).slice(0, LONGEST_KEY);
}

export function documentOf(asset: Asset, beside: Beside): object {
  const { model, timeZone, rating, document } = beside;
  const { active, fields, rights } = asset;
  const { properties } = active;
  const { width, height, extension } = properties;
  const tenths = tenthsOf(properties.durationSeconds);
  const period = periodOf(asset, timeZone);
  const name = joined(wordsOf(active.name));
  const texts = [name, joined(wordsOf(extension))];
  const references: number[] = [];
  const ofFields = [...fields].flatMap(([id, value]): readonly (readonly [string, unknown])[] => {
    const field = model.infoFields.get(id);
    if (!field?.onAssets) return [];
    switch (field.type) {
      case 'text': {
        if (!isText(value)) return [];
        const own = eachLanguage(value).map((text) => joined(wordsOf(text)));
        texts.push(...own);
        return [[`t_${id}`, own.filter(Boolean)], ...keysOf(id, value, model)];
      }
      case 'number':
        return [[`num_${id}`, value]];
      case 'date': {
        const instant = instantOf(String(value), timeZone);
        const isDay = String(value).length === 'yyyy-MM-dd'.length;
        return [
          [`d_${id}`, instant],
          [isDay ? `dd_${id}` : `di_${id}`, instant],
        ];
      }
      case 'checkbox':
        return [[`b_${id}`, value]];
      case 'dropdown':
        return [[`i_${id}`, String(value)]];
      case 'node_reference': {
        const ids = Array.isArray(value) ? (value as readonly number[]) : [];
        references.push(...ids);
        const { in: pairs, sets } = linksOf(ids, model);
        return [
          [`r_${id}`, ids.map(String)],
          [`o_${id}`, ids.join(',').slice(0, LONGEST_KEY)],
          [`rin_${id}`, pairs],
          [`rs_${id}`, sets],
        ];
      }
    }
    return [];
  });
  const linked = [...new Set([...asset.nodes, ...references])];
  const [assigned, all] = [linksOf(asset.nodes, model), linksOf(linked, model)];
  return {
    ...Object.fromEntries(ofFields),
    id: asset.id,
    w: texts.filter(Boolean),
    nw: name,
    d: document?.pages.map((page) => joined(splitWords(page))).filter(Boolean),
    name_k: keyOf(active.name, model),
    orig_k: keyOf(active.original, model),
    ext: extension || undefined,
    ext_k: keyOf(extension, model),
    cat: String(properties.category),
    type: asset.type === undefined ? undefined : String(asset.type),
    by: asset.uploadedBy === undefined ? undefined : String(asset.uploadedBy),
    licence: rights?.licence === undefined ? undefined : licenceOf(rights.licence).id,
    source: rights?.sourceType === undefined ? undefined : sourceTypeOf(rights.sourceType),
    orientation: orientationOf(width, height),
    duration: durationClassOf(tenths),
    seconds: tenths === 0 ? undefined : tenths / 10,
    up: epochOf(asset.uploaded, timeZone),
    mod: epochOf(asset.modified, timeZone),
    size: active.size,
    width: width || undefined,
    height: height || undefined,
    pixels: width * height || undefined,
    rating,
    from: finite(Math.min(period.from, period.until)),
    until: finite(period.until),
    who: decidersOf(asset.nodes, model),
    n: asset.nodes.map(String),
    n_in: assigned.in,
    n_sets: assigned.sets,
    l: linked.map(String),
    l_in: all.in,
    l_sets: all.sets,
  };
}

function keysOf(field: number, value: Text, model: CatalogueModel): readonly (readonly [string, string])[] {
  return languagesOf(model).flatMap((language) => {
    const shown = textIn(value, language, model);
    return shown === '' ? [] : [[`k_${field}_${language}`, sortKey(shown, language)] as const];
  });
}

function keyOf(text: string, { defaultLanguage }: CatalogueModel): string | undefined {
  return text === '' ? undefined : sortKey(text, defaultLanguage);
}

function joined(words: readonly string[]): string {
  return words.map((word) => word.slice(0, LONGEST_WORD)).join(' ');
}

function eachLanguage(text: Text): readonly string[] {
  return typeof text === 'string' ? [text] : Object.values(text);
}

function finite(time: number): number | undefined {
  return Number.isFinite(time) ? time : undefined;
}
