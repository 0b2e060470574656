import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { FieldValue, InfoField, Text } from '../../../src/domain/model.ts';
import type { Viewer } from '../../../src/domain/permissions.ts';
import { textIn } from '../../../src/domain/text.ts';
import type { SortField } from '../../../src/search/search-index.ts';
import type { Perspective } from './perspective.ts';
import { type Ranks, rankTexts } from './ranks.ts';

type Stored = string | number | null;
type SortValue = string | number | undefined;

/** Where the values of a sort field are stored, and how they are converted to compare: to texts or to numbers. */
interface SortColumn {
  /** Returns rows of asset ID and stored value. */
  readonly sql: string;
  readonly bindings: readonly SQLInputValue[];
  /** Undefined, '' and invalid numbers are no value. */
  read(stored: Stored): SortValue;
}

/** Distinguishes different ranks at one revision. Only names of nodes depend on the viewer. */
export function rankKey(field: SortField, locale: string, viewer: Viewer): string {
  return JSON.stringify([field.by, field.by === 'info_field' ? [field.field, viewer.key] : [], locale]);
}

/** Ranks all assets that have a value of the field. */
export function ranksBy(database: DatabaseSync, field: SortField, locale: string, perspective: Perspective): Ranks {
  const { sql, bindings, read } = columnOf(field, locale, perspective);
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  const texts = new Map<number, string>();
  const numbers = new Map<number, number>();
  for (const [asset, stored] of statement.all(...bindings) as unknown as [number, Stored][]) {
    const value = read(stored);
    if (typeof value === 'string') {
      if (value !== '') texts.set(asset, value);
    } else if (value !== undefined && !Number.isNaN(value)) numbers.set(asset, value);
  }
  return texts.size > 0 ? rankTexts(texts, locale) : numbers;
}

/** Unconverted values: texts and numbers alike. */
function column(expression: string): SortColumn {
  return { sql: `SELECT a.id, ${expression} FROM assets AS a`, bindings: [], read: (stored) => stored ?? undefined };
}

/** The source of each sort field. */
function columnOf(field: SortField, locale: string, perspective: Perspective): SortColumn {
  const { model } = perspective;
  switch (field.by) {
    case 'id':
      return column('a.id');
    case 'name':
      return column('a.name');
    case 'size':
      return column('nullif(a.size, -1)');
    case 'uploaded':
      return column('a.uploaded');
    case 'modified':
      return column('a.modified');
    case 'extension':
      return column('a.extension');
    case 'original':
      return column('a.original');
    case 'asset_type':
      return {
        ...column('a.type'),
        read: (stored) => nameOf(model.assetTypes.get(Number(stored))?.name, locale, perspective),
      };
    case 'uploaded_by':
      return {
        ...column('a.uploaded_by'),
        read: (stored) => (stored === null ? undefined : model.users.get(Number(stored))?.name),
      };
    case 'score':
      return column('NULL');
    case 'info_field': {
      const infoField = model.infoFields.get(field.field);
      if (!infoField) return column('NULL');
      return {
        sql: 'SELECT a.id, a.fields -> ? FROM assets AS a WHERE a.fields -> ? IS NOT NULL',
        bindings: [`$."${infoField.id}"`, `$."${infoField.id}"`],
        read: (stored) =>
          stored === null ? undefined : fieldValue(infoField, JSON.parse(String(stored)), locale, perspective),
      };
    }
  }
}

/** The value by which an information field is sorted (interface decisions 4): its displayed text, or its number. */
function fieldValue(field: InfoField, value: FieldValue, locale: string, perspective: Perspective): SortValue {
  const { model, viewer } = perspective;
  switch (field.type) {
    case 'text':
      return isText(value) ? textIn(value, locale, model) : undefined;
    case 'number':
      return typeof value === 'number' ? value : undefined;
    case 'date':
      // A date without a time is the start of its day in UTC.
      return typeof value === 'string' ? Date.parse(value) : undefined;
    case 'checkbox':
      return value === true ? 1 : 0;
    case 'dropdown':
      return nameOf(field.items.find(({ id }) => id === value)?.name, locale, perspective);
    case 'node_reference': {
      const nodes = Array.isArray(value) ? value : [];
      const visible = nodes.filter((id: number) => viewer.canViewNode(id));
      return visible.map((id: number) => nameOf(model.trees.get(id)?.name, locale, perspective) ?? '').join(', ');
    }
  }
}

function nameOf(name: Text | undefined, locale: string, { model }: Perspective): string | undefined {
  return name === undefined ? undefined : textIn(name, locale, model);
}

function isText(value: FieldValue): value is Text {
  return typeof value === 'string' || (typeof value === 'object' && !Array.isArray(value));
}
