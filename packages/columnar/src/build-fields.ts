/** Builds the columns of info fields. */
import { instantOf } from '../../core/src/domain/dates.ts';
import type { FieldValue, InfoField } from '../../core/src/domain/model.ts';
import type { BuildContext } from './build-context.ts';
import { openLinkBuilder } from './build-links.ts';
import { numberColumn } from './build-orders.ts';
import { Growing, newNumbers } from './columns.ts';
import { CHECKED, type Segment, UNCHECKED } from './segment.ts';

/** Columns of fields by ID, but those of texts (`build-texts.ts`). */
export type FieldColumns = {
  -readonly [K in 'numbers' | 'dates' | 'checkboxes' | 'items' | 'references']: {
    -readonly [F in keyof Segment[K]]: Segment[K][F];
  };
};

/** Collects the values of one field and adds them to the columns at the end. */
export interface FieldColumn {
  readonly id: number;
  add(value: FieldValue | undefined): void;
  put(columns: FieldColumns): void;
}

/** Returns undefined for a field of texts. */
export function columnFor({ id, type }: InfoField, context: BuildContext): FieldColumn | undefined {
  switch (type) {
    case 'text':
      return undefined;
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
