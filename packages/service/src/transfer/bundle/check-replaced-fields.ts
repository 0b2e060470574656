import type { FieldValue, InfoField } from '../../../../core/src/domain/model.ts';
import { DOCUMENT } from './catalogue-file.ts';
import type { ReadSession } from './read-session.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/**
 * Refuses a field that replaces a stored one if nodes or assets outside the bundle have values that no longer fit: the
 * type differs, or a dropdown lacks their item. Reads the catalogue only if a field has changed in such a way.
 */
export async function checkReplacedFields(
  fields: readonly InfoField[],
  { registry, catalogue, snapshot, faults, signal }: ReadSession,
): Promise<void> {
  const { model } = snapshot;
  const changed = fields.flatMap((field, index) => {
    const old = model.infoFields.get(field.id);
    return old && isNarrower(field, old) ? [{ field, old, index }] : [];
  });
  if (changed.length === 0 || faults.total > 0) return;

  const open = new Set(changed);
  const check = (owner: string, values: ReadonlyMap<number, FieldValue>): void => {
    for (const each of open) {
      const value = values.get(each.field.id);
      if (value === undefined || fits(value, each.field, each.old)) continue;
      faults.add({
        file: DOCUMENT,
        path: ['info_fields', each.index],
        problem: `${owner} of the catalogue has a value that would no longer fit`,
      });
      open.delete(each);
    }
  };
  for (const node of model.trees.nodes()) {
    if (!registry.declared('node').has(node.id)) check(`node ${node.id}`, node.fields);
  }
  await using records = await catalogue.openRecords();
  for await (const assets of records.assets()) {
    if (open.size === 0) return;
    await yieldToEventLoop(signal);
    for (const asset of assets) {
      if (!registry.declared('asset').has(asset.id)) check(`asset ${asset.id}`, asset.fields);
    }
  }
}

function isNarrower(field: InfoField, old: InfoField): boolean {
  if (field.type !== old.type) return true;
  if (field.type !== 'dropdown') return false;
  const items = new Set(field.items.map(({ id }) => id));
  return old.items.some(({ id }) => !items.has(id));
}

function fits(value: FieldValue, field: InfoField, old: InfoField): boolean {
  return field.type === old.type && (field.type !== 'dropdown' || field.items.some(({ id }) => id === value));
}
