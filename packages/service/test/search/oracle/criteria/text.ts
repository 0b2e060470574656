import type { TextTerm } from '../../../../src/domain/full-text.ts';
import type { Text } from '../../../../src/domain/model.ts';
import { wordsOf } from '../../../../src/domain/words.ts';
import type { Criterion } from '../../../../src/search/search-index.ts';
import { allOf, anyOf, type Condition } from '../condition.ts';
import { matchOf } from '../own-texts.ts';
import type { Perspective } from '../perspective.ts';
import { assignedOrReferring } from './nodes.ts';
import { itemsCondition } from './values.ts';

/** The asset has none of the excluded terms, and all or at least one of the others (`Criterion`). */
export function textCondition(
  { terms, join, field }: Extract<Criterion, { kind: 'text' }>,
  perspective: Perspective,
): Condition {
  const has = (term: TextTerm) =>
    field === undefined ? anyOf([ownTexts(term), labels(term, perspective)]) : ownTexts(term, field);
  const wanted = terms.filter(({ isExcluded }) => !isExcluded).map(has);
  const excluded = anyOf(terms.filter(({ isExcluded }) => isExcluded).map(has));
  const found = wanted.length === 0 ? allOf([]) : join === 'all' ? allOf(wanted) : anyOf(wanted);
  return allOf([found, { sql: `(${excluded.sql}) IS NOT TRUE`, bindings: excluded.bindings }]);
}

function ownTexts(term: TextTerm, field?: number): Condition {
  const inField = field === undefined ? '' : ' AND field = ?';
  return {
    sql: `asset.id IN (SELECT asset FROM own_texts JOIN own_words ON own_words.rowid = own_texts.id
      WHERE own_words MATCH ?${inField})`,
    bindings: [matchOf(term), ...(field === undefined ? [] : [String(field)])],
  };
}

/** The term is in a label of one of its dropdown items, or in the name of a visible node that it is assigned or refers to. */
export function labels(term: TextTerm, { model, viewer }: Perspective): Condition {
  const nodes = [...model.trees.nodes()]
    .filter(({ id, name }) => viewer.canViewNode(id) && hasTerm(name, term))
    .map(({ id }) => id);
  const items = [...model.infoFields.values()].flatMap(({ id: field, type, onAssets, items: all }) => {
    const ids = all.filter(({ name }) => hasTerm(name, term)).map(({ id }) => id);
    return type === 'dropdown' && onAssets && ids.length > 0 ? [itemsCondition({ kind: 'items', field, ids })] : [];
  });
  return anyOf([...(nodes.length > 0 ? [assignedOrReferring(nodes)] : []), ...items]);
}

function hasTerm(name: Text, { words: wanted, isPrefix }: TextTerm): boolean {
  return (typeof name === 'string' ? [name] : Object.values(name)).some((text) => {
    const spaced = ` ${wordsOf(text).join(' ')} `;
    return spaced.includes(` ${wanted.join(' ')}${isPrefix ? '' : ' '}`);
  });
}
