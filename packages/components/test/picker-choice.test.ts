import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../core/test/support/fast-check.ts';
import type { AssetQuery } from '../src/assets/asset-query.ts';
import { problemOfOptions } from '../src/page/picker-options.ts';
import { moved, problemOf, readIds, readLimits, withSelection } from '../src/picker/choice.ts';
import { filterProblem, firstPlace, startProblem } from '../src/picker/filter-problem.ts';
import { readMessage } from '../src/picker/picker-messages.ts';
import { readFormats } from '../src/picker/result-fields.ts';
import './support/client-from-source.ts';

const { readAccept, restrictionOf, withoutTypes } = await import('../src/picker/accept.ts');
const { limitProblems } = await import('../src/picker/setting-problems.ts');

test('accept is read as that of file fields, with kinds, and names what means nothing', async () => {
  assert.deepEqual(readAccept(''), { kinds: [], extensions: [], types: [], unknown: [] });
  assert.deepEqual(readAccept('image/*, .PDF,video'), { kinds: [1, 3], extensions: ['pdf'], types: [], unknown: [] });
  const jpegs = await withoutTypes(readAccept('image/jpeg, .jpg, image/nothing, application/constructor'));
  assert.deepEqual(jpegs, { kinds: [], extensions: ['jpg', 'jpeg', 'jpe', 'jfif'], types: [], unknown: [] });
  assert.deepEqual(readAccept('.jpg,*/*,image/png'), { kinds: [], extensions: [], types: [], unknown: [] });
  assert.deepEqual(readAccept('pictures, constructor, .jp*g, image').unknown, ['pictures', 'constructor', '.jp*g']);
});

test('what is accepted narrows the filter, and shows nothing where both have nothing in common', () => {
  const images = [{ facet: 'fileCategory', values: [1] }];
  const limits = (...values: number[]) => ({ node: 5, filters: [{ facet: 'fileCategory', values }] });
  assert.deepEqual(restrictionOf(images, limits(1, 2)), { node: 5, filters: images });
  assert.deepEqual(restrictionOf(images, limits(2, 3)).ids, []);
  assert.deepEqual(restrictionOf(images, {}), { filters: images });
  assert.deepEqual(restrictionOf([], limits(2)), limits(2));
});

test('options of another page are refused with what they take, and may be undefined', () => {
  const problem = problemOfOptions({
    accept: undefined,
    theme: 'dark',
    locale: 'de',
    selected: [1],
    filter: {},
    start: {},
  });
  assert.equal(problem, undefined);
  for (const [options, words] of [
    [undefined, 'options must be an object'],
    [null, 'options must be an object'],
    [{ locale: 7 }, 'locale must be a string'],
    [{ theme: 'red' }, 'theme must be light, dark or an empty string'],
    [{ theme: ['dark'] }, 'theme must be light, dark or an empty string'],
    [{ filter: 'lake' }, 'filter must be an object, such as {node: 12}'],
    [{ start: { node: 'lake' } }, 'start.node must be the ID of a node'],
    [{ selected: [0] }, 'selected must be a list of IDs'],
    [{ selected: ['1'] }, 'selected must be a list of IDs'],
    [{ multiple: 'yes' }, 'multiple must be true or false'],
    [{ max: '3' }, 'max must be a whole number from 1 to 1000'],
    [{ max: 0 }, 'max must be a whole number from 1 to 1000'],
    [{ min: 0.5 }, 'min must be a whole number from 0 to 1000'],
  ] as const)
    assert.equal(problemOfOptions(options), words);
  const reason = /^the picker has no option constructor; it has label, accept/;
  assert.match(String(problemOfOptions({ constructor: 1 })), reason);
});

test('limits that cannot hold are replaced and named', () => {
  const read = (isMultiple: boolean, min: number, max: number) => readLimits(isMultiple, { min, max });
  const problems = (isMultiple: boolean, min: number, max: number) => limitProblems(isMultiple, { min, max }).join();
  assert.deepEqual(read(true, 2, 5), { limits: { isMultiple: true, min: 2, max: 5 }, isWrong: false });
  assert.deepEqual(read(true, 5, 2).limits, { isMultiple: true, min: 2, max: 2 });
  assert.match(problems(true, 5, 2), /^min, 5, is greater than max, 2; 2 is used for both$/);
  assert.deepEqual(read(false, 0, 1000), { limits: { isMultiple: false, min: 0, max: 1 }, isWrong: false });
  assert.match(problems(false, 3, 1000), /greater than 1, the most without multiple/);
  assert.match(problems(true, Number.NaN, 1.5), /max must be a whole number .* 1.5,min must be .* NaN$/);
});

test('whatever limits are given, those that are used can be met', () => {
  const number = fc.oneof(fc.integer({ min: -5, max: 2000 }), fc.double());
  forAll(fc.boolean(), number, number, (isMultiple, min, max) => {
    const { limits, isWrong } = readLimits(isMultiple, { min, max });
    assert.equal(limitProblems(isMultiple, { min, max }).length > 0, isWrong);
    assert.equal(problemOf(limits.max, limits, true), undefined);
    assert.equal(problemOf(limits.max + 1, limits, true), 'too-many');
  });
});

test('a filter is a query that nothing can widen, and each part of another form is named', () => {
  const whole: AssetQuery = {
    ...{ node: 1, isDeep: true, ids: [1, 2] },
    filters: [
      { facet: 'fileExtensions', values: ['jpg'] },
      { facet: 'date_12', values: ['2020-01-01_'] },
      { facet: 'info_3', values: [true, 4] },
    ],
    uploaded: { after: '2020-01-01' },
    modified: {},
    sorting: { by: 'name', direction: 'asc' },
  };
  for (const right of [whole, {}, undefined, null, { node: undefined }]) assert.equal(filterProblem(right), undefined);
  const cyclic: Record<string, unknown> = {};
  cyclic['node'] = cyclic;
  for (const [words, ...wrong] of [
    [/^filter must be an object/, '', 0, [1]],
    [/^filter has an unknown part, "nodes"; it may have node, /, { nodes: 1 }],
    [/^filter has an unknown part, /, { constructor: 1 }, { text: 'lake' }, { within: 1 }, { isTop: true }],
    [/^filter.node must be the ID of a node$/, { node: 'abc' }, { node: -1 }, cyclic, { node: 1n }],
    [/^filter.filters must be a list of/, { filters: 'x' }, { filters: [{ facet: 'info_3' }] }],
    [/^filter.filters must be/, { filters: [{ facet: 'info_3', values: [] }] }],
    [/^filter.filters must be/, { filters: [{ facet: 'colour', values: [1] }] }],
    [/^filter.filters must be/, { filters: [{ facet: 'info_3', values: [null] }] }],
    [/^filter.filters must be/, { filters: [{ facet: 'info_3', values: [1], not: true }] }],
    [/^filter.uploaded must be/, { uploaded: { after: 'yesterday' } }, { uploaded: { toString: '2020-01-01' } }],
    [/^filter.modified must be/, { modified: '2020-01-01' }],
    [/^filter.ids must be a list of IDs of assets$/, { ids: '1,2' }, { ids: [0] }],
    [/^filter.sorting must be/, { sorting: { direction: 'asc' } }],
    [/^filter.isDeep must be true$/, { isDeep: false }],
  ] as const)
    for (const each of wrong) assert.match(filterProblem(each) ?? '', words);
});

test('a start is a filter that may have a text, and the first valid place is where a picker begins', () => {
  assert.equal(startProblem({ text: 'lake', node: 1, sorting: { by: 'name', direction: 'asc' } }), undefined);
  for (const [wrong, words] of [
    [[1], /^start must be an object/],
    [{ text: 1 }, /^start.text must be a string$/],
    [{ within: 1 }, /^start has an unknown part, "within"; it may have text, node, /],
    [{ isTop: true }, /^start has an unknown part, "isTop"/],
  ] as const)
    assert.match(startProblem(wrong) ?? '', words);
  assert.deepEqual(firstPlace(undefined, { node: 2 }), { node: 2 });
  assert.deepEqual(firstPlace({ node: 1 }, { node: 2 }), { node: 1 });
  assert.deepEqual(firstPlace({ node: '<img onerror>' }, { node: 2 }), { node: 2 });
  assert.equal(firstPlace(null, 'x'), undefined);
});

test('the order of the choice survives selecting, and moving keeps every asset', () => {
  const ids = fc.uniqueArray(fc.nat(40));
  forAll(ids, ids, fc.integer({ min: -2, max: 50 }), fc.integer({ min: -2, max: 50 }), (chosen, now, from, to) => {
    const next = withSelection(chosen, now);
    assert.deepEqual(next.toSorted(), now.toSorted());
    const kept = chosen.filter((id) => now.includes(id));
    assert.deepEqual(next.slice(0, kept.length), kept);
    const order = moved(chosen, from, to);
    assert.deepEqual(order.toSorted(), chosen.toSorted());
    const id = chosen[from];
    if (id !== undefined) assert.equal(order.indexOf(id), Math.min(chosen.length - 1, Math.max(0, to)));
  });
});

test('IDs and formats are read from texts, each once, and what is none is named', () => {
  assert.deepEqual(readIds('12, 9007199254740991 12,x,-1,0,1e3'), {
    ids: [12, 9007199254740991],
    unknown: ['x', '-1', '0', '1e3'],
  });
  assert.deepEqual(readFormats('preview, 7,7,big'), { formats: ['preview', '7'], unknown: ['big'] });
});

test('a message of another window, origin or version, or of any other form, is none', () => {
  const window = {} as Window;
  const event = { data: { picker: 1, type: 'close' }, origin: 'https://a.example', source: window };
  const read = (change: Record<string, unknown>) => readMessage({ ...event, ...change }, window, ['https://a.example']);
  assert.deepEqual(read({}), event.data);
  const others = [{ origin: 'https://a.example.evil' }, { origin: 'null' }, { source: {} }, { source: null }];
  const forms = [null, 'close', { picker: 2, type: 'close' }, { type: 'close' }, { picker: 1, type: 1 }];
  for (const change of [...others, ...forms.map((data) => ({ data }))]) assert.equal(read(change), undefined);
  assert.equal(readMessage({ ...event, source: null }, null, ['https://a.example']), undefined);
});
