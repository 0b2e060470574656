/** A column of filters has more controls than anybody tabs through: each list of values is one stop, as trees and grids are. */

const STOPS = 'button, input[type="checkbox"]';
const LISTS = '.quick-filters, .content [role="group"]';
const HEADINGS = 'h3 button';

/** How far each key goes among headings, or within a list. */
const STEPS: Readonly<Record<string, number>> = {
  ...{ ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 },
  ...{ Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
};

/** Leaves one stop of the Tab key in each list: where the focus is or was last, else the first. To be called after each update. */
export function settleStops(panel: Element): void {
  for (const list of panel.querySelectorAll(LISTS)) {
    const stops = stopsIn(list);
    settle(stops, stops.find((stop) => stop.getAttribute('tabindex') === '0') ?? stops[0]);
  }
}

/** Moves the focus with the arrow keys, Home and End: from heading to heading, or within a list. */
export function moveByKey(panel: Element, event: KeyboardEvent): void {
  const { key, target } = event;
  let step = STEPS[key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const stop = (target as Element).closest<HTMLElement>(STOPS);
  if (!stop) return;
  const list = stop.closest(LISTS);
  if (!list && !stop.matches(HEADINGS)) return;
  if ((key === 'ArrowRight' || key === 'ArrowLeft') && getComputedStyle(stop).direction === 'rtl') step = -step;
  const stops = list ? stopsIn(list) : [...panel.querySelectorAll<HTMLElement>(HEADINGS)];
  const next = stops[Math.max(0, Math.min(stops.length - 1, stops.indexOf(stop) + step))];
  event.preventDefault();
  next?.focus();
}

/** Makes what has got the focus the stop of its list. */
export function keepStop({ target }: Event): void {
  const stop = (target as Element).closest<HTMLElement>(STOPS);
  const list = stop?.closest(LISTS);
  if (list) settle(stopsIn(list), stop ?? undefined);
}

function stopsIn(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(STOPS)];
}

function settle(stops: readonly HTMLElement[], kept: HTMLElement | undefined): void {
  for (const stop of stops) stop.tabIndex = stop === kept ? 0 : -1;
}
