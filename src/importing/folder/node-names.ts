import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import type { CatalogueNode, Text } from '../../domain/model.ts';

/** Finds nodes of one type by the names on the way from the root. */
export interface NodesByName {
  /** The node of a name below `parent` (undefined: a root), in any language. */
  find(parent: number | undefined, name: string): number | undefined;
  add(parent: number | undefined, name: string, id: number): void;
}

export function nodesByName(model: CatalogueModel, type: number): NodesByName {
  const ids = new Map<string, number>();
  const key = (parent: number | undefined, name: string) => `${parent ?? ''}\0${name}`;
  for (const node of model.forest.nodes()) {
    if (node.type !== type) continue;
    for (const name of namesOf(node)) if (!ids.has(key(node.parent, name))) ids.set(key(node.parent, name), node.id);
  }
  return {
    find: (parent, name) => ids.get(key(parent, name)),
    add: (parent, name, id) => ids.set(key(parent, name), id),
  };
}

function namesOf({ name }: CatalogueNode): readonly string[] {
  return typeof name === 'string' ? [name] : Object.values<string>(name as Exclude<Text, string>);
}
