/** The conditions of the engine's query language that criteria are made of. */
export type Clause = Readonly<Record<string, unknown>>;

export const NOTHING: Clause = { match_none: {} };

/** Matches what all of them match. */
export function all(clauses: readonly Clause[]): Clause {
  return clauses.length === 0 ? { match_all: {} } : { bool: { filter: clauses } };
}

/** Matches what at least one of them matches. */
export function some(clauses: readonly Clause[]): Clause {
  const own = clauses.filter((clause) => clause !== NOTHING);
  if (own.length === 0) return NOTHING;
  return own.length === 1 ? (own[0] as Clause) : { bool: { should: own, minimum_should_match: 1 } };
}

export function not(clause: Clause): Clause {
  return clause === NOTHING ? all([]) : { bool: { must_not: [clause] } };
}

/** Matches documents with one of these values. */
export function oneOf(field: string, values: Iterable<string | number>): Clause {
  const list = Array.from(values, String);
  return list.length === 0 ? NOTHING : { terms: { [field]: list } };
}

const MOST = 2 ** 63;

/** Matches numbers from one to another, ends included; `isWhole` if the field holds integers. */
export function range(field: string, from?: number, to?: number, isWhole = true): Clause {
  if (Number.isNaN(from) || Number.isNaN(to)) return NOTHING;
  if ((from !== undefined && from >= MOST) || (to !== undefined && to <= -MOST)) return NOTHING;
  const gte = from === undefined || from <= -MOST ? undefined : isWhole ? Math.ceil(from) : from;
  const lte = to === undefined || to >= MOST ? undefined : isWhole ? Math.floor(to) : to;
  return gte === undefined && lte === undefined ? { exists: { field } } : { range: { [field]: { gte, lte } } };
}
