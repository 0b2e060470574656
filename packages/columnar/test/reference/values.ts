import type { AssetRecord, InfoField } from '../../../core/src/domain/model.ts';
import type { Perspective } from './perspective.ts';

/** The nodes that the asset is assigned to, or with `references` also refers to, as far as the viewer may view them. */
export function linkedNodes(asset: AssetRecord, references: boolean, perspective: Perspective): readonly number[] {
  const { model, viewer } = perspective;
  const named = references ? [...model.infoFields.keys()].flatMap((id) => referencesOf(asset, id, perspective)) : [];
  return [...asset.nodes.filter((id) => viewer.canViewNode(id)), ...named];
}

/** The nodes in a field of the asset that the viewer may view. */
export function referencesOf(asset: AssetRecord, field: number, perspective: Perspective): readonly number[] {
  const value = valueIn(asset, field, 'node_reference', perspective);
  return Array.isArray(value) ? value.filter((id) => perspective.viewer.canViewNode(id)) : [];
}

/** The value of a field, if the field is of this type. */
export function valueIn(asset: AssetRecord, field: number, type: InfoField['type'], { model }: Perspective) {
  return model.infoFields.get(field)?.type === type ? asset.fields.get(field) : undefined;
}
