/** What a key does in a viewer. */
export type ViewerAction =
  | { readonly does: 'move'; readonly by: 1 | -1 }
  | { readonly does: 'move-to'; readonly end: 'first' | 'last' }
  | { readonly does: 'turn-page'; readonly by: 1 | -1 }
  | { readonly does: 'zoom'; readonly factor: number }
  | { readonly does: 'zoom-whole' | 'zoom-actual' | 'full-screen' | 'toggle-aside' | 'play' | 'close' }
  | { readonly does: 'pan'; readonly x: -1 | 0 | 1; readonly y: -1 | 0 | 1 };

/** Factor of one step of `+` and `-`, and of the buttons. */
export const ZOOM_STEP = 1.5;

/** The state on which the effect of a key depends. */
export interface ViewerKeys {
  readonly isRightToLeft: boolean;
  /** True if the picture is enlarged, so that arrows move it. */
  readonly isZoomed: boolean;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Keys that always do the same. */
const KEYS: Readonly<Record<string, ViewerAction>> = {
  Home: { does: 'move-to', end: 'first' },
  End: { does: 'move-to', end: 'last' },
  PageUp: { does: 'turn-page', by: -1 },
  PageDown: { does: 'turn-page', by: 1 },
  '+': { does: 'zoom', factor: ZOOM_STEP },
  '=': { does: 'zoom', factor: ZOOM_STEP },
  '-': { does: 'zoom', factor: 1 / ZOOM_STEP },
  '0': { does: 'zoom-whole' },
  '1': { does: 'zoom-actual' },
  f: { does: 'full-screen' },
  i: { does: 'toggle-aside' },
  ' ': { does: 'play' },
  Escape: { does: 'close' },
};

/** The direction in which an arrow moves the view over the picture. */
const ARROWS: Readonly<Record<string, readonly [-1 | 0 | 1, -1 | 0 | 1]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * False for keys in a field, a player or slotted content, and for Space on a button or link. The buttons among the slotted actions act
 * on what is shown, so the keys that lead on work on them, too.
 */
export function isForViewer(event: KeyboardEvent, viewer: Element): boolean {
  const path = event.composedPath();
  const ownKeys = `input, textarea, select, video, audio${event.key === ' ' ? ', button, a' : ''}`;
  const isTyping = path[0] instanceof Element && path[0].matches(ownKeys);
  const slot = path.slice(0, path.indexOf(viewer)).find((node) => node instanceof HTMLSlotElement);
  const isAction = slot?.name === 'actions' && path[0] instanceof HTMLButtonElement;
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
  if (isZoomed) return { does: 'pan', x, y };
  if (x === 0) return undefined;
  return { does: 'move', by: (x === 1) === isRightToLeft ? -1 : 1 };
}

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
  /** Plays or pauses a film or sound. */
  readonly play: () => void;
  readonly close: () => void;
}

export function perform(action: ViewerAction, commands: ViewerCommands): void {
  if (action.does === 'move') commands.move(action.by);
  else if (action.does === 'move-to') commands.moveTo(action.end);
  else if (action.does === 'turn-page') commands.turnPage(action.by);
  else if (action.does === 'zoom') commands.zoom(action.factor);
  else if (action.does === 'zoom-whole') commands.zoomWhole();
  else if (action.does === 'zoom-actual') commands.zoomActual();
  else if (action.does === 'pan') commands.pan(action.x, action.y);
  else if (action.does === 'full-screen') commands.fullScreen();
  else if (action.does === 'toggle-aside') commands.toggleAside();
  else if (action.does === 'play') commands.play();
  else commands.close();
}
