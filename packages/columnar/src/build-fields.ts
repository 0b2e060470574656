/** Builds the columns of info fields. */
import { instantOf } from '../../core/src/domain/dates.ts';
import { isText } from '../../core/src/domain/field-values.ts';
import type { FieldValue, InfoField, Text } from '../../core/src/domain/model.ts';
import { textIn } from '../../core/src/domain/text.ts';
import type { BuildContext } from './build-context.ts';
import { openLinkBuilder } from './build-links.ts';
import { numberColumn } from './build-orders.ts';
import { inLanguages, TextList } from './build-texts.ts';
import type { openWordBuilder } from './build-words.ts';
import { Growing, newNumbers } from './columns.ts';
import { CHECKED, FIRST_FIELD_SLOT, type Segment, UNCHECKED } from './segment.ts';

/** Collects the values of one field and adds them to the segment at the end. */
export interface FieldColumn {
  readonly id: number;
  add(value: FieldValue | undefined, words: ReturnType<typeof openWordBuilder>): void;
  put(
    segment: { -readonly [K in keyof Segment]: { -readonly [F in keyof Segment[K]]: Segment[K][F] } },
  ): void | Promise<void>;
}

export function columnFor({ id, type }: InfoField, context: BuildContext): FieldColumn {
  switch (type) {
    case 'text':
      return textColumn(id, context);
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

function textColumn(id: number, context: BuildContext): FieldColumn {
  const slot = FIRST_FIELD_SLOT + context.dictionaries.textFields.add(id) - 1;
  const plain = new TextList();
  const translated = new Map<number, Text>();
  let doc = 0;
  return {
    id,
    add: (value, words) => {
      const text = isText(value) ? value : undefined;
      const isPlain = text === undefined || typeof text === 'string';
      plain.add(isPlain ? (text ?? '') : '');
      if (!isPlain) translated.set(doc, text);
      doc += 1;
      if (text === undefined) return;
      if (typeof text === 'string') words.add(text, slot);
      else for (const each of Object.values(text)) words.add(each, slot);
    },
    put: async (segment) => {
      segment.fieldTexts[id] = await inLanguages(context, String(id), (language) => {
        const texts = [...plain];
        for (const [place, text] of translated) texts[place] = textIn(text, language, context.model);
        return texts;
      });
      plain.clear();
    },
  };
}
