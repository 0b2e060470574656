import { linkToPin, PINS } from '../support/pins.ts';
import { VIEWED, viewerCatalogue } from '../support/viewer-catalogue.ts';
import { type State, stateOf } from './state.ts';

const NARROW = { viewport: { width: 320, height: 568 } };

/** States of the pages that the service makes without the elements. */
export const SERVICE_PAGE_STATES: readonly State[] = [
  stateOf(
    'the page of a PIN with several files',
    PINS,
    async (host) => await host.visit(await linkToPin(host, [1000, 1003]), NARROW),
    (page) => page.getByRole('heading').first().waitFor(),
  ),
  stateOf(
    'the player of a sound',
    { catalogue: viewerCatalogue },
    (host) => host.visit(`/asset.do?play=${VIEWED.sound}`, NARROW),
    (page) => page.getByRole('button', { name: 'Play' }).first().waitFor(),
  ),
  stateOf(
    'the player of a film with its chapters',
    { catalogue: viewerCatalogue },
    (host) => host.visit(`/asset.do?play=${VIEWED.told}`, NARROW),
    (page) => page.getByRole('combobox', { name: 'Chapter' }).waitFor(),
  ),
].map((state) => ({ ...state, isWholePage: true }));
