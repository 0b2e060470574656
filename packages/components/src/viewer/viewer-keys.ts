/** Factor of one step of `+` and `-`, and of the buttons. */
export const ZOOM_STEP = 1.5;

/** The state on which the effect of a key depends. */
export interface ViewerKeys {
  readonly isRightToLeft: boolean;
  /** True if the picture is enlarged, so that arrows move it. */
  readonly isZoomed: boolean;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** What a viewer can do. */
export interface ViewerCommands {
  /** Shows the next or the previous asset. */
  readonly move: (by: 1 | -1) => void;
  readonly moveTo: (end: 'first' | 'last') => void;
  readonly turnPage: (by: 1 | -1) => void;
  readonly zoom: (factor: number) => void;
  readonly zoomWhole: () => void;
  /** Shows a pixel of the picture as a pixel of the screen. */
  readonly zoomActual: () => void;
  /** Shows more of an enlarged picture in this direction: 1 is right or down, -1 left or up. */
  readonly pan: (x: number, y: number) => void;
  readonly fullScreen: () => void;
  readonly toggleAside: () => void;
  /** Opens the search within the document, or closes it. */
  readonly find: () => void;
  /** Plays or pauses a film or sound. */
  readonly play: () => void;
  /** Goes to the next or the previous chapter of a film or sound. */
  readonly chapter: (by: 1 | -1) => void;
  readonly close: () => void;
}

/** What a key does. */
export type ViewerAction = (viewer: ViewerCommands) => void;

/** Keys that always do the same. */
const KEYS: Readonly<Record<string, ViewerAction>> = {
  Home: ({ moveTo }) => moveTo('first'),
  End: ({ moveTo }) => moveTo('last'),
  PageUp: ({ turnPage }) => turnPage(-1),
  PageDown: ({ turnPage }) => turnPage(1),
  '+': ({ zoom }) => zoom(ZOOM_STEP),
  '=': ({ zoom }) => zoom(ZOOM_STEP),
  '-': ({ zoom }) => zoom(1 / ZOOM_STEP),
  '0': ({ zoomWhole }) => zoomWhole(),
  '1': ({ zoomActual }) => zoomActual(),
  f: ({ fullScreen }) => fullScreen(),
  i: ({ toggleAside }) => toggleAside(),
  '/': ({ find }) => find(),
  ' ': ({ play }) => play(),
  n: ({ chapter }) => chapter(1),
  p: ({ chapter }) => chapter(-1),
  Escape: ({ close }) => close(),
};

/** The direction in which an arrow moves the view over the picture. */
const ARROWS: Readonly<Record<string, readonly [-1 | 0 | 1, -1 | 0 | 1]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * False for keys in a field, a player or slotted content, and for Space on a button or link. The buttons among the slotted actions
 * act on what is shown, so the keys that lead on work on them, too.
 */
export function isForViewer(event: KeyboardEvent, viewer: Element): boolean {
  const path = event.composedPath();
  const ownKeys = `input, textarea, select, video, audio${event.key === ' ' ? ', button, a' : ''}`;
  const isTyping = path[0] instanceof Element && path[0].matches(ownKeys);
  const slot = path.slice(0, path.indexOf(viewer)).find((node) => node instanceof HTMLSlotElement);
  const isAction = /^(?:actions|more)$/.test(slot?.name ?? '') && path[0] instanceof HTMLButtonElement;
  return !event.defaultPrevented && !isTyping && (!slot || isAction);
}

/** Returns what a key does; undefined if it does nothing in the viewer. */
export function viewerActionOf(
  { key, ctrlKey, metaKey, altKey }: Pressed,
  { isRightToLeft, isZoomed }: ViewerKeys,
): ViewerAction | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const [x, y] = ARROWS[key] ?? [];
  if (x === undefined || y === undefined) return KEYS[key.length === 1 ? key.toLowerCase() : key];
  if (isZoomed) return ({ pan }) => pan(x, y);
  if (x === 0) return undefined;
  return ({ move }) => move((x === 1) === isRightToLeft ? -1 : 1);
}
