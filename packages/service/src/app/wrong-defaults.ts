/** Finds values in `endpoints.<name>.defaults` that would make every request at their endpoint fail. */

import { ApiError } from '../../../core/src/domain/errors.ts';
import { GENERAL_PARAMETERS } from '../api/operation.ts';
import type { Shape } from '../api/params.ts';
import type { Problem } from '../config/problems.ts';
import type { Config } from '../config/settings.ts';
import { OPERATION_LIST } from './registry.ts';

/**
 * Returns the default values of parameters that no operation has, or whose value every operation that has the parameter
 * refuses.
 */
export function findWrongDefaults({ endpoints }: Pick<Config, 'endpoints'>): readonly Problem[] {
  return [...endpoints].flatMap(([endpoint, { defaults }]) =>
    Object.entries(defaults).flatMap(([name, value]) => {
      const message = refusalOf(name, value);
      return message === undefined
        ? []
        : [{ key: `endpoints.${endpoint}.defaults.${name}`, source: 'settings', message }];
    }),
  );
}

function refusalOf(name: string, value: string): string | undefined {
  const shapes: readonly Shape[] = [GENERAL_PARAMETERS, ...OPERATION_LIST.map(({ params }) => params)];
  const params = shapes.flatMap((shape) =>
    Object.entries(shape)
      .filter(([own, { alias }]) => own === name || alias === name)
      .map(([, param]) => param),
  );
  if (params.length === 0) return 'no operation has such a parameter';
  const refusals: string[] = [];
  for (const param of params) {
    try {
      param.read([value], name);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refusals.push(error.message);
    }
  }
  return refusals[0];
}
