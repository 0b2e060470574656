import type { EndpointSettings } from './endpoint-settings.ts';
import type { Problem } from './problems.ts';
import type { Config } from './settings.ts';

/** Reports base addresses where no width may be asked for, or no address be signed. */
export function picturesThatLack({ picture, endpoints, sign }: Config): readonly Problem[] {
  const all = [
    ['', picture] as const,
    ...[...endpoints].map(([name, own]) => [`endpoints.${name}.`, own.picture] as const),
  ];
  return all.flatMap(([prefix, own]) => {
    const isTold = prefix !== '' && own.allow === picture.allow && own.widths === picture.widths;
    const message = isTold ? undefined : lackOf(own, sign.keys.length > 0);
    return message === undefined ? [] : [{ key: `${prefix}picture.allow`, source: 'settings', message }];
  });
}

function lackOf({ allow, widths }: EndpointSettings['picture'], hasKey: boolean): string | undefined {
  if (allow === 'signed' && !hasKey) return 'signed needs a key in sign.keys';
  return allow === 'widths' && widths.length === 0 ? 'widths needs picture.widths' : undefined;
}
