/** Names of delivered files. Pure. */

/** A name with another extension: `dawn.tif` as `jpg` is `dawn.jpg`. A name without one gets it. */
export function withExtension(name: string, extension: string): string {
  const dot = name.lastIndexOf('.');
  return `${dot > 0 ? name.slice(0, dot) : name}.${extension}`;
}
