import type { AssetRecord, InfoField } from '../../../core/src/domain/model.ts';
import type { Orientation } from '../../../core/src/domain/orientation.ts';
import type { DurationClass } from '../../../core/src/domain/playing-time.ts';
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

/** What one sees of the asset (extensions E9). */
export function orientationsOf({ active }: AssetRecord): readonly Orientation[] {
  const { width, height } = active.properties;
  if (width === 0 || height === 0) return [];
  if (Math.abs(width - height) * 50 <= Math.max(width, height)) return ['square'];
  if (height > width) return ['portrait'];
  return width / height >= 2 ? ['landscape', 'panorama'] : ['landscape'];
}

/** The playing time as entries show it. */
export function secondsOf({ active }: AssetRecord): number | undefined {
  const { durationSeconds } = active.properties;
  return durationSeconds > 0 ? Math.max(0.1, Number(durationSeconds.toFixed(1))) : undefined;
}

export function durationClassOf(asset: AssetRecord): DurationClass | undefined {
  const seconds = secondsOf(asset);
  if (seconds === undefined) return undefined;
  if (seconds < 60) return 'under_1_minute';
  return seconds > 300 ? 'over_5_minutes' : '1_to_5_minutes';
}
