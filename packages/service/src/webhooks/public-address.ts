import { BlockList, isIPv6 } from 'node:net';

/** Networks that are not public: loopback, private, link-local, of carriers, multicast, reserved (RFC 6890). */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** The only public addresses of IPv6 begin with 001; among them, these networks are not. */
const PUBLIC_6 = '2000::/3';
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '3fff::/20'];

/** Networks whose addresses contain one of IPv4, with the place of its first bit: mapped, translated, 6to4. */
const CONTAINING = [
  { network: '::ffff:0:0/96', first: 96 },
  { network: '64:ff9b::/96', first: 96 },
  { network: '2002::/16', first: 16 },
];

const notPublic4 = blockList(NOT_PUBLIC_4, 'ipv4');
const notPublic6 = blockList(NOT_PUBLIC_6, 'ipv6');
const public6 = blockList([PUBLIC_6], 'ipv6');
const containing = CONTAINING.map(({ network, first }) => ({ list: blockList([network], 'ipv6'), first }));

/** True for an IP address that is reached over the internet, and through no detour within IPv6 in a network of its own. */
export function isPublicAddress(address: string): boolean {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return !notPublic4.check(bare, 'ipv4');
  for (const { list, first } of containing) if (list.check(bare, 'ipv6')) return isPublicAddress(ipv4In(bare, first));
  return public6.check(bare, 'ipv6') && !notPublic6.check(bare, 'ipv6');
}

/** Returns the IPv4 address that an address of IPv6 contains from a bit on. */
function ipv4In(address: string, first: number): string {
  const bits = bitsOf(address);
  return [0, 8, 16, 24].map((at) => Number.parseInt(bits.slice(first + at, first + at + 8), 2)).join('.');
}

function bitsOf(address: string): string {
  // The address as eight groups; a dotted end becomes two of them.
  const { hostname } = new URL(`http://[${address}]/`);
  const [left = '', right] = hostname.slice(1, -1).split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after]
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
    .join('');
}

function blockList(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
