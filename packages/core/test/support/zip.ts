export { zipOf } from '../../src/platform/zip-of.ts';
