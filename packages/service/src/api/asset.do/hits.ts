import Type, { type Static } from 'typebox';
import { readFullText } from '../../../../core/src/domain/full-text.ts';
import type { Asset } from '../../../../core/src/domain/model.ts';
import { boxesOf, type PageWords } from '../../../../core/src/domain/page-words.ts';
import { type Hits, hitsOf } from '../../../../core/src/domain/text-hits.ts';
import { networkOf } from '../../coordination/network-of.ts';
import { requireAsset } from '../assets.ts';
import { notReady } from '../converted-file.ts';
import { type Context, jsonOperation } from '../operation.ts';
import { ID, integerFrom, mandatory, one, TEXT } from '../params.ts';
import { refusePage } from '../pictures/drawn-picture.ts';
import { refuseTooManyTerms } from '../search/criteria.ts';

/** Hits after which the others are only counted. */
const MAX_HITS = 500;
/** How long a request waits for the words of a page, which may have to be converted or recognised first. */
const WAIT_SECONDS = 5;
const RETRY_SECONDS = 3;
/** How long an answer is kept that lacks places of words, in seconds, because another try may find them. */
const UNPLACED_SECONDS = 60;

const HitList = Type.Array(
  Type.Object(
    {
      text: Type.String({ description: 'Part of the text of the document, of at most 200 characters' }),
      marks: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
        description: 'Where the hit begins and ends in `text`, in UTF-16 units',
      }),
      page: Type.Union([Type.Integer(), Type.Null()], { description: 'Page, from 0; null without pages' }),
      boxes: Type.Optional(
        Type.Array(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }), {
          description:
            'With `page`: left, top, width and height of the hit in each line, from 0 to 1 of the page; empty where' +
            ' nobody knows',
        }),
      ),
    },
    { title: 'Hit' },
  ),
);

/** GET /asset.do?hits=<asset>&search=<text>: finds a text in a document. */
export const hits = jsonOperation({
  summary: 'Search within a document',
  description:
    `Returns the first ${MAX_HITS} places in the text of a document where a full text as of \`node.do?search\` is ` +
    'found. If none is found, words also stand for those that begin with them. With `page`, it returns those of a ' +
    'page with their places on its picture.',
  errors: ['asset_not_found', 'page_not_found'],
  params: {
    hits: mandatory(one(ID, 'ID of an asset')),
    search: mandatory(
      one(TEXT, 'Text to find: `word`, `word*` for a beginning, `"two words"` for a phrase; `-word` finds nothing'),
    ),
    page: one(integerFrom(0), 'Page of the document, from 0; without it, hits of all pages, which have no boxes'),
  },
  result: HitList,
  beside: { total: Type.Integer({ description: 'Number of all hits, of the page if one is given' }) },
  handle: async (context) => {
    const { params, catalogue, settings } = context;
    const asset = await requireAsset('hits', params.hits, context);
    const terms = readFullText(params.search);
    refuseTooManyTerms(terms);
    if (params.page !== undefined) refusePage(asset, asset.active, params.page);
    const text = await catalogue.document(asset.id);
    if (!text) return { data: [], total: 0 };
    const exact = hitsOf(text, terms, MAX_HITS);
    const isExact = exact.total > 0 || settings.search.prefixes === 'never';
    const sought = isExact ? terms : readFullText(params.search, { asPrefixes: true });
    const all = isExact ? exact : hitsOf(text, sought, MAX_HITS);
    const { page } = params;
    if (page === undefined || all.total === 0) return { data: listed(all), total: all.total };
    const onPage = text.hasPages ? hitsOf(pageOf(text.pages[page] ?? ''), sought, MAX_HITS) : all;
    if (onPage.total === 0) return { data: [], total: 0 };
    const words = await wordsOf(asset, page, context);
    const placed = words ? hitsOf(pageOf(words.text), sought, MAX_HITS) : { hits: [], total: 0 };
    // What is filled in a form comes last, and is no part of the page.
    const others = { ...onPage, hits: onPage.hits.slice(placed.total) };
    return {
      data: [
        ...(words ? placedOn(page, words, placed) : []),
        ...listed(others).map((hit) => ({ ...hit, page, boxes: [] })),
      ],
      total: Math.max(placed.total, onPage.total),
      ...(words ? {} : { maxAgeSeconds: UNPLACED_SECONDS, isLasting: false }),
    };
  },
});

const pageOf = (text: string) => ({ pages: [text], hasPages: false });

function listed({ hits }: Hits): Static<typeof HitList> {
  return hits.map(({ text, marks, page }) => ({ text, marks: marks.map(([from, to]) => [from, to]), page }));
}

function placedOn(page: number, words: PageWords, found: Hits): Static<typeof HitList> {
  return listed(found).map((hit, at) => {
    const { start = 0, end = 0 } = found.hits[at] ?? {};
    return { ...hit, page, boxes: [...boxesOf(words, start, end)] };
  });
}

/** Returns the words of a page; undefined if nobody knows where they stand. Rejects with `not_ready` if that takes long. */
async function wordsOf(
  { active: { file, properties } }: Asset,
  page: number,
  { services, model, caller, signal }: Context,
): Promise<PageWords | undefined> {
  if (!file || (await services.originals.size(file.sha256, { signal })) === undefined) return undefined;
  const source = { sha256: file.sha256, properties };
  const patience = AbortSignal.timeout(WAIT_SECONDS * 1000);
  const order = { source, page, languages: model.languages, caller: networkOf(caller.address) };
  try {
    return await services.documents.pageWords(order, { signal: AbortSignal.any([signal, patience]) });
  } catch (error) {
    if (patience.aborted && !signal.aborted) throw notReady('hits', 'the page', RETRY_SECONDS);
    throw error;
  }
}
