import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../../columnar/test/random.ts';
import { occurrences } from '../../../columnar/test/reference/texts.ts';
import { readFullText } from '../../src/domain/full-text.ts';
import { snippetsOf } from '../../src/domain/snippets.ts';
import { wordsOf } from '../../src/domain/words.ts';

const snippets = (pages: readonly string[], search: string, hasPages = true) =>
  snippetsOf({ pages, hasPages }, readFullText(search));
/** The marked parts of all snippets. */
const marked = (text: string, search: string) =>
  snippets([text], search).flatMap(({ text, marks }) => marks.map(([start, end]) => text.slice(start, end)));

test('the real characters are marked, whatever the search folds', () => {
  const cases: readonly (readonly [text: string, search: string, ...marks: string[]])[] = [
    ['Am Rand die STRASSE, die Straße.', 'straße', 'STRASSE', 'Straße'],
    ['Ærø og Æro', 'aero', 'Ærø', 'Æro'],
    ['Cafe\u0301s, cafés', 'cafes', 'Cafe\u0301s', 'cafés'],
    ['ein har\u00ADbour am Meer', 'harbour', 'har\u00ADbour'],
    ['a ﬁlm, and a ﬂag', 'film flag', 'ﬁlm', 'ﬂag'],
    ['Old lakes; a lake-side lak', 'lak*', 'lakes', 'lake', 'lak'],
    ['the old, old mill of the Mill', '"old mill"', 'old mill'],
    ['old old\nmill', '"old old mill"', 'old old\nmill'],
    ['東京タワーの東、京', '東京', '東京', '東、京'],
    ['IMG_2043.jpg and IMG 2043', 'IMG_2043', 'IMG_2043', 'IMG 2043'],
    ['xx 👍🏽 yy', '👍', '👍'],
    ['\u1112\u1161\u11ab글 한글', '한글', '\u1112\u1161\u11ab글', '한글'],
    ['हिन्दी में हिन्दी', 'हिन्दी', 'हिन्दी', 'हिन्दी'],
    ['sea boat', 'sea -boat', 'sea'],
    ['sea sea', 'none'],
    ['sea', '!!!'],
  ];
  for (const [text, search, ...marks] of cases) assert.deepEqual(marked(text, search), marks, search);
});

test('a snippet tells its page, and a phrase ends with its page', () => {
  assert.deepEqual(snippets(['one', 'of two'], 'two'), [{ text: 'of two', marks: [[3, 6]], page: 1 }]);
  assert.equal(snippets(['one', 'of two'], 'two', false)[0]?.page, null);
  assert.deepEqual(snippets(['old', 'mill'], '"old mill"'), []);
  assert.deepEqual(snippetsOf({ pages: ['sea'], hasPages: true }, readFullText('sea', { within: 'metadata' })), []);
});

test('where most terms are together comes before what is first, and the order is that of the text', () => {
  const far = ' and so on'.repeat(60);
  const text = `sea ${far} sea ${far} boat ${far} old boat on the sea ${far} boat`;
  const found = snippets([text], 'sea boat old');
  assert.equal(found.length, 3);
  assert.deepEqual(
    found.map(({ marks }) => marks.length),
    [1, 1, 3],
  );
});

test('a snippet never parts a character', () => {
  const clusters = ['👩‍👩‍👧‍👦', '🇩🇪', 'e\u0301\u0323\u0302', '𝒳', '각', '\u1100\u1161\u11a8', '👍🏽', 'क्षि'];
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const random = seeded(3);
  for (let i = 0; i < 200; i++) {
    const run = () => Array.from({ length: random.between(80, 200) }, () => random.pick(clusters)).join('');
    const text = `${run()} sea ${run()}`;
    const whole = new Set(Array.from(segmenter.segment(text), ({ index }) => index).concat(text.length));
    const [found] = snippets([text], 'sea');
    assert.ok(found && found.text.length <= 200);
    const at = text.indexOf(found.text);
    assert.ok(whole.has(at) && whole.has(at + found.text.length), JSON.stringify(found.text));
  }
});

test('random searches show what a plain scan finds, at most 200 units of it', () => {
  const random = seeded(11);
  const words = ['sea', 'Séa', 'seas', 'of', 'the', 'har\u00ADbour', 'Straße', '東京', 'ﬁlm', 'x', 'y', 'z'];
  for (let i = 0; i < 400; i++) {
    const pages = Array.from({ length: random.between(0, 3) }, () =>
      Array.from({ length: random.pick([1, 20, 400]) }, () => random.pick(words)).join(random.pick([' ', '-', '\n'])),
    );
    const search = Array.from({ length: random.between(1, 3) }, () =>
      random.pick(['sea', 'se*', '"of the"', 'strasse', '"the har*', '京', 'film', 'none', '-x', 'x-y']),
    ).join(' ');
    const terms = readFullText(search).filter(({ isExcluded }) => !isExcluded);
    const found = snippets(pages, search);
    const isThere = pages.some((page) => terms.some((term) => occurrences(wordsOf(page), term) > 0));
    assert.equal(found.length > 0, isThere, search);
    assert.ok(found.length <= 3);
    for (const { text, marks, page } of found) {
      assert.ok(text.length <= 200 && pages[page ?? -1]?.includes(text));
      assert.ok(marks.length > 0);
      for (const [start, end] of marks) {
        const inMark = wordsOf(text.slice(start, end));
        assert.ok(
          terms.some((term) => occurrences(inMark, term) > 0),
          `${search}: ${inMark.join(' ')}`,
        );
      }
    }
  }
});

test('a word of a million letters, and a text of a million characters, are cut', () => {
  for (const text of ['a'.repeat(1_000_000), '東'.repeat(1_000_000), `${'x\u0301'.repeat(500_000)} a`]) {
    const found = snippets([text], 'a* 東 x*');
    assert.ok(found.length > 0 && found.every(({ text }) => text.length <= 200));
  }
});
