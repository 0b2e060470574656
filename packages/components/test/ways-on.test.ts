import assert from 'node:assert/strict';
import { test } from 'node:test';
import './support/client-from-source.ts';

const { countWords } = await import('../src/grid/ways-on.ts');

test('a phrase counts as one word, and excluded words do not count', () => {
  const counts = {
    ...{ '': 0, ' lake ': 1, 'lake town': 2, '"old town"': 1, '"old town" lake': 2, 'lake -night': 1 },
    ...{ 'lake -"old town"': 1, '"old town': 1 },
  };
  for (const [text, count] of Object.entries(counts)) assert.equal(countWords(text), count, text);
});
