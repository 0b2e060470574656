import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { codePoint, forAll } from '../../../core/test/support/fast-check.ts';
import { openClients } from '../../src/http/client.ts';

const clientOf = openClients(['10.0.0.0/8', '2001:db8::/32', '127.0.0.1']);
const addressOf = (peer: string | undefined, forwarded?: string | string[]) =>
  clientOf(peer, { 'x-forwarded-for': forwarded }).address;

test('forwarding headers of an untrusted peer are ignored', () => {
  const headers = {
    host: 'a.example',
    'x-forwarded-for': '1.1.1.1',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'b',
    'x-forwarded-prefix': '/dam',
  };
  const direct = { origin: 'http://a.example', prefix: '' };
  assert.deepEqual(clientOf('192.0.2.1', headers), { address: '192.0.2.1', ...direct });
  assert.deepEqual(openClients([])('10.0.0.1', headers), { address: '10.0.0.1', ...direct });
});

const FORWARDED: readonly (readonly [peer: string, forwarded: string | string[] | undefined, address: string])[] = [
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['::ffff:10.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['::FFFF:127.0.0.1', '::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::5', '2001:DB9:0::1', '2001:db9::1'],
  // The client may put anything at the front of the list; only what trusted proxies appended counts.
  ['10.0.0.1', '1.1.1.1, 192.0.2.7', '192.0.2.7'],
  ['10.0.0.1', '1.1.1.1, 192.0.2.7, 10.2.3.4, 127.0.0.1', '192.0.2.7'],
  ['10.0.0.1', ['1.1.1.1', '192.0.2.7, 10.9.9.9'], '192.0.2.7'],
  ['10.0.0.1', '10.0.0.2,10.0.0.3', '10.0.0.2'],
  ['10.0.0.1', '192.0.2.7:4711', '192.0.2.7'],
  ['10.0.0.1', '[2001:db9::1]:4711', '2001:db9::1'],
  ['10.0.0.1', '192.0.2.7, unknown', '10.0.0.1'],
  ['10.0.0.1', '192.0.2.7, "; DROP TABLE", 10.0.0.2', '10.0.0.2'],
];
test('the address of the client is what trusted proxies say, and a closed connection has none', () => {
  for (const [peer, forwarded, address] of FORWARDED)
    assert.equal(addressOf(peer, forwarded), address, `${peer} ${forwarded}`);
  assert.equal(addressOf(undefined, '192.0.2.7'), '');
});

test('a client cannot forge an address ahead of the one that the outermost trusted proxy appended', () => {
  const outside = fc.ipV4().filter((address) => !/^(?:10|127)\./.test(address));
  const proxies = fc.array(
    fc.ipV4().map((address) => address.replace(/^\d+/, '10')),
    { maxLength: 5 },
  );
  forAll(fc.array(fc.string({ unit: codePoint })), outside, proxies, (lies, client, chain) => {
    assert.equal(addressOf('10.0.0.1', [...lies, client, ...chain].join(', ')), client);
  });
});

test('a trusted proxy sets scheme and host, and invalid ones are ignored', () => {
  const originOf = (headers: Parameters<typeof clientOf>[1]) => clientOf('10.0.0.1', headers).origin;
  const told = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'media.example:8443' };
  assert.equal(originOf({ host: 'inner:80', ...told }), 'https://media.example:8443');
  assert.equal(originOf({ host: 'inner:80' }), 'http://inner:80');
  assert.equal(originOf({ host: 'inner', 'x-forwarded-proto': 'HTTPS' }), 'https://inner');
  assert.equal(originOf({ host: 'inner', 'x-forwarded-proto': 'javascript' }), 'http://inner');
  // The last entry, which the nearest proxy wrote, wins.
  assert.equal(originOf({ host: 'inner', 'x-forwarded-host': 'evil.example, media.example' }), 'http://media.example');
  assert.equal(originOf({ host: '[2001:db8::1]:8080' }), 'http://[2001:db8::1]:8080');
  for (const host of ['', 'a/b', 'a b', 'user@a', 'a?b', 'a#b', '<b>', 'a\r\nb', '[', 'x'.repeat(300), 'a:99999'])
    assert.equal(originOf({ host }), undefined, host);
  assert.equal(originOf({}), undefined);
});

test('a trusted proxy names the path that it has taken away, and anything but a plain path is ignored', () => {
  const prefixOf = (prefix?: string) => clientOf('10.0.0.1', { host: 'a', 'x-forwarded-prefix': prefix }).prefix;
  for (const [given, prefix] of [
    ['/dam', '/dam'],
    ['/dam/', '/dam'],
    ['/media/dam_2.0/~x-y', '/media/dam_2.0/~x-y'],
    ['/m%C3%A4rz%202024', '/m%C3%A4rz%202024'],
    // The last entry, which the nearest proxy wrote, wins.
    ['/forged, /dam', '/dam'],
    [undefined, ''],
  ] as const)
    assert.equal(prefixOf(given), prefix, String(given));
  const refused = [
    ...['', '/', 'dam', '//evil.example', '/dam//x', '/dam/../x', '/./x', '/a b', '/a%2Fb', '/%2e%2E', '/a%7f'],
  ];
  for (const given of [
    ...[...refused, '/a%zz', '/a?b', '/a#b', '/<b>', '/a\\b', '/"', '/a\r\nb', '/é', `/${'x'.repeat(300)}`],
  ])
    assert.equal(prefixOf(given), '', given);
});
