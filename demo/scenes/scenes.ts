import { studio } from '../products/studio.ts';
import { balloons } from './balloons.ts';
import { botanical } from './botanical.ts';
import { cabin } from './cabin.ts';
import { coast } from './coast.ts';
import { forest } from './forest.ts';
import { lake } from './lake.ts';
import { icon, logo } from './mark.ts';
import { mountains } from './mountains.ts';
import { nightSky, silk } from './painted.ts';
import { pattern } from './pattern.ts';
import { portrait } from './portrait.ts';
import { poster } from './poster.ts';
import type { Scene } from './scene.ts';
import { town } from './town.ts';

/** All scenes by name: a picture's order crosses to the drawing threads as plain words. */
export const SCENES = {
  ...{ balloons, botanical, cabin, coast, forest, icon, lake, logo },
  ...{ mountains, nightSky, pattern, portrait, poster, silk, studio, town },
} as const satisfies Record<string, Scene>;

/** The name of a scene. */
export type SceneName = keyof typeof SCENES;
