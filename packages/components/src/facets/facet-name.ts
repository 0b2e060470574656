const FACET =
  /^(?:fileExtensions|fileCategory|assetType|orientation|duration|width|licence|sourceType|validity|(?:node|info|date)_\d{1,15})$/;

/** True for the name of a facet: of extensions, kinds, types, orientations, playing times, widths, rights, the nodes of a type, or a field. */
export function isFacet(name: string): boolean {
  return FACET.test(name);
}
