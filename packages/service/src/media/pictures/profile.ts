/** X, Y and Z of D50, the reference white of ICC profiles. */
const WHITE = [0.9642, 1, 0.8249];
/** Larger than the deviations that rounding and unusual white points cause in real profiles. */
const TOLERANCE = 0.15;
const HEADER = 128;
const MOST_TAGS = 1000;

/** Returns false for an RGB profile whose primaries don't add up to white, because it would tint greys. */
export function isBalanced(profile: Buffer): boolean {
  if (profile.toString('latin1', 16, 20) !== 'RGB ') return true;
  const tags = tagsOf(profile);
  if (tags.has('A2B0') || tags.has('A2B1')) return true;
  const sums = [0, 0, 0];
  for (const name of ['rXYZ', 'gXYZ', 'bXYZ']) {
    const tag = tags.get(name);
    if (tag === undefined || tag.length < 20) return false;
    for (const axis of [0, 1, 2]) sums[axis] = (sums[axis] ?? 0) + tag.readInt32BE(8 + axis * 4) / 65_536;
  }
  return sums.every((sum, axis) => Math.abs(sum - (WHITE[axis] ?? 0)) < TOLERANCE);
}

function tagsOf(profile: Buffer): ReadonlyMap<string, Buffer> {
  const tags = new Map<string, Buffer>();
  const count = profile.length < HEADER + 4 ? 0 : Math.min(profile.readUInt32BE(HEADER), MOST_TAGS);
  for (let index = 0; index < count; index++) {
    const at = HEADER + 4 + index * 12;
    if (at + 12 > profile.length) break;
    const start = profile.readUInt32BE(at + 4);
    tags.set(profile.toString('latin1', at, at + 4), profile.subarray(start, start + profile.readUInt32BE(at + 8)));
  }
  return tags;
}
