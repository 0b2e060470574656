/** Typed client of the Asset Browsing Service. */
export type { ChangeBatch, FollowOptions } from './changes.ts';
export { type Client, type ClientOptions, connect, type OperationCall, type RequestOptions } from './client.ts';
export type { FileOptions, Progress, ServiceFile } from './download.ts';
export { type ClientErrorCode, isServiceError, ServiceError } from './errors.ts';
export { type IiifAddresses, iiifOf } from './iiif.ts';
export type * from './interface.ts';
export type { Page } from './page.ts';
export {
  type PictureAttributes,
  type PictureBoxes,
  type PictureOptions,
  type PictureProps,
  type Previews,
  pictureOf,
  previewsOf,
} from './pictures.ts';
export { type SigningOptions, signAddress } from './sign.ts';
export type { TokenProvider, TransportOptions } from './transport.ts';
