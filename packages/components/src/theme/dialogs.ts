/**
 * Shows a dialog above the page. Closes it again, and returns false, if the page does not display the element that it is in: nobody
 * would see it, and nothing else could be used.
 */
export function showModal(dialog: HTMLDialogElement): boolean {
  // One that was moved in the page is still open, but not modal.
  dialog.open = false;
  dialog.showModal();
  const isDisplayed = dialog.checkVisibility();
  if (!isDisplayed) {
    dialog.close();
    console.warn('Closed, because the page does not display it:', dialog);
  }
  return isDisplayed;
}

/**
 * Opens a dialog above the page. The focus moves to the `autofocus` element of its content, or else to its title. The title has no
 * `autofocus` itself, because browsers warn of such an element when it joins a page in which something has the focus.
 */
export function openModal(dialog: HTMLDialogElement | null): void {
  if (!dialog?.isConnected || dialog.matches(':modal')) return;
  if (showModal(dialog) && !dialog.querySelector('[autofocus]')) dialog.querySelector<HTMLElement>('h2')?.focus();
}
