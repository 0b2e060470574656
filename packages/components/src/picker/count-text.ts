import type { Say } from '../texts/texts.ts';
import type { ChoiceLimits, ChoiceProblem } from './choice.ts';
import { MOST_CHOSEN } from './choice.ts';

/** Says how many assets are chosen, and of how many where that is limited. */
export function countText(count: number, { isMultiple, max }: ChoiceLimits, say: Say): string {
  if (count === 0) return say('picker.none');
  return isMultiple && max < MOST_CHOSEN ? say('picker.count-of', { count, max }) : say('picker.count', { count });
}

/** Says what is wrong with a choice, and what would be right. */
export function problemText(problem: ChoiceProblem, { isMultiple, min, max }: ChoiceLimits, say: Say): string {
  if (problem === 'too-many') return say('picker.too-many', { count: max });
  if (problem === 'missing' && !isMultiple) return say('picker.required');
  return say('picker.too-few', { count: Math.max(1, min) });
}
