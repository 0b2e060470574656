import type { BundleNode } from '../bundle.ts';

/** The English names from the top of the tree down to each of the nodes; only keywords have such a path in files. */
export function keywordPaths(nodes: readonly BundleNode[], ids: readonly number[]): string[][] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return ids.map((id) => {
    const path: string[] = [];
    for (let node = byId.get(id); node !== undefined; node = node.parent === null ? undefined : byId.get(node.parent)) {
      path.unshift(typeof node.name === 'string' ? node.name : node.name.en);
    }
    return path;
  });
}
