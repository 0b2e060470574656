/** Defines an element. If a page has several copies of these scripts, the first definition of a name remains. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
