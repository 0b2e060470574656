const refused = () => {};

/** Shows an element in full screen, or leaves full screen. Does nothing if the browser refuses. */
export function toggleFullScreen(element: Element | null): void {
  const root = element?.getRootNode();
  const isShown = (root instanceof ShadowRoot || root instanceof Document) && root.fullscreenElement === element;
  if (isShown) leaveFullScreen(root);
  else void element?.requestFullscreen().catch(refused);
}

/** Leaves full screen if it shows a part of these contents of an element. */
export function leaveFullScreen({ fullscreenElement }: DocumentOrShadowRoot): void {
  if (fullscreenElement) void document.exitFullscreen().catch(refused);
}
