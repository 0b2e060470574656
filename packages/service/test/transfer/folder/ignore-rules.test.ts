import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openIgnoreRules } from '../../../src/transfer/folder/ignore-rules.ts';

/** Files with rules by folder, those of --exclude under the name -, and paths: those with a ! are left out. */
const CASES: readonly (readonly [rules: Readonly<Record<string, string>>, paths: string])[] = [
  [{ '': '*.raw' }, '!a.raw a.RAW !x/y/a.raw a.raws'],
  [{ '': '/a\nb/c\nd/\n# e\n\n!x/a' }, '!a x/a !b/c x/b/c !d/ !x/d/ d e'],
  [{ '': '*\n!*/\n!*.jpg' }, '!a a/ a.jpg a/b.jpg !a/b'],
  [{ '': '*.jpg', x: '!a.jpg', 'x/y': '*' }, '!a.jpg x/a.jpg !x/b.jpg !x/y/a.jpg !x/y/c'],
  [
    { x: '/a\n**/b\nc/d\n\\#e\n\\!f\ng/*/h' },
    'a !x/a x/y/a b !x/y/b c/d !x/c/d x/y/c/d !x/#e !x/!f !x/g/1/h x/g/1/2/h',
  ],
  [{ '': 'old/', x: '!old/' }, '!old/a !y/old/a x/old/a'],
  [{ '': 'a/', 'a/b': '!*' }, '!a/b/c'],
  [{ '[x]*': '/a', 'x y': '/b' }, '![x]*/a x1/a !x_y/b'],
  [{ '': '!*.bak\n*.tif', '-': '*.bak\n!k.tif' }, '!a.bak !a.tif k.tif'],
  [{ '': '\u00fcber', '-': 'u\u0308n' }, '!u\u0308ber !\u00fcn'],
  [{ '': '[z-a]\n[\n\\\n(\n/\n!\n{a,b}\n[[:digit:]]x' }, 'a b !( !1x'],
  [{ '': '*a*a*a*a*a*a*a*a*b' }, 'a'.repeat(200)],
];

for (const [{ '-': exclude = '', ...files }, paths] of CASES) {
  test(`${JSON.stringify({ ...files, exclude })} leaves out what git would`, () => {
    const rules = openIgnoreRules(exclude.split('\n').filter(Boolean));
    for (const [folder, text] of Object.entries(files)) rules.add(folder, text);
    for (const word of paths.split(' ')) {
      const path = word.replace(/^!/, '').replace(/\/$/, '').replaceAll('_', ' ');
      const isLeftOut = rules.has(path, word.endsWith('/') ? 'folder' : 'file');
      assert.equal(isLeftOut, word.startsWith('!'), word);
    }
  });
}
