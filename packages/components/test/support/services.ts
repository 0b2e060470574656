import { type RunningApp, startApp, startNode } from '../../../service/test/support/app.ts';
import { buildElements } from './build-elements.ts';
import { openSite, type Site } from './site.ts';

/** How many services of a worker that no test uses at the moment stay open, because a later test may want the same one. */
const KEPT = 4;

/** What a service is started with. */
export interface ServiceOptions {
  /** Environment variables of its settings, in which `$SITE` stands for the address of the site. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Fills its data folder. Default: with the sample. The same function stands for the same catalogue. */
  readonly catalogue?: ((data: string) => Promise<void>) | undefined;
  /** Name of the tests that share it; by default, all of a worker that want the same settings and catalogue, and only read. */
  readonly sharedBy?: string;
}

/** A running service, and a site with elements that use it. */
export interface Service extends AsyncDisposable {
  readonly app: RunningApp;
  readonly site: Site;
}

/** Starts a service and a site. The elements are built first, because the pages of the service load them, too. */
export async function startService({ settings = {}, catalogue }: ServiceOptions): Promise<Service> {
  await using stack = new AsyncDisposableStack();
  await buildElements();
  let address = '';
  const site = stack.use(await openSite(() => address));
  const named = Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [key, String(value).replaceAll('$SITE', site.url)]),
  );
  const app = stack.use(await (catalogue ? startNode(named, catalogue) : startApp(named)));
  address = app.url;
  const owned = stack.move();
  return { app, site, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
}

/** The services that the tests of a worker share, because starting one takes longer than most tests. */
export class SharedServices implements AsyncDisposable {
  readonly #open = new Map<string, Promise<Service>>();
  readonly #catalogues: unknown[] = [];

  /** A service with these options: one that is open, or else a new one in place of that which was used longest ago. */
  async get(options: ServiceOptions): Promise<Service> {
    const key = this.#keyOf(options);
    const service = this.#open.get(key) ?? startService(options);
    this.#open.delete(key);
    this.#open.set(key, service);
    for (const [oldest, other] of [...this.#open].slice(0, -KEPT)) {
      this.#open.delete(oldest);
      await (await other)[Symbol.asyncDispose]();
    }
    return await service;
  }

  #keyOf({ settings = {}, catalogue, sharedBy = '' }: ServiceOptions): string {
    if (!this.#catalogues.includes(catalogue)) this.#catalogues.push(catalogue);
    return JSON.stringify([settings, this.#catalogues.indexOf(catalogue), sharedBy]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const service of this.#open.values()) await (await service)[Symbol.asyncDispose]();
  }
}
