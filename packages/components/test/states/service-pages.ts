import { importSample } from '../../../service/test/support/sample.ts';
import { SOUND, sampleWithSound } from '../../../service/test/support/sample-with-sound.ts';
import { linkToPin, PINS } from '../support/pins.ts';
import { VIEWED, viewerCatalogue } from '../support/viewer-catalogue.ts';
import type { State } from './state.ts';

const NARROW = { viewport: { width: 320, height: 568 } };

async function catalogueWithSound(data: string): Promise<void> {
  using sample = sampleWithSound();
  await importSample(data, sample.directory);
}

/** States of the pages that the service makes without the elements. */
export const SERVICE_PAGE_STATES: readonly State[] = [
  {
    name: 'the page of a PIN with several files',
    service: PINS,
    isWholePage: true,
    reach: async (host) => await host.visit(await linkToPin(host, [1000, 1003]), NARROW),
  },
  {
    name: 'the player of a sound',
    service: { catalogue: catalogueWithSound },
    isWholePage: true,
    reach: async (host) => {
      const page = await host.visit(`/asset.do?play=${SOUND}`, NARROW);
      await page.getByRole('button', { name: 'Play' }).first().waitFor();
      return page;
    },
  },
  {
    name: 'the player of a film with its chapters',
    service: { catalogue: viewerCatalogue },
    isWholePage: true,
    reach: async (host) => {
      const page = await host.visit(`/asset.do?play=${VIEWED.told}`, NARROW);
      await page.getByRole('combobox', { name: 'Chapter' }).waitFor();
      return page;
    },
  },
];
