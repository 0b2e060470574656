/** What the index thread does for other threads. */
import type { MessagePort } from 'node:worker_threads';
import type { ViewMark } from '../../../../columnar/src/index-publisher.ts';
import type { PublishedView } from '../../../../columnar/src/indexer.ts';
import { SearchUnreachable } from '../../../../columnar/src/search-index.ts';
import type { CallProtocol } from '../../../../core/src/concurrency/calls.ts';
import type { Published } from '../../opensearch/state.ts';
import type { StorageSettings, StoreCounts } from '../storage.ts';

/** Data with which the index thread is started. */
export interface IndexThreadData {
  readonly storage: StorageSettings;
  /** Zone of local times. */
  readonly timeZone: string;
  /** Receives the calls of `INDEX_CALLS`. */
  readonly port: MessagePort;
}

interface IndexState {
  /** Undefined before the first view. */
  readonly view:
    | {
        /** Revision of the catalogue that the index has reached. */
        readonly revision: number;
        /** Memory that all threads share; undefined if it is on another machine. */
        readonly bytes?: number;
      }
    | undefined;
  /** Requests of the index thread to S3 and OpenSearch. */
  readonly stores: StoreCounts;
}

export interface IndexCalls {
  /** Returns a view no older than the last commit before the call; undefined if that is the `current` one. */
  reach(current?: ViewMark): Promise<PublishedView | undefined>;
  /** Like `reach`, if the index is in OpenSearch. */
  published(): Promise<Published>;
  /** Resolves when another base has replaced this one. */
  replaced(base: number, options: { readonly signal: AbortSignal }): Promise<void>;
  /** Returns the current state of the index without updating it. */
  state(options: { readonly signal: AbortSignal }): Promise<IndexState>;
}

export const INDEX_CALLS: CallProtocol<{ readonly index: IndexCalls }> = {
  thread: 'index',
  services: { index: { reach: 'call', published: 'call', replaced: 'call', state: 'call' } },
  errors: [SearchUnreachable],
};
