import type { EndpointSettings } from './endpoint-settings.ts';
import type { Problem } from './problems.ts';
import type { Config } from './settings.ts';

/** Reports base addresses where no picture of any size may be asked for. */
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

function lackOf({ allow, widths }: EndpointSettings['picture'], hasKeys: boolean): string | undefined {
  if (allow === 'widths' && widths.length === 0) return 'widths needs picture.widths';
  return allow === 'signed' && !hasKeys ? 'signed needs sign.keys' : undefined;
}
