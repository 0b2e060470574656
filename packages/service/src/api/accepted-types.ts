/** Returns the media types that a header `Accept` names with a quality above 0, in lower case and without parameters. */
export function acceptedTypes(accept: string): ReadonlySet<string> {
  const types = new Set<string>();
  for (const entry of accept.split(',')) {
    const [type = '', ...parameters] = entry.split(';');
    if (qualityOf(parameters) > 0) types.add(type.trim().toLowerCase());
  }
  return types;
}

function qualityOf(parameters: readonly string[]): number {
  const written = parameters.map((each) => /^\s*q\s*=(.*)$/is.exec(each)?.[1]).find((each) => each !== undefined);
  return written === undefined ? 1 : Number(written);
}
