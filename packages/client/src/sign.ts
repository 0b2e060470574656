/** Signs addresses, for servers: whoever has the secret can sign whatever its users may see. */

export interface SigningOptions {
  /** ID of the user as whom the service answers. */
  readonly user: number;
  /** IDs of groups that count in place of the user's own. */
  readonly groups?: readonly number[];
  /** When the address expires; a number is in seconds since 1970. */
  readonly expires: Date | number;
  readonly key: {
    /** As in the setting `sign.keys`. */
    readonly id: string;
    /** What the file of the key holds; a line break at its end is left out. */
    readonly secret: string | Uint8Array;
  };
}

/** What no time in seconds reaches, so that milliseconds are noticed. */
const MAX_SECONDS = 1e11;
const MIN_BYTES = 32;

/**
 * Returns the address with the signature that the service checks. The address is absolute, or a path that begins with `/`;
 * the service has to receive its path and query as they are here, but may do so under any host.
 */
export async function signAddress(address: string | URL, options: SigningOptions): Promise<string> {
  const { user, groups, expires, key } = options;
  const text = String(address);
  const isPath = /^\/(?!\/)/.test(text);
  const { origin, pathname, search, hash } = new URL(text, isPath ? 'http://localhost' : undefined);
  if (search === '' || hash !== '') throw new RangeError('the address needs a query, and has no fragment');
  for (const name of new URLSearchParams(search).keys())
    if (['user', 'groups', 'expires', 'key', 'signature'].includes(name))
      throw new RangeError(`the address has the parameter ${name}, which belongs to the end that is signed`);
  const seconds = typeof expires === 'number' ? expires : Math.floor(expires.getTime() / 1000);
  const ids = [user, ...(groups ?? []), seconds];
  if (!ids.every((id) => Number.isSafeInteger(id) && id >= 0) || seconds > MAX_SECONDS)
    throw new RangeError('user and groups are IDs, and expires is a date or a time in whole seconds');
  if (groups?.length === 0) throw new RangeError('groups has no ID; leave it out for those of the user');
  if (!/^[\w.~-]{1,64}$/.test(key.id))
    throw new RangeError('the ID of the key has letters, digits, ., _, ~ and - alone');
  const secret = withoutLineBreak(typeof key.secret === 'string' ? new TextEncoder().encode(key.secret) : key.secret);
  if (secret.length < MIN_BYTES) throw new RangeError(`the secret has less than ${MIN_BYTES} bytes`);

  const named = groups === undefined ? '' : `&groups=${groups.join(',')}`;
  const signed = `${pathname}${search}&user=${user}${named}&expires=${seconds}&key=${key.id}`;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(signed)));
  const letters = btoa(String.fromCharCode(...signature))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
  return `${isPath ? '' : origin}${signed}&signature=${letters}`;
}

function withoutLineBreak(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const hasBreak = bytes.at(-1) === 0x0a;
  return new Uint8Array(bytes.slice(0, hasBreak ? (bytes.at(-2) === 0x0d ? -2 : -1) : undefined));
}
