import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogueNode, Text } from '../../src/domain/model.ts';
import { buildNodeTrees } from '../../src/domain/node-trees.ts';
import { compareNames, selectLanguage, textIn } from '../../src/domain/text.ts';
import fc, { forAll, forRuns } from '../support/fast-check.ts';

const LANGUAGES = { languages: ['en', 'de'], defaultLanguage: 'en' };

const name: fc.Arbitrary<Text> = fc.oneof(
  fc.constantFrom('', 'a', 'A', 'ä', 'img2', 'img10', 'img02', 'z'),
  fc.record({ en: fc.constantFrom('', 'dog', 'Ant'), de: fc.constantFrom('', 'Hund', 'Ameise') }, { requiredKeys: [] }),
);

/** Parents precede their children, are missing from the catalogue, or absent; IDs are in no order. */
const nodeLists = fc
  .record({
    ids: fc.uniqueArray(fc.integer({ min: -5, max: 500 }), { minLength: 1, maxLength: 30 }),
    drawn: fc.array(
      fc.record({ parent: fc.nat(), type: fc.constantFrom(101, 103), name, position: fc.integer({ min: -1, max: 1 }) }),
      { minLength: 30, maxLength: 30 },
    ),
  })
  .chain(({ ids, drawn }) => {
    const nodes = ids.map((id, place): CatalogueNode => {
      const { parent, ...rest } = drawn[place] ?? { parent: 0, type: 101, name: '', position: 0 };
      const above = parent % 5 === 0 ? 9_999 : ids[parent % (place + 1)];
      return { id, ...rest, fields: new Map(), ...(above === id || above === undefined ? {} : { parent: above }) };
    });
    return fc.shuffledSubarray(nodes, { minLength: nodes.length });
  });

test('parents and children agree, and each node occurs exactly once', () => {
  forAll(nodeLists, (nodes) => {
    const trees = buildNodeTrees(nodes, LANGUAGES);
    assert.equal(trees.size, nodes.length);
    assert.deepEqual(new Set(trees.nodes()), new Set(nodes));
    const seen: number[] = [];
    for (const type of [101, 103]) for (const root of trees.roots(type, 'en')) seen.push(root.id);
    for (const node of nodes) {
      for (const child of trees.children(node.id, 'de')) {
        assert.equal(child.parent, node.id);
        seen.push(child.id);
      }
    }
    const sorted = seen.sort((a, b) => a - b);
    const expected = nodes.map(({ id }) => id).sort((a, b) => a - b);
    assert.deepEqual(sorted, expected);
  });
});

test('siblings are sorted by position, name and ID, whatever their order of arrival', () => {
  forAll(nodeLists, fc.constantFrom('en', 'de', 'de_CH'), (nodes, locale) => {
    const trees = buildNodeTrees(nodes, LANGUAGES);
    const reversed = buildNodeTrees(nodes.toReversed(), LANGUAGES);
    const compare = compareNames(locale);
    const shown = (node: CatalogueNode) => textIn(node.name, locale, LANGUAGES);
    const lists = [
      ...nodes.map(({ id }) => [trees.children(id, locale), reversed.children(id, locale)] as const),
      ...[101, 103].map((type) => [trees.roots(type, locale), reversed.roots(type, locale)] as const),
    ];
    for (const [list, other] of lists) {
      assert.deepEqual(list, other);
      list.forEach((node, place) => {
        const next = list[place + 1];
        if (!next) return;
        const order = node.position - next.position || compare(shown(node), shown(next)) || node.id - next.id;
        assert.ok(order < 0, `${node.id} stands before ${next.id}`);
      });
    }
  });
});

test('path, sub-tree and isWithin equal those of a walk to the root', () => {
  forRuns(60, nodeLists, (nodes) => {
    const trees = buildNodeTrees(nodes, LANGUAGES);
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const walk = (id: number): number[] => {
      const node = byId.get(id);
      return node ? [...(node.parent === undefined ? [] : walk(node.parent)), id] : [];
    };
    for (const { id } of nodes) {
      const path = trees.path(id).map((each) => each.id);
      assert.deepEqual(path, walk(id));
      const below = nodes.filter((each) => walk(each.id).includes(id)).map((each) => each.id);
      assert.equal(trees.subtree(id)[0], id);
      assert.equal(trees.subtree(id).length, below.length);
      assert.deepEqual(new Set(trees.subtree(id)), new Set(below));
      for (const other of nodes) assert.equal(trees.isWithin(other.id, id), below.includes(other.id));
    }
  });
});

test('an unknown node has no path and no sub-tree', () => {
  const trees = buildNodeTrees([{ id: 1, type: 101, name: 'a', position: 0, fields: new Map() }], LANGUAGES);
  assert.equal(trees.get(2), undefined);
  assert.deepEqual([trees.children(2, 'en'), trees.path(2), trees.subtree(2), trees.roots(7, 'en')], [[], [], [], []]);
  assert.deepEqual([trees.isWithin(2, 2), trees.isWithin(1, 2), trees.isWithin(2, 1)], [false, false, false]);
});

test('a cycle of any length is refused', () => {
  forAll(nodeLists, fc.integer({ min: 1, max: 6 }), (nodes, length) => {
    const plain = { type: 101, name: 'c', position: 0, fields: new Map() };
    const cycle = Array.from({ length }, (_, place): CatalogueNode => {
      return { ...plain, id: 1_000 + place, parent: 1_000 + ((place + 1) % length) };
    });
    assert.throws(() => buildNodeTrees([...nodes, ...cycle], LANGUAGES), /cycle/);
  });
});

test('a chain of a hundred thousand nodes is built without deep recursion', () => {
  const nodes = Array.from({ length: 100_000 }, (_, place): CatalogueNode => {
    const node = { id: place + 1, type: 101, name: 'n', position: 0, fields: new Map() };
    return place === 0 ? node : { ...node, parent: place };
  });
  const trees = buildNodeTrees(nodes, LANGUAGES);
  assert.equal(trees.subtree(1).length, 100_000);
  assert.ok(trees.isWithin(100_000, 1) && !trees.isWithin(1, 100_000));
});

test('a text falls back from the requested language to related ones, the default and then the first one', () => {
  const language = fc.constantFrom('en', 'de', 'de-AT', 'de-CH', 'fr', '__proto__', 'constructor');
  const texts = fc.dictionary(language, fc.constantFrom('', 'x', 'y'));
  forAll(texts, language, (text, asked) => {
    const languages = ['fr', 'de-CH', 'de', 'de-AT', 'en'];
    const found = textIn(text, asked, { languages, defaultLanguage: 'en' });
    const related = asked.startsWith('de') ? ['de', 'de-CH', 'de-AT'] : [];
    const candidates = [asked, ...related, 'en', 'fr', 'de-CH', 'de', 'de-AT'].map((each) =>
      Object.hasOwn(text, each) ? text[each] : '',
    );
    const expected = candidates.find((each) => each !== '') ?? Object.values(text).find((each) => each !== '') ?? '';
    assert.equal(found, expected);
  });
  const catalogue = { languages: ['en', 'fr', 'de-AT'], defaultLanguage: 'de' };
  assert.equal(textIn({ en: 'Apricot', 'de-AT': 'Marille' }, 'fr', catalogue), 'Marille');
});

test('any locale selects the closest language of the catalogue', () => {
  const catalogue = { languages: ['en', 'de', 'de-CH', 'pt_BR'], defaultLanguage: 'en' };
  const cases = [
    ['de-CH', 'de-CH'],
    ['de_ch', 'de-CH'],
    ['de-AT', 'de'],
    ['DE', 'de'],
    ['pt', 'pt_BR'],
    ['pt-br', 'pt_BR'],
    ['pt_PT', 'pt_BR'],
    ['p', 'en'],
    ['de-CH-1996', 'de-CH'],
    ['fr', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    ['-', 'en'],
  ] as const;
  for (const [locale, language] of cases) assert.equal(selectLanguage(locale, catalogue), language);
  let looks = 0;
  const languages = Object.assign([...catalogue.languages], {
    [Symbol.iterator]: () => {
      looks += 1;
      return catalogue.languages[Symbol.iterator]();
    },
  });
  assert.equal(selectLanguage(`de${'-a'.repeat(1000)}`, { ...catalogue, languages }), 'de');
  assert.ok(looks < 20, `${looks} looks at the languages for one tag`);
  forAll(fc.string(), (locale) => assert.ok(catalogue.languages.includes(selectLanguage(locale, catalogue))));
});

test('in pre-order a sub-tree is contiguous, and a parent precedes its children', () => {
  forAll(nodeLists, (nodes) => {
    const trees = buildNodeTrees(nodes, LANGUAGES);
    const { nodes: order, parents, ends, placeOf } = trees.preOrder;
    assert.deepEqual(new Set(order), new Set(nodes));
    order.forEach(({ id, parent }, place) => {
      assert.equal(placeOf(id), place);
      const above = order[parents[place] ?? -1];
      assert.equal(above, parent === undefined ? undefined : trees.get(parent));
      assert.ok((parents[place] ?? 0) < place);
      const below = order.slice(place, ends[place]).map((node) => node.id);
      assert.deepEqual(below, trees.subtree(id));
    });
    assert.equal(placeOf(-999), undefined);
  });
});
