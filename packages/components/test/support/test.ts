import { test as base } from '@playwright/test';
import { type Host, hostOf } from './host.ts';
import { type ServiceOptions, SharedServices, startService } from './services.ts';

/** What tests in a browser may ask for. */
export interface Fixtures {
  /**
   * The service that the tests of a file or group share and only read; `test.use({ service: { … } })` sets it. Default: the
   * sample.
   */
  readonly service: ServiceOptions;
  /** Windows over that service, closed at the end of the test. */
  readonly host: Host;
  /**
   * Starts a service for this test alone, which may write to it or stop it: with these settings, and this catalogue or the
   * sample.
   */
  readonly openHost: (settings?: ServiceOptions['settings'], catalogue?: ServiceOptions['catalogue']) => Promise<Host>;
}

interface WorkerFixtures {
  readonly services: SharedServices;
}

/** A test in Chromium. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  services: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed.
    async ({}, use) => {
      await using services = new SharedServices();
      await use(services);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  service: [{}, { option: true }],
  host: async ({ service, services, browser }, use) => {
    await using host = hostOf(await services.get(service), browser);
    await use(host);
  },
  openHost: async ({ browser }, use) => {
    await using stack = new AsyncDisposableStack();
    await use(async (settings, catalogue) => {
      const service = stack.use(await startService({ settings, catalogue }));
      return stack.use(hostOf(service, browser));
    });
  },
});

/** Skips the tests of a file or of a group, if something is missing that they need. */
export function skipWithout(missing: string | false): void {
  test.skip(missing !== false, String(missing));
}
