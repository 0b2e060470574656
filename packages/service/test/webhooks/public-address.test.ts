import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from '../../src/webhooks/public-address.ts';

const PUBLIC = ['1.1.1.1', '93.184.216.34', '2606:4700::1111', '::ffff:1.1.1.1', '64:ff9b::101:101', '2002:101:101::'];
const PRIVATE = [
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.255', '169.254.169.254', '172.16.0.1'],
  ...['192.0.0.1', '192.168.1.1', '198.18.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255', '192.88.99.1'],
  ...['::', '::1', 'fc00::1', 'fd12::1', 'fe80::1', 'fe80::1%eth0', 'ff02::1', '2001:db8::1', '2001::1', '100::1'],
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a00:1', '2002:7f00:1::'],
  ...['2002:c0a8:101::1', '::127.0.0.1', '64:ff9b:1::1', 'fec0::1'],
];

test('addresses that are reached over the internet are public, and no others, also within IPv6', () => {
  for (const address of PUBLIC) assert.ok(isPublicAddress(address), address);
  for (const address of PRIVATE) assert.ok(!isPublicAddress(address), address);
});
