import { readStored, writeStored } from '../catalogue/stored.ts';

const OFF = 'abs-keys-off';

/** What the keys of the page lead to. */
export interface PageKeys {
  readonly search: () => void;
  readonly help: () => void;
}

/** True unless the person has switched the keys off, whose characters speech input may say by accident. */
export const usesKeys = (): boolean => readStored(OFF) !== true;

/** Keeps whether the person uses the keys. */
export function keepKeys(uses: boolean): void {
  writeStored(OFF, uses ? undefined : true);
}

/** Handles the keys that work anywhere on the page, except where somebody types: `/` for the search, `?` for the list of keys. */
export function followPageKeys({ search, help }: PageKeys, event: KeyboardEvent): void {
  const path = event.composedPath();
  const isTyping =
    path[0] instanceof HTMLElement && (path[0].isContentEditable || path[0].matches('input, textarea, select'));
  if (event.defaultPrevented || isTyping || event.ctrlKey || event.metaKey || event.altKey || !usesKeys()) return;
  // The search is behind a dialog.
  const action = event.key === '?' ? help : event.key === '/' && !path.some(isDialog) ? search : undefined;
  if (!action) return;
  event.preventDefault();
  action();
}

const isDialog = (node: EventTarget): boolean => node instanceof HTMLDialogElement;
