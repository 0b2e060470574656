import { studio } from '../products/studio.ts';
import { balloons } from './balloons.ts';
import { botanical } from './botanical.ts';
import { cabin } from './cabin.ts';
import { coast } from './coast.ts';
import { fields } from './fields.ts';
import { forest } from './forest.ts';
import { icon } from './icon.ts';
import { lake } from './lake.ts';
import { logo } from './logo.ts';
import { mountains } from './mountains.ts';
import { nightSky } from './night-sky.ts';
import { pattern } from './pattern.ts';
import { portrait } from './portrait.ts';
import { poster } from './poster.ts';
import type { Scene } from './scene.ts';
import { silk } from './silk.ts';
import { skyline } from './skyline.ts';
import { swatches } from './swatches.ts';
import { table } from './table.ts';

/** All scenes by name: a picture's order crosses to the drawing threads as plain words. */
export const SCENES = {
  balloons,
  botanical,
  cabin,
  coast,
  fields,
  forest,
  icon,
  lake,
  logo,
  mountains,
  nightSky,
  pattern,
  portrait,
  poster,
  silk,
  skyline,
  studio,
  swatches,
  table,
} as const satisfies Record<string, Scene>;

/** The name of a scene. */
export type SceneName = keyof typeof SCENES;
