import type { ReactiveElement } from 'lit';

/**
 * Focuses what `target` returns whenever an update of the element has removed the child that had the focus, such as a button that
 * is no longer needed.
 */
export function keepFocus(element: ReactiveElement, target: () => HTMLElement | null | undefined): void {
  const focused = () => element.shadowRoot?.activeElement;
  let before: Element | null | undefined;
  element.addController({
    hostUpdate: () => {
      before = focused();
    },
    hostUpdated: () => {
      if (!before || before.isConnected) return;
      // Until the update is complete, other code may move the focus to a better place.
      void element.updateComplete.then(() => {
        if (!focused()) target()?.focus();
      });
    },
  });
}
