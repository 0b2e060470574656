import { after, before } from 'node:test';
import { type Host, openHost } from './host.ts';
import { makeViewerCatalogue } from './viewer-catalogue.ts';

/** A host with the catalogue of the viewer's tests, from the beginning to the end of a suite. */
export interface ViewerHost {
  readonly host: Host;
  /** Folder of the catalogue. */
  readonly directory: string;
}

/** Opens the host before the tests of this suite, and closes it after them. */
export function hostForViewer(): ViewerHost {
  const stack = new AsyncDisposableStack();
  const opened = { directory: '' } as { host: Host; directory: string };
  before(async () => {
    opened.directory = stack.use(await makeViewerCatalogue()).directory;
    opened.host = stack.use(await openHost({}, opened.directory));
  });
  after(() => stack.disposeAsync());
  return opened;
}
