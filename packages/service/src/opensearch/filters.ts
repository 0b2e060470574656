/** Turns criteria into conditions. */

import { narrower } from '../../../columnar/src/match.ts';
import type { Criterion } from '../../../columnar/src/search-index.ts';
import type { TextTerm } from '../../../core/src/domain/full-text.ts';
import { DURATION_CLASSES } from '../../../core/src/domain/playing-time.ts';
import { all, type Clause, NOTHING, not, oneOf, range, some } from './clauses.ts';
import { LONGEST_WORD } from './mapping.ts';
import { typeKey } from './places.ts';
import { ASSIGNED, below, LINKED, type LinkFields, referredIn, type Scope, stateAt } from './scope.ts';

export function filterOf(criterion: Criterion, scope: Scope): Clause {
  const { model } = scope;
  /** Returns the field of this prefix, if the information field is of the type; otherwise nothing has it. */
  const ofType = (id: number, type: string, make: () => Clause): Clause => {
    const field = model.infoFields.get(id);
    return field?.type === type && field.onAssets ? make() : NOTHING;
  };
  switch (criterion.kind) {
    case 'every':
      return all(criterion.of.map((each) => filterOf(each, scope)));
    case 'some':
      return some(criterion.of.map((each) => filterOf(each, scope)));
    case 'ids':
      return oneOf('id', criterion.ids.filter(Number.isSafeInteger));
    case 'nodes':
      return nodes(criterion.ids, criterion.references ? LINKED : ASSIGNED, criterion.recursive, scope);
    case 'node_types':
      return below(criterion.types.map(typeKey), ASSIGNED, scope);
    case 'references':
      return ofType(criterion.field, 'node_reference', () =>
        nodes(criterion.nodes, referredIn(criterion.field), criterion.recursive, scope),
      );
    case 'text':
      return fullText(criterion, scope);
    case 'extensions':
      return oneOf('ext', criterion.values);
    case 'categories':
      return oneOf('cat', criterion.values);
    case 'asset_types':
      return oneOf('type', criterion.ids);
    case 'orientations':
      return oneOf('orientation', criterion.values.flatMap(narrower));
    case 'durations':
      return oneOf(
        'duration',
        criterion.values.filter((value) => DURATION_CLASSES.includes(value)),
      );
    case 'licences':
      return oneOf('licence', criterion.values);
    case 'source_types':
      return oneOf('source', criterion.values);
    case 'validity':
      return some(criterion.states.map((state) => stateAt(state, criterion.at)));
    case 'items':
      return ofType(criterion.field, 'dropdown', () => oneOf(`i_${criterion.field}`, criterion.ids));
    case 'checkbox':
      return ofType(criterion.field, 'checkbox', () => oneOf(`b_${criterion.field}`, [String(criterion.value)]));
    case 'range': {
      const { of, from, to } = criterion;
      if (typeof of === 'object') return ofType(of.field, 'number', () => range(`num_${of.field}`, from, to, false));
      if (of === 'duration') return range('seconds', from, to, false);
      return range(of === 'uploaded' ? 'up' : of === 'modified' ? 'mod' : of, from, to);
    }
    case 'dates': {
      const { field, from, to } = criterion;
      return ofType(field, 'date', () =>
        some([range(`dd_${field}`, from?.day, to?.day), range(`di_${field}`, from?.instant, to?.instant)]),
      );
    }
  }
}

function nodes(ids: readonly number[], fields: LinkFields, isRecursive: boolean, scope: Scope): Clause {
  const known = ids.filter((id) => scope.model.trees.get(id) !== undefined);
  if (isRecursive) return below(known.map(String), fields, scope);
  return oneOf(
    fields.direct,
    known.filter((id) => scope.viewer.canViewNode(id)),
  );
}

function fullText({ terms, join, field }: Extract<Criterion, { kind: 'text' }>, scope: Scope): Clause {
  const has = (term: TextTerm) => (field === undefined ? anywhere(term, scope) : ownText(`t_${field}`, term));
  const of = (isExcluded: boolean) => terms.filter((term) => term.isExcluded === isExcluded).map(has);
  const wanted = of(false);
  return all([...(wanted.length === 0 ? [] : join === 'all' ? wanted : [some(wanted)]), ...of(true).map(not)]);
}

/** Matches where the term is in the record, in a label or in the file. */
export function anywhere(term: TextTerm, scope: Scope): Clause {
  const { within } = term;
  return some([
    ...(within === 'content' ? [] : [ownText('w', term), ...labelled(term, scope), above(term, scope)]),
    ...(within === 'metadata' ? [] : [ownText('d', term)]),
  ]);
}

/** Every word that begins with the last one counts; a smaller number would lose matches without a word. */
const EVERY_EXPANSION = 2 ** 31 - 1;

/** Matches where the words of the term follow each other in a field. */
export function ownText(field: string, { words, isPrefix }: TextTerm): Clause {
  const cut = words.map((word) => word.slice(0, LONGEST_WORD));
  if (cut.length === 1) return { [isPrefix ? 'prefix' : 'term']: { [field]: { value: cut[0] } } };
  const query = cut.join(' ');
  return isPrefix
    ? { match_phrase_prefix: { [field]: { query, max_expansions: EVERY_EXPANSION } } }
    : { match_phrase: { [field]: { query } } };
}

/** Matches items and visible nodes of the asset that are named so. */
export function labelled(term: TextTerm, { labels, viewer }: Scope): readonly Clause[] {
  const named = labels.nodes(term).filter((id) => viewer.canViewNode(id));
  return [
    oneOf(LINKED.direct, named),
    ...Array.from(labels.items(term), ([field, items]) => oneOf(`i_${field}`, items)),
  ].filter((clause) => clause !== NOTHING);
}

/** Matches visible nodes above those of the asset that are named so, but for those of types that define rights. */
export function above(term: TextTerm, scope: Scope): Clause {
  const { labels, model, viewer } = scope;
  const named = labels.nodes(term).filter((id) => {
    const type = model.nodeTypes.get(model.trees.get(id)?.type ?? -1);
    return viewer.canViewNode(id) && !type?.isPermissionDefining;
  });
  return below(named.map(String), LINKED, scope);
}
