import { ApiError, invalidParameter } from '../../../core/src/domain/errors.ts';
import type { Param, ParamValues, Shape } from './params.ts';
import type { Query } from './query.ts';

/**
 * Parses every declared parameter. Unknown names are ignored, but `name[]` of a declared parameter is an error
 * (interface decisions 2).
 */
export function readParams<S extends Shape>(shape: S, query: Query): ParamValues<S> {
  refuseBrackets(shape, query);
  const { params, absent } = preparedShapes.getOrInsertComputed(shape, prepare);
  const values: Record<string, unknown> = { ...absent };
  for (const [name, param] of params) {
    const own = query.get(name) ?? NOT_GIVEN;
    const aliased = param.alias === undefined ? NOT_GIVEN : (query.get(param.alias) ?? NOT_GIVEN);
    if (aliased.length > 0) values[name] = param.read([...own, ...aliased], nameInErrors(name, param, own));
    else if (own.length > 0 || param.isRequired) values[name] = param.read(own, name);
  }
  return values as ParamValues<S>;
}

const NOT_GIVEN: readonly string[] = [];

/**
 * Values prepared once per shape, because a request gives about three of fifty parameters and the values of the others
 * never change.
 */
interface PreparedShape {
  readonly params: readonly (readonly [name: string, param: Param<unknown>])[];
  /** Value of each parameter if it is absent; undefined for required parameters. */
  readonly absent: Readonly<Record<string, unknown>>;
}

const preparedShapes = new WeakMap<Shape, PreparedShape>();

function prepare(shape: Shape): PreparedShape {
  const params = Object.entries(shape);
  // Requests share these values, so they are frozen.
  const absence = ({ isRequired, read }: Param<unknown>, name: string) =>
    isRequired ? undefined : Object.freeze(read(NOT_GIVEN, name));
  return { params, absent: Object.fromEntries(params.map(([name, param]) => [name, absence(param, name)])) };
}

/** Returns how errors name a parameter given by its alias, alone or in addition to its own name. */
function nameInErrors(name: string, { alias = name }: Param<unknown>, own: readonly string[]): string {
  return own.length === 0 ? alias : `${name} (alias ${alias})`;
}

/**
 * Adds the endpoint's default values for parameters that a request gives neither by name nor by alias (configuration:
 * endpoints). A value that this operation can't read is that of another one: `format=2` of a download is none of `picture`.
 */
export function withDefaults(
  query: Query,
  defaults: Readonly<Record<string, string>>,
  shapes: readonly Shape[],
): Query {
  const given = new Map(query);
  for (const [name, value] of Object.entries(defaults)) {
    const [own, param] = shapes.map((shape) => declaredAs(shape, name)).find((found) => found !== undefined) ?? [];
    if (own === undefined || param === undefined) continue;
    const names = [own, param.alias ?? own];
    if (names.some((each) => param.isGiven(given.get(each) ?? NOT_GIVEN)) || !canRead(param, value)) continue;
    for (const each of names) given.delete(each);
    given.set(name, [value]);
  }
  return given;
}

function canRead(param: Param<unknown>, value: string): boolean {
  try {
    param.read([value], '');
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Returns true for the name or alias of a declared parameter. */
export function isDeclared(shape: Shape, name: string): boolean {
  return declaredAs(shape, name) !== undefined;
}

function declaredAs(shape: Shape, name: string): readonly [own: string, param: Param<unknown>] | undefined {
  const param = Object.hasOwn(shape, name) ? shape[name] : undefined;
  return param ? [name, param] : Object.entries(shape).find(([, { alias }]) => alias === name);
}

/** Throws an error for `name[]` of a declared parameter that says what to write instead (interface decisions 2). */
export function refuseBrackets(shape: Shape, query: Query): void {
  for (const name of query.keys()) {
    if (!name.endsWith('[]')) continue;
    const declared = name.slice(0, -2);
    const [, param] = declaredAs(shape, declared) ?? [];
    if (!param) continue;
    const instead =
      param.schema['type'] === 'array'
        ? `repeat the parameter, as in ${declared}=1&${declared}=2`
        : `write ${declared}= with one value`;
    throw invalidParameter(`${name}: brackets are not supported; ${instead}`);
  }
}
