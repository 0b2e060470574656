import type { AssetRecord, Text } from '../../../core/src/domain/model.ts';
import { ORIENTATIONS, type Orientation } from '../../../core/src/domain/orientation.ts';
import { DURATION_CLASSES, type DurationClass } from '../../../core/src/domain/playing-time.ts';
import { compareNames, textIn } from '../../../core/src/domain/text.ts';
import { validityOf } from '../../../core/src/domain/validity.ts';
import type { FacetCount, FacetField } from '../../src/search-index.ts';
import { licenceName } from './criteria.ts';
import type { Perspective } from './perspective.ts';
import { durationClassOf, linkedNodes, orientationsOf, referencesOf } from './values.ts';

type Value = FacetCount['value'];

/** The values of a facet over these assets (`AssetMatches.facets`). */
export function facetOf(
  field: FacetField,
  found: readonly AssetRecord[],
  { limit, locale }: { readonly limit: number; readonly locale: string },
  perspective: Perspective,
): readonly FacetCount[] {
  const { model, viewer } = perspective;
  const compare = compareNames(locale);

  function counted(valuesOf: (asset: AssetRecord) => Iterable<Value>, nameOf: (value: Value) => Text | undefined) {
    const counts = new Map<Value, number>();
    for (const asset of found) {
      for (const value of new Set(valuesOf(asset))) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [...counts]
      .map(([value, count]) => ({ value, count, name: textIn(nameOf(value) ?? '', locale, model) }))
      .sort((a, b) => b.count - a.count || compare(a.name, b.name) || (a.value < b.value ? -1 : 1))
      .map(({ value, count }) => ({ value, count }));
  }

  /** The nodes and those above them, as far as the viewer sees them. */
  function nodes(linkedTo: (asset: AssetRecord) => readonly number[], isShown: (id: number) => boolean) {
    const all = (asset: AssetRecord) => linkedTo(asset).flatMap((id) => model.trees.path(id).map((node) => node.id));
    const shown = (asset: AssetRecord) => all(asset).filter((id) => viewer.canViewNode(id) && isShown(id));
    return counted(shown, (id) => model.trees.get(Number(id))?.name).slice(0, limit);
  }

  switch (field.by) {
    case 'extension':
      return counted(({ active }) => [active.properties.extension].filter((each) => each !== ''), String).slice(
        0,
        limit,
      );
    case 'licence':
      return counted((asset) => [licenceName(asset)].filter((each) => each !== undefined), String).slice(0, limit);
    case 'source_type':
      return counted(({ rights }) => (rights?.sourceType === undefined ? [] : [rights.sourceType]), String).slice(
        0,
        limit,
      );
    case 'validity':
      return counted(
        (asset) => [validityOf(asset, field.at, 'UTC')],
        () => '',
      );
    case 'category':
      return counted(
        ({ active }) => [active.properties.category],
        () => '',
      );
    case 'asset_type':
      return counted(
        ({ type }) => (type === undefined ? [] : [type]),
        (id) => model.assetTypes.get(Number(id))?.name,
      ).slice(0, limit);
    case 'orientation':
      return counted(orientationsOf, (value) => String(ORIENTATIONS.indexOf(value as Orientation)));
    case 'duration':
      return counted(
        (asset) => [durationClassOf(asset)].filter((each) => each !== undefined),
        (value) => String(DURATION_CLASSES.indexOf(value as DurationClass)),
      );
    case 'node_type':
      return nodes(
        (asset) => linkedNodes(asset, false, perspective),
        (id) => model.trees.get(id)?.type === field.type,
      );
    case 'info_field': {
      const infoField = model.infoFields.get(field.field);
      const values = ({ fields }: AssetRecord) => {
        const value = fields.get(field.field);
        return typeof value === 'number' || typeof value === 'boolean' ? [value] : [];
      };
      if (infoField?.type === 'checkbox') return counted(values, () => '');
      if (infoField?.type === 'dropdown')
        return counted(values, (item) => infoField.items.find(({ id }) => id === item)?.name).slice(0, limit);
      if (infoField?.type !== 'node_reference') return [];
      const { id: own, rootNode, showRoot } = infoField;
      return nodes(
        (asset) => referencesOf(asset, own, perspective),
        (id) => rootNode === undefined || (model.trees.isWithin(id, rootNode) && (showRoot || id !== rootNode)),
      );
    }
  }
}
