/** Searches in the texts of documents, as callers see them: where to look, snippets, and nothing of what is hidden. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { pdfOfTexts } from '../../../media/test/texts/pdf-of-texts.ts';
import { openStorage } from '../../src/app/storage.ts';
import { startNode } from '../support/app.ts';
import { openForAll } from '../support/open-for-all.ts';
import { importSample } from '../support/sample.ts';
import { keptText, withFile } from '../support/texts.ts';

const CATALOGUE = {
  languages: ['en'],
  default_language: 'en',
  node_types: [{ id: 101, key: 'folder', name: 'Folder', permission: 'permission_defining' }],
  info_fields: [
    { id: 1, name: 'Notes', type: 'text', on: ['asset'] },
    { id: 2, name: 'See also', type: 'node_reference', on: ['asset'] },
  ],
  groups: [
    { id: 1, name: 'Public' },
    { id: 2, name: 'Staff' },
  ],
  users: [{ id: 1, name: 'Service', groups: [1], service: true }],
  nodes: [
    { id: 1, type: 101, name: 'Open' },
    { id: 2, type: 101, name: 'Secret', access: [{ group: 2, view: true }] },
  ],
  assets: [
    { id: 15, file: 'light.pdf', name: 'light.pdf', nodes: [1] },
    { id: 16, name: 'refers.pdf', nodes: [1], infofields: { 2: [2] } },
  ],
};

/** The pages of the only asset with a file, and what is filled in on the last. */
const LIGHT = [['The light of Heligoland', 'and the old quay'], ['nothing'], ['The old quay again']];
const FILLED_IN = 'Quayside';

/** Assets by ID: name, node, notes, and the pages of the file. */
const ASSETS: readonly (readonly [id: number, name: string, node: number, notes: string, pages: readonly string[]])[] =
  [
    [10, 'label.pdf', 1, '', ['A boat in the harbour.', 'Der Ærøboot-Verein. The old mill', 'stream']],
    [11, 'harbour.pdf', 1, '', ['nothing here']],
    [12, 'twelve.pdf', 1, 'a mill', ['harbour '.repeat(40)]],
    [13, 'secret.pdf', 2, '', ['The harbour and the xylophone']],
    [14, 'picture.jpg', 1, 'xylem', []],
  ];

async function prepare(data: string): Promise<void> {
  using folder = temporaryFolder();
  writeFileSync(folder.file('catalogue.json'), JSON.stringify(CATALOGUE));
  writeFileSync(folder.file('light.pdf'), pdfOfTexts(LIGHT));
  await importSample(data, folder.path);
  await using storage = await openStorage({ data });
  await storage.writer.change(async (changes) => {
    for (const [i, [id, name, node, notes, pages]] of ASSETS.entries()) {
      const record = withFile(id, String(i));
      const fields = new Map(notes === '' ? [] : [[1, notes] as const]);
      await changes.put('asset', { ...record, nodes: [node], fields, active: { ...record.active, name } });
      if (pages.length > 0) await changes.putTexts([keptText(String(i), pages, true)]);
    }
    const sha256 = createHash('sha256').update(pdfOfTexts(LIGHT)).digest('hex');
    const pages = LIGHT.map((lines) => lines.join('\n'));
    pages[2] += `\n${FILLED_IN}`;
    await changes.putTexts([{ ...keptText('f', pages, true), sha256 }]);
  });
}

describe('a search in documents', () => {
  const app = openForAll(() => startNode({}, prepare));
  const ask = async (query: string, endpoint = 'node.do') => {
    const answer = await fetch(`${app.url}/${endpoint}?${query}`);
    return { status: answer.status, ...(await answer.json()) };
  };
  const hits = async (query: string) => await ask(query, 'asset.do');
  const found = async (query: string) => (await ask(query)).data.map(({ id }: { id: number }) => id);

  test('looks in fields, in documents, or in both, where fields weigh more', async () => {
    for (const [query, ids] of [
      ['search=harbour', [11, 12, 10]],
      ['search=harbour&search_text_in=all', [11, 12, 10]],
      ['search=harbour&search_text_in=metadata', [11]],
      ['search=harbour&search_text_in=content', [12, 10]],
      ['search=harbour&search_text_in=CONTENT', [12, 10]],
      ['search="the+old+mill"', [10]],
      // A phrase ends with its page.
      ['search="mill+stream"', []],
      ['search=aeroboot', [10]],
      ['search=aeroboot&search_text_in=metadata', []],
      ['search=har*+-mill', [11]],
      ['search=har*+-mill&search_text_in=content&sort_order=id', [12]],
      ['search=boat+nothing&search_text_or_mode=false', []],
      ['search=mill+harbour&search_text_or_mode=false&sort_order=id', [10, 12]],
      // Plain words as beginnings, because no word is whole.
      ['search=aerob', [10]],
      ['search=aerob&search_text_in=metadata', []],
      ['search_infofield=1,boat', []],
      ['search_infofield=1,mill&search_text_in=content', [12]],
      ['search=pdf&search_text_in=content', []],
    ] as const) {
      assert.deepEqual(await found(query), ids, query);
    }
    assert.equal((await ask('search=a&search_text_in=both')).status, 400);
  });

  test('shows where the words are, in each entry', async () => {
    const { data } = await ask('search="old+mill"+harbour+aerob*&search_snippets=true&sort_order=id');
    const [first, second, third] = data;
    assert.deepEqual(first.snippets, [
      { text: 'A boat in the harbour.', marks: [[14, 21]], page: 0 },
      {
        text: 'Der Ærøboot-Verein. The old mill',
        marks: [
          [4, 11],
          [24, 32],
        ],
        page: 1,
      },
    ]);
    assert.deepEqual(second.snippets, []);
    assert.equal(third.snippets.length, 3);
    const fallback = await ask('search=xyl&search_snippets=true');
    assert.deepEqual(
      fallback.data.map(({ id, snippets }: { id: number; snippets: unknown }) => [id, snippets]),
      [[14, []]],
    );
    const prefixes = await ask('search=aerob&search_snippets=true');
    assert.deepEqual(prefixes.data[0].snippets[0].marks, [[4, 11]]);
    const without = await ask('search=harbour&search_snippets=false');
    assert.equal('snippets' in without.data[0], false);
    const inFields = await ask('search=harbour&search_text_in=metadata&search_snippets=true');
    assert.deepEqual(inFields.data[0].snippets, []);
  });

  test('tells nothing of documents that the caller may not view', async () => {
    const hidden = await ask('search=xylophone&search_facets=2&paginate=5&search_snippets=true');
    const unknown = await ask('search=xylograph&search_facets=2&paginate=5&search_snippets=true');
    assert.deepEqual(hidden, unknown);
    assert.equal(hidden.total, 0);
    assert.equal((await ask('search=harbour&paginate=1')).total, 3);
  });

  test('and an asset that refers only to hidden nodes read like those without', async () => {
    const { data } = await ask('downloadformats_for=16&infofields=2', 'asset.do');
    assert.deepEqual([data.infofields, data.infofields_raw], [{}, {}]);
  });

  test('within a document finds each place, and on a page tells where it stands', async () => {
    const { data, total } = await hits('hits=15&search="old+quay"+light');
    assert.deepEqual(
      data.map(({ page, text, marks: [[from, to]] }: Hit) => [page, text.slice(from, to)]),
      [
        [0, 'light'],
        [0, 'old quay'],
        [2, 'old quay'],
      ],
    );
    assert.equal(total, 3);
    assert.equal('boxes' in data[0], false);
    const first = await hits('hits=15&search="old+quay"+light&page=0');
    assert.equal(first.total, 2);
    // Lines of 10 points on a page of 595 by 842, from 800 down in steps of 16.
    const [[light], [quay]] = first.data.map(({ boxes }: Hit) => boxes);
    for (const [[left, top, width, height], x, y] of [
      [light, 58, 800],
      [quay, 77, 784],
    ]) {
      assert.ok(Math.abs(left * 595 - x) < 6, `${left}`);
      assert.ok(top * 842 < 842 - y && (top + height) * 842 >= 842 - y, `${top} ${height}`);
      assert.ok(width > 0.02 && width < 0.15 && height < 0.02);
    }
    const second = await hits('hits=15&search=quay&page=2');
    assert.deepEqual(
      second.data.map(({ page, boxes }: Hit) => [page, boxes.length]),
      [[2, 1]],
    );
    assert.deepEqual(await hits('hits=15&search=quay&page=1'), { ...second, data: [], total: 0 });
    assert.deepEqual((await hits('hits=15&search=qua')).total, 3);
    const filledIn = await hits('hits=15&search=quay*&page=2');
    assert.equal(filledIn.total, 2);
    assert.deepEqual(
      filledIn.data.map(({ text, marks: [[from, to]], boxes }: Hit) => [text.slice(from, to), boxes.length]),
      [
        ['quay', 1],
        [FILLED_IN, 0],
      ],
    );
    // The file of this one is not there, so nobody knows where its words are.
    assert.deepEqual((await hits('hits=10&search=boat&page=0')).data[0].boxes, []);
    const hidden = await hits('hits=13&search=xylophone&page=0');
    const unknown = await hits('hits=99&search=xylophone&page=0');
    assert.equal(hidden.status, 404);
    assert.deepEqual(hidden.message.replace('13', '99'), unknown.message);
  });
});

interface Hit {
  readonly page: number;
  readonly text: string;
  readonly marks: readonly [[number, number]];
  readonly boxes: readonly (readonly number[])[];
}
