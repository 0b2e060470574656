/** Compares an object to be stored with the stored one. Differences that the tables can't represent don't count. */
import type { AssetRecord, CatalogueNode, FieldValues } from '../../../core/src/domain/model.ts';
import { versionCells } from './rows.ts';

/**
 * Compares nodes in serialised form, because values are stored that way: for example, there is no -0, and texts keep
 * the order of their languages.
 */
export function isSameNode(before: CatalogueNode, after: CatalogueNode): boolean {
  return nodeContent(before) === nodeContent(after);
}

/** Serialises a node for comparison. */
export function nodeContent({ type, parent, name, position, fields, access, source }: CatalogueNode): string {
  return JSON.stringify([
    type,
    parent ?? null,
    name,
    position,
    fieldContent(fields),
    access?.map(({ group, view, download, anyTime }) => [group, view, download, anyTime ?? false]) ?? null,
    source?.root ?? null,
    source?.path ?? null,
  ]);
}

/**
 * Compares asset records. Downloads of dates that the new record doesn't contain are kept, so they don't count as a
 * difference. Neither does the stamp of the source.
 */
export function isSameRecord(before: AssetRecord, after: AssetRecord): boolean {
  const dates = new Set(after.downloads.map(({ date }) => date));
  const downloads = before.downloads.filter(({ date }) => dates.has(date));
  return recordContent({ ...before, downloads }) === recordContent(after);
}

/**
 * Serialises a record for comparison. Lists without a meaningful order are put in the order of the tables, and of
 * several entries with the same key only the last counts.
 */
export function recordContent(record: AssetRecord): string {
  return JSON.stringify([
    record.type ?? null,
    [...new Set(record.nodes)].sort((a, b) => a - b),
    fieldContent(record.fields),
    record.uploaded,
    record.modified,
    record.uploadedBy ?? null,
    record.validFrom ?? null,
    record.validUntil ?? null,
    record.rights ?? null,
    record.focus ?? null,
    record.olderVersions.toSorted((a, b) => a.version - b.version).map(versionCells),
    versionCells(record.active),
    [...new Set(record.relations.map(({ type, to }) => `${type} ${to}`))].sort(),
    lastByKey(
      record.publicUrls,
      ({ id }) => String(id),
      ({ id, name, url, provider }) => [id, name, url, provider],
    ),
    lastByKey(
      record.downloads,
      ({ date }) => date,
      ({ date, count }) => [date, count],
    ),
    record.source?.root ?? null,
    record.source?.path ?? null,
  ]);
}

function fieldContent(fields: FieldValues): unknown {
  return [...fields].sort(([a], [b]) => a - b);
}

function lastByKey<T>(list: readonly T[], key: (each: T) => string, content: (each: T) => unknown): unknown {
  if (list.length === 0) return list;
  return [...new Map(list.map((each) => [key(each), content(each)]))].sort(([a], [b]) => (a < b ? -1 : 1));
}
