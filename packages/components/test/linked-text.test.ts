import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../core/test/support/fast-check.ts';
import { addressesIn } from '../src/details/linked-text.ts';

test('addresses of pages and of mail are found in a text, without the punctuation behind them', () => {
  for (const [text, ...addresses] of [
    ['no address'],
    [''],
    ['https://a.example/x?y=1#z', 'https://a.example/x?y=1#z'],
    ['See https://a.example/x, or (HTTP://b.example/).', 'https://a.example/x', 'HTTP://b.example/'],
    ['mailto:ada@a.example; then "https://a.example/y"!', 'mailto:ada@a.example', 'https://a.example/y'],
    ['<https://a.example/<b>>', 'https://a.example/'],
    ['https://a.example/Jaguar_(Auto)', 'https://a.example/Jaguar_(Auto)'],
    [
      '(See https://a.example/(x)/Jaguar_(Auto), or (https://b.example/x).)',
      'https://a.example/(x)/Jaguar_(Auto)',
      'https://b.example/x',
    ],
    ['(https://a.example/x) (mailto:ada@a.example)', 'https://a.example/x', 'mailto:ada@a.example'],
    [
      '„https://a.example/x“, “https://b.example/y.” «https://c.example/z»…',
      'https://a.example/x',
      'https://b.example/y',
      'https://c.example/z',
    ],
    ['（https://a.example/x）。 ‚https://b.example/y’，', 'https://a.example/x', 'https://b.example/y'],
    ['网址：https://a.example/x。请查看说明', 'https://a.example/x'],
    ['（https://a.example/x）をご覧ください', 'https://a.example/x'],
    ['javascript:alert(1) data:text/html,x ftp://a.example/ https: //a.example'],
  ])
    assert.deepEqual(
      addressesIn(text ?? '').filter((_, index) => index % 2 === 1),
      addresses,
    );
});

test('no text loses a character, and nothing but these addresses becomes a link', () => {
  const part = fc.constantFrom(
    'https://',
    'http://',
    'mailto:',
    'javascript:',
    'a.b',
    '.',
    '(',
    ')',
    '”',
    ' ',
    '"',
    '<',
    'ü',
    '\n',
  );
  forAll(fc.array(part), (parts) => {
    const text = parts.join('');
    const found = addressesIn(text);
    assert.equal(found.join(''), text);
    for (const address of found.filter((_, index) => index % 2 === 1))
      assert.match(address, /^(?:https?:\/\/|mailto:)[^\s"<]+$/);
  });
});
