import type { Layout } from './layout.ts';

/** What a key does in a grid. */
export type KeyAction =
  | { readonly does: 'move'; readonly to: number; readonly extends: boolean }
  | { readonly does: 'open' }
  /** Selects or deselects the tile; with `extends`, selects all up to it. */
  | { readonly does: 'toggle'; readonly extends: boolean }
  | { readonly does: 'clear' }
  | { readonly does: 'select-all' };

/** The active tile, and what keys need to find another one. */
export interface KeyPlace {
  readonly layout: Layout;
  /** Position of the active tile. */
  readonly position: number;
  /** Height of the screen, in pixels. */
  readonly screen: number;
  readonly isRightToLeft: boolean;
}

/** Returns what a key does, or undefined if it is left to the browser. */
export function actionOf(event: KeyboardEvent, place: KeyPlace): KeyAction | undefined {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (altKey) return undefined;
  const hasCommand = ctrlKey || metaKey;
  if (hasCommand && key.toLowerCase() === 'a') return { does: 'select-all' };
  if (hasCommand && key !== 'Home' && key !== 'End' && key !== ' ') return undefined;
  if (key === 'Enter') return { does: 'open' };
  if (key === ' ') return { does: 'toggle', extends: shiftKey };
  if (key === 'Escape') return { does: 'clear' };
  const to = targetOf(key, place);
  return to === undefined ? undefined : { does: 'move', to, extends: shiftKey };
}

function targetOf(key: string, { layout, position, screen, isRightToLeft }: KeyPlace): number | undefined {
  const last = layout.total - 1;
  const onward = isRightToLeft ? -1 : 1;
  switch (key) {
    case 'ArrowLeft':
      return limit(position - onward, last);
    case 'ArrowRight':
      return limit(position + onward, last);
    case 'ArrowUp':
      return layout.neighbour(position, -1);
    case 'ArrowDown':
      return layout.neighbour(position, 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'PageUp':
      return screenFrom(layout, position, -screen);
    case 'PageDown':
      return screenFrom(layout, position, screen);
    default:
      return undefined;
  }
}

/** The tile about one screen away, in the same column if rows have equal columns. */
function screenFrom(layout: Layout, position: number, distance: number): number {
  const { y, height } = layout.boxAt(position);
  const direction = distance < 0 ? -1 : 1;
  let at = position;
  while (Math.abs(layout.boxAt(at).y - y) < Math.abs(distance) - height) {
    const next = layout.neighbour(at, direction);
    if (next === at) break;
    at = next;
  }
  return at;
}

function limit(position: number, last: number): number {
  return Math.min(last, Math.max(0, position));
}
