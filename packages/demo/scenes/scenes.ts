import { studio } from '../products/studio.ts';
import { cabin } from './cabin.ts';
import { coast } from './coast.ts';
import { forest } from './forest.ts';
import { lake } from './lake.ts';
import { icon, logo } from './mark.ts';
import { mountains } from './mountains.ts';
import { nightSky } from './painted.ts';
import { poster } from './poster.ts';
import type { Scene } from './scene.ts';
import { town } from './town.ts';

/** All scenes by name. Jobs refer to scenes by name, because they are sent to the drawing threads as plain data. */
export const SCENES = {
  ...{ cabin, coast, forest, icon, lake, logo },
  ...{ mountains, nightSky, poster, studio, town },
} as const satisfies Record<string, Scene>;

/** Name of a scene. */
export type SceneName = keyof typeof SCENES;
