import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import type { CatalogueNode, Text } from '../../../../core/src/domain/model.ts';
import { sameKeyword } from '../../../../core/src/domain/words.ts';
import { KEYWORD } from '../built-in.ts';

/**
 * Finds keyword nodes by their path of names in any language; names that differ in case or Unicode form alone are one node,
 * spelt as first met, unless the catalogue has several of them. `added` are missing ones, to be written.
 */
export function openKeywords(
  { trees }: Pick<CatalogueModel, 'trees'>,
  nextId: () => number,
): { idOf(path: readonly string[]): number; readonly added: readonly CatalogueNode[] } {
  const added: CatalogueNode[] = [];
  const key = (parent: number | undefined, name: string) => `${parent ?? ''}\0${name}`;
  const ids = new Map<string, number>();
  /** By names without case and Unicode form. */
  const alike = new Map<string, number>();
  for (const { id, type, parent, name } of trees.nodes()) {
    if (type !== KEYWORD) continue;
    for (const each of textsOf(name)) remember(parent, each, id);
  }

  function remember(parent: number | undefined, name: string, id: number): void {
    ids.getOrInsertComputed(key(parent, name), () => id);
    alike.getOrInsertComputed(key(parent, sameKeyword(name)), () => id);
  }

  function add(parent: number | undefined, name: string): number {
    const id = nextId();
    remember(parent, name, id);
    const place = parent === undefined ? {} : { parent };
    added.push({ id, type: KEYWORD, ...place, name, position: 0, fields: new Map() });
    return id;
  }

  return {
    added,
    idOf: (path) => {
      let id: number | undefined;
      for (const name of path) {
        id = ids.get(key(id, name)) ?? alike.get(key(id, sameKeyword(name))) ?? add(id, name);
      }
      if (id === undefined) throw new RangeError('a keyword path has at least one name');
      return id;
    },
  };
}

function textsOf(name: Text): readonly string[] {
  return typeof name === 'string' ? [name] : Object.values<string>(name);
}
