import type { Say } from '../texts/texts.ts';
import type { ChoiceLimits, ChoiceProblem } from './choice.ts';
import { MAX_CHOSEN } from './choice.ts';

/** Says how many assets are chosen, and how many may be if that is limited. */
export function countText(count: number, { isMultiple, max }: ChoiceLimits, say: Say): string {
  if (count === 0) return say('picker.none');
  return isMultiple && max < MAX_CHOSEN ? say('picker.count-of', { count, max }) : say('picker.count', { count });
}

/** Says what is wrong with a choice, and how to correct it. */
export function problemText(problem: ChoiceProblem, { isMultiple, min, max }: ChoiceLimits, say: Say): string {
  if (problem === 'too-many') return say('picker.too-many', { count: max });
  if (problem === 'missing' && !isMultiple) return say('picker.required');
  return say('picker.too-few', { count: Math.max(1, min) });
}
