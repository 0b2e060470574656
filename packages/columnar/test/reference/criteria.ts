import { instantOf } from '../../../core/src/domain/dates.ts';
import type { AssetRecord } from '../../../core/src/domain/model.ts';
import { validityOf } from '../../../core/src/domain/validity.ts';
import { licenceOf } from '../../../core/src/licences/licence.ts';
import type { Criterion } from '../../src/search-index.ts';
import type { Perspective } from './perspective.ts';
import { hasTerm } from './texts.ts';
import { durationClassOf, linkedNodes, orientationsOf, referencesOf, secondsOf, valueIn } from './values.ts';

/** True if the asset fits the criterion (`Criterion`), whether its nodes let the viewer see it or not. */
export function holds(criterion: Criterion, asset: AssetRecord, perspective: Perspective): boolean {
  const { properties, size } = asset.active;
  switch (criterion.kind) {
    case 'every':
      return criterion.of.every((each) => holds(each, asset, perspective));
    case 'some':
      return criterion.of.some((each) => holds(each, asset, perspective));
    case 'ids':
      return criterion.ids.includes(asset.id);
    case 'nodes':
      return isAmong(linkedNodes(asset, criterion.references, perspective), criterion.ids, criterion, perspective);
    case 'node_types':
      return linkedNodes(asset, false, perspective).some((id) =>
        criterion.types.includes(perspective.model.trees.get(id)?.type ?? -1),
      );
    case 'references':
      return isAmong(referencesOf(asset, criterion.field, perspective), criterion.nodes, criterion, perspective);
    case 'text': {
      const has = (isExcluded: boolean) =>
        criterion.terms
          .filter((term) => term.isExcluded === isExcluded)
          .map((term) => hasTerm(asset, term, criterion.field, perspective));
      const wanted = has(false);
      const isFound =
        wanted.length === 0 || (criterion.join === 'all' ? !wanted.includes(false) : wanted.includes(true));
      return isFound && !has(true).includes(true);
    }
    case 'extensions':
      return criterion.values.includes(properties.extension);
    case 'categories':
      return criterion.values.includes(properties.category);
    case 'asset_types':
      return criterion.ids.includes(asset.type ?? -1);
    case 'orientations':
      return criterion.values.some((value) => orientationsOf(asset).includes(value));
    case 'durations':
      return criterion.values.some((value) => durationClassOf(asset) === value);
    case 'licences':
      return criterion.values.includes(licenceName(asset) ?? '');
    case 'source_types':
      return criterion.values.includes(asset.rights?.sourceType ?? '');
    case 'validity':
      return criterion.states.includes(validityOf(asset, criterion.at, 'UTC'));
    case 'items':
      return criterion.ids.includes(Number(valueIn(asset, criterion.field, 'dropdown', perspective)));
    case 'checkbox':
      return valueIn(asset, criterion.field, 'checkbox', perspective) === criterion.value;
    case 'range': {
      const { of } = criterion;
      if (typeof of === 'object') return isWithin(valueIn(asset, of.field, 'number', perspective), criterion);
      if (of === 'uploaded' || of === 'modified') return isWithin(asset[of], criterion);
      if (of === 'duration') return isWithin(secondsOf(asset), criterion);
      return isWithin(of === 'size' ? size : properties[of] || undefined, criterion);
    }
    case 'dates': {
      const value = valueIn(asset, criterion.field, 'date', perspective);
      if (value === undefined) return false;
      const { from, to } = criterion;
      // A date without a time is compared as a day (interface decisions 5).
      const bound = String(value).length === 10 ? 'day' : 'instant';
      return isWithin(instantOf(String(value), 'UTC'), { from: from?.[bound], to: to?.[bound] });
    }
  }
}

/** A licence as facets and criteria name it. */
export function licenceName({ rights }: AssetRecord): string | undefined {
  return rights?.licence === undefined ? undefined : licenceOf(rights.licence).id;
}

function isAmong(
  linked: readonly number[],
  wanted: readonly number[],
  { recursive }: { readonly recursive: boolean },
  { model }: Perspective,
): boolean {
  return linked.some((id) => wanted.some((node) => (recursive ? model.trees.isWithin(id, node) : id === node)));
}

function isWithin(value: unknown, { from, to }: { from?: number | undefined; to?: number | undefined }): boolean {
  return typeof value === 'number' && value >= (from ?? -Infinity) && value <= (to ?? Infinity);
}
