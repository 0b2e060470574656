const FACET = /^(?:fileExtensions|fileCategory|assetType|licence|sourceType|validity|(?:node|info|date)_\d{1,15})$/;

/** True for the name of a facet: of extensions, kinds, types, rights, the nodes of a type, or the values or dates of a field. */
export function isFacet(name: string): boolean {
  return FACET.test(name);
}
