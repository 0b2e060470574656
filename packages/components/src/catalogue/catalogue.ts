import type { Client, SystemInformation, TokenProvider } from '@asset-browsing-service/client';
import type { Say } from '../texts/texts.ts';
import type { Pictures } from './pictures.ts';
import type { ServiceLoad } from './service-load.ts';

export type { TokenProvider } from '@asset-browsing-service/client';

/** What the elements inside an `abs-catalogue` share. Each connection makes a new object. */
export interface Catalogue {
  readonly client: Client;
  /** Languages, node types, facets and features of the service. */
  readonly about: SystemInformation;
  /** Language of texts, numbers and answers. */
  readonly locale: string;
  readonly say: Say;
  readonly pictures: Pictures;
  /** What the service says of its load. */
  readonly load: ServiceLoad;
  /** Undefined if the service is read without a token. */
  readonly tokenProvider: TokenProvider | undefined;
  /** Asks the person for another token; undefined without tokens. */
  readonly signIn?: (() => void) | undefined;
}
