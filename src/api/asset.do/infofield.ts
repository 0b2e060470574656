import Type, { type Static } from 'typebox';
import { fieldName } from '../../domain/field-values.ts';
import type { InfoField } from '../../domain/model.ts';
import { textIn } from '../../domain/text.ts';
import { ApiError } from '../../errors.ts';
import { readerOf } from '../entries.ts';
import { type Context, jsonOperation } from '../operation.ts';
import { INTEGER, many, required, type Shape } from '../params.ts';

const FieldDescription = Type.Object({
  name: Type.String(),
  description: Type.String(),
  type: Type.Integer({ description: '0 text, 1 number, 2 date, 3 node reference, 4 checkbox, 5 dropdown' }),
  kind: Type.String(),
  values: Type.Optional(Type.Array(Type.Object({ name: Type.String(), id: Type.Integer() }))),
  root_node: Type.Optional(Type.Integer()),
  show_root: Type.Optional(Type.Boolean()),
  max_selections: Type.Optional(Type.Integer({ description: '-1 is unlimited' })),
});

const WIRE = {
  text: { type: 0, kind: 'Text' },
  number: { type: 1, kind: 'Number' },
  date: { type: 2, kind: 'Date' },
  node_reference: { type: 3, kind: 'NodeReference' },
  checkbox: { type: 4, kind: 'CheckBox' },
  dropdown: { type: 5, kind: 'DropDown' },
} as const satisfies Record<InfoField['type'], { type: number; kind: string }>;

/** GET /asset.do?infofield=<field>,…: descriptions of information fields. */
export const infofield = jsonOperation({
  endpoint: 'asset.do',
  selectors: ['infofield'],
  summary: 'Information fields',
  params: { infofield: required(many(INTEGER, 'Field IDs; -1 is all')) },
  result: Type.Union([FieldDescription, Type.Record(Type.String(), FieldDescription)]),
  handle: async (context) => {
    const { params, model } = context;
    const isAll = params.infofield.includes(-1);
    const fields = isAll ? [...model.infoFields.values()] : params.infofield.map((id) => requireKnown(id, context));
    const [only] = fields;
    // decisions 6: one ID gives the description itself, several or -1 an object
    if (only && fields.length === 1 && !isAll) return { data: describe(only, context) };
    return { data: Object.fromEntries(fields.map((field) => [String(field.id), describe(field, context)])) };
  },
});

function requireKnown(id: number, { model }: Context<Shape>): InfoField {
  const field = model.infoFields.get(id);
  if (!field) throw new ApiError('infofield_not_found', `infofield: information field ${id} does not exist`);
  return field;
}

function describe(field: InfoField, context: Context<Shape>): Static<typeof FieldDescription> {
  const { locale, model, viewer } = context;
  const root = field.rootNode !== undefined && viewer.canViewNode(field.rootNode) ? { root_node: field.rootNode } : {};
  return {
    name: fieldName(field, readerOf(context)),
    description: textIn(field.description, locale, model),
    ...WIRE[field.type],
    ...(field.type === 'dropdown'
      ? { values: field.items.map(({ id, name }) => ({ name: textIn(name, locale, model), id })) }
      : {}),
    ...(field.type === 'node_reference'
      ? { ...root, show_root: field.showRoot, max_selections: field.maxSelections }
      : {}),
  };
}
