import type { Client, SystemInformation } from '@asset-browsing-service/client';
import { createContext } from '@lit/context';
import type { Say } from '../texts/texts.ts';
import type { Pictures } from './pictures.ts';
import type { ServiceLoad } from './service-load.ts';

/** Gives the current access token, or undefined without one. It is asked again with the token that the service refuses. */
export type TokenProvider = (refused?: string) => string | undefined | Promise<string | undefined>;

/** What the elements within an `abs-catalogue` share. A change of address, language or token makes a new one. */
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
}

/** The context by which elements find the catalogue of the nearest `abs-catalogue` around them. */
export const catalogueContext = createContext<Catalogue | undefined>(Symbol('catalogue'));
