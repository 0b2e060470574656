/** Finds the session of a request by its cookie, and makes the cookies. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import { ApiError } from '../../../core/src/domain/errors.ts';
import type { EndedSessions, SessionEnd } from '../catalogue/ended-sessions.ts';
import type { Config } from '../config/settings.ts';
import type { SignedIn } from './authentication.ts';
import { Sealer } from './sealed-text.ts';
import { HOUR_MS, marksOf, readSession, type Session, userWithLogin, written } from './session.ts';

/** Longest cookie that all browsers keep, in bytes, with its name and attributes (extensions E6). */
const MAX_COOKIE = 4096;

/** Most sessions that are remembered; the least recently used are evicted. */
const MAX_KNOWN = 10_000;

const SESSION = 'abs-session';
/** Beginning of the names of cookies that a sign-in needs while it goes on. */
const FLOW = 'abs-sign-in-';
const MAX_FLOW_COOKIES = 200;
/** A cookie of a session, whether valid or not. */
const OURS = /(?:^|[;\s])(?:__Host-)?abs-session=/;

/** The parts of a request that decide about its session. */
export interface Carrier {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Scheme and host under which the caller knows this service; undefined if unknown. */
  readonly origin: string | undefined;
}

export class Sessions {
  readonly #sealer: Sealer;
  readonly #flowSealer: Sealer;
  readonly #ended: EndedSessions;
  /** Sessions by the hash of their cookie. */
  readonly #known = new LRUCache<string, Session>({ max: MAX_KNOWN });
  readonly #publicUrl: string | null;
  readonly #lastsMs: number;
  readonly #now: () => number;
  /** The last end of each mark. */
  #ends = new Map<string, SessionEnd>();
  #newest = 0;
  #reading: Promise<void> | undefined;

  constructor({
    signIn,
    publicUrl,
    service,
    ended,
    now,
  }: {
    readonly signIn: Config['signIn'];
    readonly publicUrl: string | null;
    /** Identifies the service, whose nodes share a catalogue. */
    readonly service: string;
    readonly ended: EndedSessions;
    /** Current time in UTC milliseconds. */
    readonly now: () => number;
  }) {
    const bound = [service, signIn.issuer ?? '', signIn.clientId ?? ''];
    this.#sealer = new Sealer(signIn.keys, ['session', ...bound]);
    this.#flowSealer = new Sealer(signIn.keys, ['sign-in', ...bound]);
    this.#publicUrl = publicUrl;
    this.#lastsMs = signIn.hours * HOUR_MS;
    this.#ended = ended;
    this.#now = now;
  }

  /** False for a request that has no cookie of a session, whether right or wrong. */
  isCarriedBy({ headers: { cookie } }: Pick<Carrier, 'headers'>): boolean {
    return typeof cookie === 'string' && OURS.test(cookie);
  }

  /** Returns the session of a request; undefined without one, and if it has ended. */
  async of(request: Carrier): Promise<Session | undefined> {
    if (!this.isCarriedBy(request)) return undefined;
    const text = cookieOf(request, this.#name(SESSION, request));
    const session = text === undefined ? undefined : this.#opened(text);
    // Ends are kept no longer than sessions last now.
    if (!session || Math.min(session.expires, session.began + this.#lastsMs) <= this.#now()) return undefined;
    const newest = this.#ended.newest();
    if (newest === undefined || newest !== this.#newest) await this.#read();
    const isEnded = marksOf(session).some(
      (mark) => (this.#ends.get(mark)?.ended ?? Number.NEGATIVE_INFINITY) >= session.began,
    );
    return isEnded ? undefined : session;
  }

  /** Opening a cookie takes as long as a tenth of a request, so what was opened is remembered. */
  #opened(text: string): Session | undefined {
    // Hashed, so that the cookie itself stays in memory no longer than its request.
    const key = hash('sha256', text, 'base64');
    const known = this.#known.get(key);
    if (known) return known;
    const session = readSession(this.#sealer.open(text));
    if (session) this.#known.set(key, session);
    return session;
  }

  /** Reads the ends that came since. Requests that wait share a reading that began after them. */
  async #read(): Promise<void> {
    await this.#reading?.catch(() => undefined);
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #readOnce(): Promise<void> {
    const seen = this.#ended.newest();
    // A catalogue that was restored to an older state numbers its ends anew.
    const isOlder = seen !== undefined && seen < this.#newest;
    const ends = await this.#ended.after(isOlder ? 0 : this.#newest);
    const now = this.#now();
    if (isOlder) [this.#ends, this.#newest] = [new Map(), seen];
    for (const { number, ...end } of ends) {
      this.#newest = Math.max(this.#newest, number);
      if (end.ended >= (this.#ends.get(end.mark)?.ended ?? 0)) this.#ends.set(end.mark, end);
    }
    for (const [mark, { expires }] of this.#ends) if (expires <= now) this.#ends.delete(mark);
  }

  /**
   * Returns as whom a session is answered: as its user, with the groups that the catalogue gives now, or in its own groups.
   * Throws if the catalogue has no such user any more.
   */
  userOf({ login, groups }: Session, model: CatalogueModel): SignedIn {
    if (login === undefined)
      return { user: undefined, groups: groups.filter((group) => model.groups.has(group)), isBySession: true };
    const user = userWithLogin(login, model);
    if (!user) throw new ApiError('token_invalid', 'the session is of a user who is not in the catalogue any more');
    return { user: user.id, groups: user.groups.filter((group) => model.groups.has(group)), isBySession: true };
  }

  /** Makes the cookie of a session; undefined if it is longer than browsers keep. */
  cookieFor(session: Session, request: Carrier): string | undefined {
    const seconds = Math.floor((session.expires - session.began) / 1000);
    const cookie = this.#cookie(SESSION, this.#sealer.seal(written(session)), seconds, request);
    return Buffer.byteLength(cookie) <= MAX_COOKIE ? cookie : undefined;
  }

  /** Makes the cookie that removes that of the session. */
  endOfCookie(request: Carrier): string {
    return this.#cookie(SESSION, '', 0, request);
  }

  /** Makes the cookie by which a sign-in that goes on knows its browser. `key` tells several of one browser apart. */
  flowCookie(key: string, flow: unknown, seconds: number, request: Carrier): string {
    return this.#cookie(FLOW + key, this.#flowSealer.seal(flow), seconds, request);
  }

  /** Returns what `flowCookie` holds; undefined without it. */
  flowOf(key: string, request: Carrier): unknown {
    const text = cookieOf(request, this.#name(FLOW + key, request));
    return text === undefined ? undefined : this.#flowSealer.open(text);
  }

  /** The keys of the sign-ins of which a request has cookies, at most as many as browsers keep of a host. */
  flowsIn(request: Carrier): readonly string[] {
    const { cookie } = request.headers;
    const beginning = this.#name(FLOW, request);
    const names =
      typeof cookie === 'string' ? cookie.split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '') : [];
    const keys = names.filter((name) => name.startsWith(beginning)).map((name) => name.slice(beginning.length));
    return keys.filter((key) => /^[\w-]+$/.test(key)).slice(0, MAX_FLOW_COOKIES);
  }

  endOfFlow(key: string, request: Carrier): string {
    return this.#cookie(FLOW + key, '', 0, request);
  }

  #isLocal({ origin }: Pick<Carrier, 'origin'>): boolean {
    return /^http:\/\/localhost(?::\d+)?$/i.test(this.#publicUrl ?? origin ?? '');
  }

  /** With this prefix, browsers take a cookie from this host alone, and none that a neighbouring host has made for it. */
  #name(name: string, request: Pick<Carrier, 'origin'>): string {
    return this.#isLocal(request) ? name : `__Host-${name}`;
  }

  #cookie(name: string, value: string, seconds: number, request: Pick<Carrier, 'origin'>): string {
    const secure = this.#isLocal(request) ? '' : ' Secure;';
    return `${this.#name(name, request)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly;${secure} SameSite=Lax`;
  }
}

/** Returns the value of a cookie; undefined also if there are several of this name, of which one must be forged. */
function cookieOf({ headers: { cookie } }: Pick<Carrier, 'headers'>, name: string): string | undefined {
  if (typeof cookie !== 'string') return undefined;
  const values = cookie.split(';').flatMap((pair) => {
    const end = pair.indexOf('=');
    return end > 0 && pair.slice(0, end).trim() === name ? [pair.slice(end + 1).trim()] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}
