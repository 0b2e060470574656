import Type, { type Static } from 'typebox';
import { ApiError, invalidParameter } from '../../../../core/src/domain/errors.ts';
import { fieldName } from '../../../../core/src/domain/field-values.ts';
import type { InfoField } from '../../../../core/src/domain/model.ts';
import { textIn } from '../../../../core/src/domain/text.ts';
import { rootOf } from '../nodes.ts';
import { type Context, jsonOperation } from '../operation.ts';
import { ID, mandatory, many } from '../params.ts';

const FieldDescription = Type.Object(
  {
    name: Type.String({ description: 'Name' }),
    description: Type.String({ description: 'Text; may be empty' }),
    type: Type.Integer({ description: '0 text, 1 number, 2 date, 3 node reference, 4 checkbox, 5 dropdown' }),
    kind: Type.String({ description: '`type` as Text, Number, Date, NodeReference, CheckBox or DropDown' }),
    values: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ description: 'Name' }),
          id: Type.Integer({ description: 'ID of the item, for `search_infofield`' }),
        }),
        { description: 'Items; only of dropdowns' },
      ),
    ),
    root_node: Type.Optional(
      Type.Integer({ description: 'ID of the node below which the choices are; only of node references' }),
    ),
    show_root: Type.Optional(Type.Boolean({ description: 'True if `root_node` itself is a choice' })),
    max_selections: Type.Optional(Type.Integer({ description: 'Maximum number of choices; -1 is unlimited' })),
  },
  { title: 'InfoField' },
);

const WIRE = {
  text: { type: 0, kind: 'Text' },
  number: { type: 1, kind: 'Number' },
  date: { type: 2, kind: 'Date' },
  node_reference: { type: 3, kind: 'NodeReference' },
  checkbox: { type: 4, kind: 'CheckBox' },
  dropdown: { type: 5, kind: 'DropDown' },
} as const satisfies Record<InfoField['type'], { type: number; kind: string }>;

/** GET /asset.do?infofield=<field>,…: describes information fields. */
export const infofield = jsonOperation({
  summary: 'Information fields',
  description:
    'Describes information fields, for a form that searches. One ID returns the description; several IDs, ' +
    '-1 and -2 a map from ID to description.',
  errors: ['infofield_not_found'],
  params: {
    infofield: mandatory(
      many(ID, 'IDs of information fields; -1 alone stands for all fields of assets, -2 alone for all fields of nodes'),
    ),
  },
  result: Type.Union([FieldDescription, Type.Record(Type.String(), FieldDescription)]),
  handle: async (context) => {
    const ids = context.params.infofield;
    const all = everyField(ids, context);
    const fields = all ?? ids.map((id) => requireKnown(id, context));
    const [only] = fields;
    // interface decisions 6: one ID returns the description itself; several IDs or all fields return a map.
    if (only && ids.length === 1 && !all) return { data: describe(only, context) };
    return { data: Object.fromEntries(fields.map((field) => [String(field.id), describe(field, context)])) };
  },
});

const OF_ASSETS = -1;
const OF_NODES = -2;

/**
 * Returns all fields of assets or of nodes if the request asks for them, else undefined. Leaves out node reference
 * fields whose root the viewer cannot see, because clients load the choices below it (interface decisions 6).
 */
function everyField(ids: readonly number[], context: Context): readonly InfoField[] | undefined {
  const whole = ids.find((id) => id === OF_ASSETS || id === OF_NODES);
  if (whole === undefined) return undefined;
  if (ids.length > 1) throw invalidParameter(`infofield: "${whole}" is all fields, and stands alone`);
  return [...context.model.infoFields.values()].filter(
    (field) =>
      (whole === OF_ASSETS ? field.onAssets : field.onNodes) &&
      (field.type !== 'node_reference' || rootOf(field, context) !== undefined),
  );
}

function requireKnown(id: number, { model }: Context): InfoField {
  const field = model.infoFields.get(id);
  if (!field) throw new ApiError('infofield_not_found', `infofield: information field ${id} does not exist`);
  return field;
}

function describe(field: InfoField, context: Context): Static<typeof FieldDescription> {
  const { locale, model } = context;
  const root = rootOf(field, context);
  return {
    name: fieldName(field, context),
    description: textIn(field.description, locale, model),
    ...WIRE[field.type],
    ...(field.type === 'dropdown'
      ? { values: field.items.map(({ id, name }) => ({ name: textIn(name, locale, model), id })) }
      : {}),
    ...(field.type === 'node_reference'
      ? { ...(root ? { root_node: root.id } : {}), show_root: field.showRoot, max_selections: field.maxSelections }
      : {}),
  };
}
