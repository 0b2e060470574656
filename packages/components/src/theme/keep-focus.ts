import type { ReactiveElement } from 'lit';

/**
 * Gives the focus to what `target` finds after an update of the element that has removed what had it, such as a button that
 * has done its work.
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
      // Others may know a better place for it, and take it there first.
      void element.updateComplete.then(() => {
        if (!focused()) target()?.focus();
      });
    },
  });
}
