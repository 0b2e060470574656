import { openSharpRenderer } from '../../../src/media/pictures/renderer-sharp.ts';
import { rendererContract } from './renderer.contract.ts';

rendererContract('sharp in child processes', ({ queue }) =>
  openSharpRenderer({ processes: 1, seconds: 120, megabytes: 1024, queue }),
);
