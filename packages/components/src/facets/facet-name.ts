const FACET = /^(?:fileExtensions|fileCategory|assetType|orientation|duration|width|(?:node|info|date)_\d{1,15})$/;

/** True for the name of a facet: of extensions, kinds, types, orientations, playing times, widths, the nodes of a type, or the values or dates of a field. */
export function isFacet(name: string): boolean {
  return FACET.test(name);
}
