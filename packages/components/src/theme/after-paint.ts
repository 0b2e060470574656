/**
 * Calls back once what has changed so far is painted. Whoever clicks sees the answer before the page does what follows from it,
 * which may take slow computers a tenth of a second.
 */
export function afterPaint(run: () => void): void {
  // A tab that is not seen paints nothing.
  if (document.hidden) setTimeout(run);
  else requestAnimationFrame(() => setTimeout(run));
}
