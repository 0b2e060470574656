import type { FieldValue } from '../../../core/src/domain/model.ts';

/**
 * Returns the values without the removed nodes. Drops a field that references no other node. Returns undefined if no
 * removed node is referenced.
 */
export function withoutNodes(
  values: ReadonlyMap<number, FieldValue>,
  isGone: (node: number) => boolean,
): ReadonlyMap<number, FieldValue> | undefined {
  const rest = new Map<number, FieldValue>();
  let isChanged = false;
  for (const [field, value] of values) {
    const kept = Array.isArray(value) ? value.filter((node: number) => !isGone(node)) : value;
    if (Array.isArray(value) && Array.isArray(kept) && kept.length < value.length) isChanged = true;
    if (!Array.isArray(kept) || kept.length > 0) rest.set(field, kept);
  }
  return isChanged ? rest : undefined;
}
