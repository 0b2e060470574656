/**
 * The fields of a document. Nothing is kept but what queries read: records stay in the catalogue.
 *
 * | field | holds |
 * | --- | --- |
 * | `w`, `nw`, `t_<field>` | words of all texts of the record, of its name, of one text field |
 * | `d` | words of the pages of the file |
 * | `n`, `l`, `r_<field>` | nodes that it is assigned to; these and all that it refers to; those in one field |
 * | `…_in`, `…_sets`, `rin_<field>`, `rs_<field>` | who decides about them, below each node above (`places.ts`) |
 * | `who` | who decides about the asset |
 * | `k_<field>_<language>`, `name_k`, `orig_k`, `ext_k`, `o_<field>` | keys to sort by |
 * | `num_`, `d_`, `dd_`, `di_`, `b_`, `i_` with the field | numbers, dates (all, days, instants), checkboxes, items |
 */

/** Changes with every change of what documents hold, so that a newer program builds its own index. */
export const FORMAT = 1;

/** Longest word in characters; what is longer is cut, because a term has at most 32,766 bytes. */
export const LONGEST_WORD = 8000;

// Values of a text must not be neighbours of those of the next, so that no phrase spans two.
const TEXT = { type: 'text', analyzer: 'words', position_increment_gap: 1000 };
const CODE = { type: 'keyword' };
const KEY = { type: 'keyword', index: false };
const LONG = { type: 'long' };

const FIELDS = {
  ...{ id: LONG, up: LONG, mod: LONG, size: LONG, width: LONG, height: LONG, pixels: LONG, from: LONG, until: LONG },
  ...{ seconds: { type: 'double' }, rating: { type: 'double' } },
  ...{ w: TEXT, nw: { ...TEXT, norms: false }, d: TEXT },
  ...{ ext: CODE, cat: CODE, type: CODE, by: CODE, licence: CODE, source: CODE, orientation: CODE, duration: CODE },
  ...{ who: CODE, n: CODE, n_in: CODE, n_sets: CODE, l: CODE, l_in: CODE, l_sets: CODE },
  ...{ name_k: KEY, orig_k: KEY, ext_k: KEY },
};

const BY_PREFIX = {
  ...{ t_: TEXT, k_: KEY, o_: KEY, num_: { type: 'double' }, d_: LONG, dd_: LONG, di_: LONG, b_: { type: 'boolean' } },
  ...{ i_: CODE, r_: CODE, rin_: CODE, rs_: CODE },
};

/** Returns settings and mapping of a new index. */
export function indexBody(shards: number): object {
  return {
    settings: {
      number_of_shards: shards,
      // A second copy as soon as there is a second data node.
      auto_expand_replicas: '0-1',
      // Only the indexer refreshes, after a whole change.
      refresh_interval: '-1',
      // Pages are limited by `MAX_OFFSET`.
      max_result_window: 2_000_000_000,
      max_terms_count: 10_000_000,
      'mapping.total_fields.limit': 100_000,
      analysis: {
        analyzer: { words: { type: 'custom', tokenizer: 'blanks' } },
        tokenizer: { blanks: { type: 'whitespace', max_token_length: LONGEST_WORD } },
      },
    },
    mappings: {
      _source: { enabled: false },
      dynamic: true,
      dynamic_templates: Object.entries(BY_PREFIX).map(([prefix, mapping]) => ({
        [prefix]: { match: `${prefix}*`, mapping },
      })),
      properties: FIELDS,
    },
  };
}
