import type { ReactiveElement } from 'lit';

/**
 * Focuses the element that `target` returns whenever an update of `element` has removed the child that had the focus, such as a
 * button that is no longer needed.
 */
export function keepFocus(
  element: ReactiveElement,
  target: () => HTMLElement | null | undefined,
  options?: FocusOptions,
): void {
  const focused = () => element.shadowRoot?.activeElement;
  let previous: Element | null | undefined;
  element.addController({
    hostUpdate: () => {
      previous = focused();
    },
    hostUpdated: () => {
      if (!previous || previous.isConnected) return;
      // Until the update is complete, other code may move the focus to a better place.
      void element.updateComplete.then(() => {
        if (!focused()) target()?.focus(options);
      });
    },
  });
}
