/** Builds the columns of info fields. */
import { instantOf } from '../../core/src/domain/dates.ts';
import { isText } from '../../core/src/domain/field-values.ts';
import type { FieldValue, InfoField } from '../../core/src/domain/model.ts';
import type { BuildContext } from './build-context.ts';
import { openLinkBuilder } from './build-links.ts';
import { numberColumn } from './build-orders.ts';
import { inLanguages } from './build-texts.ts';
import type { SlotTexts } from './build-words.ts';
import { type Codes, Growing, newNumbers } from './columns.ts';
import { CHECKED, FIRST_FIELD_SLOT, type Segment, UNCHECKED } from './segment.ts';
import type { TextPool } from './text-pool.ts';

/** Columns of fields by ID. */
export type FieldColumns = {
  -readonly [K in 'numbers' | 'dates' | 'checkboxes' | 'items' | 'references' | 'fieldTexts']: {
    -readonly [F in keyof Segment[K]]: Segment[K][F];
  };
};

/** Collects the values of one field and adds them to the columns at the end. */
export interface FieldColumn {
  readonly id: number;
  add(value: FieldValue | undefined): void;
  put(columns: FieldColumns): void | Promise<void>;
  /** What `put` leaves of a text field for the words. */
  readonly texts?: () => SlotTexts;
}

export function columnFor({ id, type }: InfoField, context: BuildContext, pool: TextPool): FieldColumn {
  switch (type) {
    case 'text':
      return textColumn(id, context, pool);
    case 'number': {
      const values = newNumbers();
      return {
        id,
        add: (value) => values.push(typeof value === 'number' ? value : Number.NaN),
        put: ({ numbers }) => {
          numbers[id] = numberColumn(values.column());
        },
      };
    }
    case 'date': {
      const values = newNumbers();
      const isDay = new Growing();
      return {
        id,
        add: (value) => {
          values.push(typeof value === 'string' ? instantOf(value, context.timeZone) : Number.NaN);
          isDay.push(typeof value === 'string' && value.length === 'yyyy-MM-dd'.length ? 1 : 0);
        },
        put: ({ dates }) => {
          const numbers = numberColumn(values.column());
          dates[id] = { ...numbers, isDay: numbers.order.length === 0 ? new Uint8Array(0) : isDay.column(Uint8Array) };
        },
      };
    }
    case 'checkbox': {
      const values = new Growing();
      return {
        id,
        add: (value) => values.push(typeof value === 'boolean' ? (value ? CHECKED : UNCHECKED) : 0),
        put: ({ checkboxes }) => {
          checkboxes[id] = values.column(Uint8Array);
        },
      };
    }
    case 'dropdown': {
      const values = new Growing();
      const dictionary = context.dictionaries.items(id);
      return {
        id,
        add: (value) => values.push(typeof value === 'number' ? dictionary.add(value) : 0),
        put: ({ items }) => {
          items[id] = values.narrow(dictionary.values.length);
        },
      };
    }
    case 'node_reference': {
      const links = openLinkBuilder(context.tree);
      return {
        id,
        add: (value) => links.add(Array.isArray(value) ? value : []),
        put: ({ references }) => {
          references[id] = links.columns();
        },
      };
    }
  }
}

function textColumn(id: number, context: BuildContext, pool: TextPool): FieldColumn {
  const slot = FIRST_FIELD_SLOT + context.dictionaries.textFields.add(id) - 1;
  const growing = new Growing();
  let numbers: Codes = new Uint8Array(0);
  return {
    id,
    add: (value) => growing.push(isText(value) ? pool.numberOf(value) : 0),
    put: async ({ fieldTexts }) => {
      numbers = growing.own();
      fieldTexts[id] = await inLanguages(context, String(id), { pool, numbers });
    },
    texts: () => ({ slot, numbers }),
  };
}
