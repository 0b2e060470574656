const FACET =
  /^(?:fileExtensions|fileCategory|assetType|orientation|duration|width|licence|sourceType|validity|(?:node|info|date)_\d{1,16})$/;

/** True for the name of a facet, those of node types and fields included. */
export function isFacet(name: string): boolean {
  return FACET.test(name);
}
