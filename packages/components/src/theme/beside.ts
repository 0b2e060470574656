/**
 * True if a pointer is beside the dialog or menu that gets the event, on its backdrop. Presses on its scroll bar have it as target,
 * too.
 */
export function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = (currentTarget as HTMLElement).getBoundingClientRect();
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}

/** Closes a menu with a click beside it, where that belongs to it. */
export function closeBeside(event: MouseEvent): void {
  if (isBeside(event)) (event.currentTarget as HTMLElement).hidePopover();
}
