import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ERRORS } from '../../core/src/domain/errors.ts';

const page = readFileSync(new URL('../../../docs/reference/errors.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^- `(\w+)` \((\d{3})\):/gm)].map(([, code, status]) => [code, Number(status)]);

test('docs/reference/errors.md has exactly the codes and statuses of the error table', () => {
  assert.deepEqual(Object.fromEntries(rows), ERRORS);
  assert.equal(rows.length, Object.keys(ERRORS).length);
});

test('every path that the documents for developers name exists', () => {
  const root = new URL('../../../', import.meta.url);
  for (const page of ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'TESTING.md']) {
    const text = readFileSync(new URL(page, root), 'utf8');
    // Paths with placeholders such as `<operation>` contain other characters.
    const paths = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = '']) => path);
    assert.ok(paths.length > 5, page);
    const exists = (path: string) =>
      [root, new URL('packages/service/src/', root)].some((folder) => existsSync(new URL(path, folder)));
    const missing = paths.filter((path) => !exists(path));
    assert.deepEqual(missing, [], page);
  }
});

test('what is generated is up to date (npm run docs writes it)', async () => {
  const { generated } = await import('../../../scripts/docs.ts');
  for (const [path, text] of generated())
    assert.equal(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'), text, path);
});
