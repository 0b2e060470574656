import type { ReactiveElement } from 'lit';

const STOPS = 'button, a, input[type="checkbox"]';

/** How far each key goes within a list, or among headings. */
const STEPS: Readonly<Record<string, number>> = {
  ...{ ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 },
  ...{ Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
};

/**
 * Makes each list that a selector finds one stop of the Tab key, as trees and grids are, because panels have more controls than
 * anybody tabs through. The arrow keys, Home and End move the focus within it, and from one of the `headings` to the next.
 */
export function oneStopEach(element: ReactiveElement, lists: string, headings = ':not(*)'): void {
  const found = (selector: string) => [...element.renderRoot.querySelectorAll<HTMLElement>(selector)];
  const stopOf = ({ target }: Event) => (target as Element).closest<HTMLElement>(STOPS);
  const focused = (event: Event) => {
    const stop = stopOf(event);
    const list = stop?.closest(lists);
    if (stop && list) settle(stopsIn(list), stop);
  };
  const pressed = (event: Event) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event as KeyboardEvent;
    let step = STEPS[key];
    if (step === undefined || altKey || ctrlKey || metaKey || shiftKey) return;
    const stop = stopOf(event);
    const list = stop?.closest(lists);
    if (!stop || (!list && !stop.matches(headings))) return;
    if (/Right|Left/.test(key) && getComputedStyle(stop).direction === 'rtl') step = -step;
    const stops = list ? stopsIn(list) : found(headings);
    event.preventDefault();
    stops[Math.max(0, Math.min(stops.length - 1, stops.indexOf(stop) + step))]?.focus();
  };
  element.addController({
    hostConnected: () => {
      // The host gets no event if the focus moves within its shadow root.
      element.renderRoot.addEventListener('focusin', focused);
      element.renderRoot.addEventListener('keydown', pressed);
    },
    // The stop is where the focus is or was last, else the first.
    hostUpdated: () => {
      for (const list of found(lists)) {
        const stops = stopsIn(list);
        settle(stops, stops.find((stop) => stop.getAttribute('tabindex') === '0') ?? stops[0]);
      }
    },
  });
}

function stopsIn(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(STOPS)];
}

function settle(stops: readonly HTMLElement[], kept: HTMLElement | undefined): void {
  for (const stop of stops) stop.tabIndex = stop === kept ? 0 : -1;
}
