/** Turns the schemas of declarations into JSON Schema 2020-12 as an OpenAPI document contains it. */
import type { TSchema } from 'typebox';
import { isObject, type Schema } from '../../packages/core/src/domain/values.ts';

/** Schemas that the document contains once, by name. */
export interface NamedSchemas {
  readonly byName: ReadonlyMap<string, Schema>;
  /** Returns the schema with references in place of every named part, whose definitions it keeps in `byName`. */
  add(schema: TSchema | Schema): Schema;
}

/** Opens an empty collection. A schema has a name if it has a `title`, or if it is part of a cyclic one. */
export function openNamedSchemas(): NamedSchemas {
  const byName = new Map<string, Schema>();

  function convert(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(convert);
    if (!isObject(value)) return value;
    const { $defs, $id, $ref, title, ...rest } = withAnyKey(value);
    if (isObject($defs)) for (const [name, schema] of Object.entries($defs)) keep(name, schema);
    if (typeof $ref === 'string') return reference($ref);
    if (typeof title === 'string') return keep(title, rest);
    // A map of properties may have one that is called `title`.
    const all = title === undefined ? rest : { title, ...rest };
    return Object.fromEntries(Object.entries(all).map(([key, each]) => [key, convert(each)]));
  }

  function keep(name: string, schema: unknown): Schema {
    if (!byName.has(name)) {
      // The name is taken before its own parts are converted, because they may refer to it.
      byName.set(name, {});
      byName.set(name, convert(schema) as Schema);
    }
    return reference(name);
  }

  return {
    byName,
    // JSON drops the symbols that TypeBox adds.
    add: (schema) => convert(JSON.parse(JSON.stringify(schema))) as Schema,
  };
}

/** The pattern of objects with arbitrary keys, which generators of clients know only as `additionalProperties`. */
const ANY_KEY = '^.*$';

function withAnyKey({ patternProperties, ...rest }: Schema): Schema {
  const values = isObject(patternProperties) ? patternProperties[ANY_KEY] : undefined;
  if (values === undefined) return patternProperties === undefined ? rest : { ...rest, patternProperties };
  return { ...rest, additionalProperties: values };
}

function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}
