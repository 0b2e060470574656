/** Gives the focus back to the button of a popover that was closed, which Chromium does only outside of shadow trees. */
export function returnFocus({ currentTarget, newState }: ToggleEvent): void {
  const popover = currentTarget as HTMLElement;
  const root = popover.getRootNode() as ShadowRoot;
  const { activeElement } = root;
  // What had the focus within may still have it, or nothing has it. A press elsewhere has moved it already.
  const isLost = activeElement ? popover.contains(activeElement) : document.activeElement === document.body;
  if (newState === 'closed' && isLost) root.querySelector<HTMLElement>(`[popovertarget=${popover.id}]`)?.focus();
}
