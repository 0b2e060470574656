import type { Accessor } from '@gltf-transform/core';

/** Copies an accessor's values as floats, `size` per element; missing ones are 1. */
export function floats(accessor: Accessor | null, size: number): Float32Array | undefined {
  if (accessor === null) return undefined;
  const values = new Float32Array(accessor.getCount() * size);
  const element: number[] = [];
  for (let index = 0; index < accessor.getCount(); index += 1) {
    accessor.getElement(index, element);
    for (let part = 0; part < size; part += 1) values[index * size + part] = element[part] ?? 1;
  }
  return values;
}
