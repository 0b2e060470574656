/**
 * Where an object was before a change and after it, as the change log holds it: what decides who may see it, as short JSON.
 * SQL writes the same texts, so that equal places are equal texts (but for numbers of times).
 */
import type { AccessRule, AssetRecord, CatalogueNode, NodeType, StatedTime } from '../../../core/src/domain/model.ts';
import type { NodePlace } from '../../../core/src/domain/permissions.ts';
import { readTime, timeCell } from './time-cells.ts';

export interface AssetPlace {
  readonly version: number;
  readonly nodes: readonly number[];
  readonly validFrom?: StatedTime;
  readonly validUntil?: StatedTime;
}

/** A condition on changes: whether they may change who sees others, or where a node was. */
export const MOVES = `kind IN ('node', 'node_type', 'below', 'carried') AND "before" IS NOT NULL
  AND ("after" IS NULL OR "before" <> "after" OR kind IN ('below', 'carried'))`;

/** Times have quarters of milliseconds, and JSON of SQLite would round them. */
const QUARTERS = 4;

const quarters = (column: string) => `coalesce(CAST(CAST(${column} * ${QUARTERS} AS bigint) AS text), 'null')`;

/** SQL of the place of a row of `assets`; null without a row. */
export const placeOfAssetRow = (row: string): string =>
  `'[' || ${row}.version || ',' || CAST(${row}.nodes AS text) || ',' ||
    ${quarters(`${row}.valid_from`)} || ',' || ${quarters(`${row}.valid_until`)} || ']'`;

/** The same of a row of `nodes`. */
export const placeOfNodeRow = (row: string): string =>
  `'[' || ${row}.type || ',' || coalesce(CAST(${row}.parent AS text), 'null') || ',' ||
    coalesce(CAST(${row}.access AS text), 'null') || ']'`;

export function placeOfAsset({ active, nodes, validFrom, validUntil }: AssetRecord): string {
  const [from, until] = [validFrom, validUntil].map((time) => (time === undefined ? null : timeCell(time) * QUARTERS));
  return JSON.stringify([active.version, nodes, from, until]);
}

export function placeOfNode({ type, parent, access }: CatalogueNode): string {
  return JSON.stringify([type, parent ?? null, access ?? null]);
}

/** What of a node type decides who may see nodes. */
export function placeOfNodeType({ isPermissionDefining }: Pick<NodeType, 'isPermissionDefining'>): string {
  return String(isPermissionDefining);
}

export function readAssetPlace(text: string): AssetPlace {
  const [version, nodes, from, until] = JSON.parse(text) as [number, number[], number | null, number | null];
  return {
    ...{ version, nodes },
    ...(from === null ? {} : { validFrom: readTime(from / QUARTERS) }),
    ...(until === null ? {} : { validUntil: readTime(until / QUARTERS) }),
  };
}

/** The version in the text of an asset's place, without reading the rest. */
export function versionIn(place: string): number {
  return Number(place.slice(1, place.indexOf(',')));
}

/** The list of nodes in the text of an asset's place, as it is written there. */
export function nodesIn(place: string): string {
  return place.slice(place.indexOf('[', 1), place.indexOf(']') + 1);
}

export function readNodePlace(text: string): NodePlace {
  const [type, parent, access] = JSON.parse(text) as [number, number | null, AccessRule[] | null];
  return { type, parent: parent ?? undefined, access: access ?? undefined };
}
