import { ServiceError } from './errors.ts';

/** The value of a parameter. Undefined leaves the parameter out. */
export type Value = string | number | boolean | readonly (string | number | boolean)[] | undefined;

/** Values by name of the parameter. */
export type Query = Readonly<Record<string, Value>>;

/** Returns the base address with a slash at its end. Throws `address_invalid`. */
export function baseAddress(base: string | URL): string {
  let url: URL;
  try {
    url = new URL(base, globalThis.document?.baseURI);
  } catch {
    throw new ServiceError(
      'address_invalid',
      `"${String(base)}" is not an address; give one such as https://media.example/`,
    );
  }
  if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new ServiceError(
      'address_invalid',
      `the base address must be http or https, without a query, a fragment and a user: ${url.origin}${url.pathname}`,
    );
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** Returns the address of a request. Joins lists with commas, or repeats the parameter if a value contains a comma. */
export function addressOf(base: string, endpoint: string, query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (typeof value !== 'object') params.append(name, String(value));
    else if (value.some((item) => String(item).includes(','))) {
      for (const item of value) params.append(name, String(item));
    } else params.append(name, value.join(','));
  }
  return `${base}${endpoint}?${params}`;
}
