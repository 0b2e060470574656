/** The checks of references that need no database: those within definitions, and those from nodes and values to them. */
import { MAX_NODE_DEPTH } from '../../../core/src/domain/node-trees.ts';
import type { DefinitionKind, Entities } from './catalogue.ts';
import { DanglingReference } from './catalogue-errors.ts';
import type { ChangeNotes } from './change-notes.ts';

/** Returns all definitions of a kind, as they are within the transaction. */
export type Definitions = <K extends DefinitionKind>(kind: K) => ReadonlyMap<number, Entities[K]>;

/** Thrown when a transaction ends with a node that lies below itself or too deep. */
export class WrongNodeTree extends Error {
  override readonly name = 'WrongNodeTree';
}

/**
 * Checks the values that the transaction has put, and the definitions that it or a removal of nodes has touched. `isNode`
 * is asked for the roots of fields. Throws DanglingReference.
 */
export function checkDefinitions(notes: ChangeNotes, definitions: Definitions, isNode: (id: number) => boolean): void {
  for (const [field, use] of notes.fields) {
    if (!definitions('info_field').has(field))
      throw new DanglingReference(use, 'infofields', { kind: 'information field', id: field });
  }
  for (const [field, uses] of notes.numbers) {
    const known = definitions('info_field').get(field);
    if (known?.type !== 'dropdown') continue;
    for (const [item, use] of uses) {
      if (!known.items.some(({ id }) => id === item))
        throw new DanglingReference(use, `infofields.${field}`, { kind: 'dropdown item', id: item });
    }
  }
  // A removed node may be the root of a field that the transaction didn't touch.
  const mayMissRoots = notes.touched('node').size + notes.touched('info_field').size > 0;
  for (const { id, rootNode } of mayMissRoots ? definitions('info_field').values() : []) {
    if (rootNode !== undefined && !isNode(rootNode)) {
      throw new DanglingReference({ kind: 'info_field', id }, 'root_node', { kind: 'node', id: rootNode });
    }
  }
  for (const { id, groups } of notes.touched('user').size > 0 ? definitions('user').values() : []) {
    const group = groups.find((each) => !definitions('group').has(each));
    if (group !== undefined) throw new DanglingReference({ kind: 'user', id }, 'groups', { kind: 'group', id: group });
  }
}

/** Checks the access rules of a node, in JSON. Throws DanglingReference. */
export function checkAccess(node: number, access: string, definitions: Definitions): void {
  const owner = { kind: 'node', id: node } as const;
  for (const { group, download } of JSON.parse(access) as NonNullable<Entities['node']['access']>) {
    if (!definitions('group').has(group))
      throw new DanglingReference(owner, 'access.group', { kind: 'group', id: group });
    const format = download === '*' ? undefined : download.find((each) => !definitions('download_format').has(each));
    if (format !== undefined)
      throw new DanglingReference(owner, 'access.download', { kind: 'download format', id: format });
  }
}

/**
 * Checks that every node's parent exists, that no node lies below itself and that none lies too deep. `parents` holds
 * all nodes. Throws DanglingReference or WrongNodeTree.
 */
export function checkNodeTrees(parents: ReadonlyMap<number, number | undefined>): void {
  const depths = new Map<number, number>();
  for (const [start] of parents) {
    const passed: number[] = [];
    const onWay = new Set<number>();
    let at: number | undefined = start;
    for (; at !== undefined && !depths.has(at); at = parents.get(at)) {
      if (onWay.has(at)) throw new WrongNodeTree(`node ${at} lies below itself`);
      onWay.add(at);
      passed.push(at);
      const parent = parents.get(at);
      if (parent !== undefined && !parents.has(parent)) {
        throw new DanglingReference({ kind: 'node', id: at }, 'parent', { kind: 'node', id: parent });
      }
    }
    let depth = at === undefined ? 0 : (depths.get(at) ?? 0);
    for (const node of passed.reverse()) {
      depth += 1;
      if (depth > MAX_NODE_DEPTH) throw new WrongNodeTree(`node ${node} lies deeper than ${MAX_NODE_DEPTH} levels`);
      depths.set(node, depth);
    }
  }
}
