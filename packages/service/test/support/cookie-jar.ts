/** Sends requests as a browser does: with the cookies of each host, and a redirect at a time. */
export class CookieJar {
  readonly #cookies = new Map<string, Map<string, string>>();
  /** Headers `Set-Cookie` so far, as they were written. */
  readonly written: string[] = [];

  /** The header `Cookie` for an address. */
  for(address: string): string {
    const own = this.#cookies.get(new URL(address).host) ?? new Map();
    return [...own].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async fetch(address: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
    const cookie = this.for(address);
    const own = new Headers(headers);
    if (cookie !== '' && !own.has('cookie')) own.set('cookie', cookie);
    const response = await fetch(address, { ...init, headers: own, redirect: 'manual' });
    const jar = this.#cookies.getOrInsertComputed(new URL(address).host, () => new Map());
    for (const each of response.headers.getSetCookie()) {
      this.written.push(each);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      const isOver = /;\s*max-age=0/i.test(each) || /;\s*expires=Thu, 01 Jan 1970/i.test(each);
      if (isOver) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Follows redirects, up to an address that `until` accepts. Returns that address and the last answer. */
  async follow(start: string, until: (address: string) => boolean = () => false) {
    let address = start;
    for (let step = 0; step < 20; step += 1) {
      if (until(address)) return { address, response: undefined };
      const response = await this.fetch(address);
      const location = response.headers.get('location');
      if (location === null) return { address, response };
      await response.arrayBuffer();
      address = new URL(location, address).href;
    }
    throw new Error(`too many redirects from ${start}`);
  }
}
