import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../../core/test/support/fast-check.ts';
import { htmlBlocks } from '../../src/pictures/sheet/html.ts';

const textsOf = (html: string) =>
  htmlBlocks(html).map((block) => (block.kind === 'text' ? block.runs.map(({ text }) => text).join('') : block.kind));

test('a page is split into headings, paragraphs, list items and table rows', () => {
  const html = `<title>Shop</title><nav><a href="/">Home</a>\n<a>Cart</a></nav><h1> Quiet <em>Places</em></h1>One<p>Two<br>three
    <ul><li>a<li>b<ul><li>c</ul></ul><table><tr><th>A</th><th>B</th></tr></table><pre>x  {\n y</pre><hr><img alt="Photo">`;
  const expected = ['Shop', 'Home Cart', 'Quiet Places', 'One', 'Two\nthree', 'a', 'b', 'c', 'A B', 'x  {\n y', 'rule'];
  assert.deepEqual(textsOf(html), [...expected, 'Photo']);
});

test('character references are decoded, and scripts and styles are ignored', () => {
  const texts = textsOf('<style>a{}</style>a &amp; b &lt;c&gt;<script>"</p>" + x</script><svg><text>no</text></svg>');
  assert.deepEqual(texts, ['a & b <c>']);
});

test('a badly nested or endless page is parsed to its end', () => {
  for (const part of ['<div>', '<a>', 'x<b>', '<li>x', '<p ', '&amp;', 'x<br>', '<ul>x', '</p>', '<h1>x', '<hr>'])
    assert.ok(Array.isArray(htmlBlocks(part.repeat(Math.ceil(65_536 / part.length)))), part);
});

test('any text parses without error, and keeps all its letters', () => {
  const letters = (text: string) => text.replaceAll(/\s/g, '');
  forAll(
    fc.array(fc.tuple(fc.constantFrom('p', 'b', 'h2', 'li', 'td', 'div'), fc.stringMatching(/^[a-z ]*$/))),
    (parts) => {
      const html = parts.map(([tag, text], n) => `<${tag}>${text}${n % 2 === 0 ? `</${tag}>` : ''}`).join('');
      assert.equal(letters(textsOf(html).join('')), letters(parts.map(([, text]) => text).join('')));
    },
  );
  forAll(fc.string(), (text) => void htmlBlocks(text));
});

test('items of ordered lists are numbered, tasks are ticked, and preformatted text is whole', () => {
  const blocks = htmlBlocks(
    '<ol start="3"><li>a<ul><li>b</ul><li>c</ol><li><input type="checkbox" checked>d<pre>x &lt; <b>y</b>\n</pre>',
  );
  const seen = blocks.map((block) => (block.kind === 'text' ? `${block.marker} ${block.runs[0]?.text}` : ''));
  assert.deepEqual(seen, ['3. a', '• b', '4. c', '☑ d', 'undefined x < y']);
});
