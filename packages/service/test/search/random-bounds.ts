import type { Random } from '../../../columnar/test/random.ts';
import type { Bounds } from '../../../core/src/domain/permissions.ts';
import { FOLDER, KEYWORD } from './random-catalogue.ts';
import { POOLS } from './random-world.ts';

/** Mostly none, as for most base addresses. */
export function drawBounds(random: Random): Bounds {
  const roots = [FOLDER, KEYWORD].flatMap((type) =>
    random.chance(0.2)
      ? [[type, Array.from({ length: random.between(1, 3) }, () => random.pick(POOLS.nodes))] as const]
      : [],
  );
  return { roots: new Map(roots), formats: null };
}
