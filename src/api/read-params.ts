import { ApiError } from '../errors.ts';
import type { Param, Shape, Values } from './params.ts';
import type { Query } from './query.ts';

/** Reads every declared parameter. Unknown names are ignored, but `name[]` of a known one is an error (decisions 2). */
export function readParams<S extends Shape>(shape: S, query: Query): Values<S> {
  refuseBrackets(shape, query);
  const values: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(shape)) {
    const own = query.get(name) ?? [];
    const aliased = param.alias === undefined ? [] : (query.get(param.alias) ?? []);
    values[name] =
      aliased.length === 0 ? param.read(own, name) : param.read([...own, ...aliased], spelt(name, param, own));
  }
  return values as Values<S>;
}

/** How refusals name a parameter that was given by its alias, alone or as well. */
function spelt(name: string, { alias = name }: Param<unknown>, own: readonly string[]): string {
  return own.length === 0 ? alias : `${name} (alias ${alias})`;
}

/** True for a declared parameter's name, and for its alias. */
export function isDeclared(shape: Shape, name: string): boolean {
  return Object.hasOwn(shape, name) || Object.values(shape).some(({ alias }) => alias === name);
}

/** `name[]` of a known parameter is an error that says what to write instead (decisions 2). */
export function refuseBrackets(shape: Shape, query: Query): void {
  for (const name of query.keys()) {
    if (!name.endsWith('[]')) continue;
    const known = name.slice(0, -2);
    if (isDeclared(shape, known)) {
      throw new ApiError(
        'parameter_invalid',
        `${name}: brackets are not supported; repeat the parameter, as in ${known}=1&${known}=2`,
      );
    }
  }
}
