import { isIPv6 } from 'node:net';

/**
 * Returns the key by which limits count an address: an IPv4 address itself, the /64 of an IPv6 address, other text as
 * is.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const mapped = mappedIPv4(groups);
  return (
    mapped ??
    `${groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')}::/64`
  );
}

/** Returns the canonical form of an address; an IPv4 address inside IPv6 (`::ffff:1.2.3.4`) as IPv4. */
export function plainAddress(address: string): string {
  if (!isIPv6(address)) return address;
  return mappedIPv4(groupsOf(address)) ?? new URL(`http://[${withoutZone(address)}]`).hostname.slice(1, -1);
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  // URLs contain addresses in their shortest form, without dots.
  const short = new URL(`http://[${withoutZone(address)}]`).hostname.slice(1, -1);
  const [head = '', tail] = short.split('::');
  const before = readGroups(head);
  const after = readGroups(tail ?? '');
  return [...before, ...Array(8 - before.length - after.length).fill(0), ...after];
}

function readGroups(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? address;
}

function mappedIPv4(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return undefined;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
