/** Shows an element on the whole screen, or ends that. Where a browser refuses it, nothing happens. */
export function toggleFullScreen(element: Element | null): void {
  const refused = () => {};
  const root = element?.getRootNode();
  const isShown = element && root instanceof ShadowRoot && root.fullscreenElement === element;
  if (isShown) void document.exitFullscreen().catch(refused);
  else void element?.requestFullscreen().catch(refused);
}
