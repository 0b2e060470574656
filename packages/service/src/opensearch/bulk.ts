/** Sends documents in bulk, one request at a time while the next is made. */
import { setTimeout as wait } from 'node:timers/promises';
import { SearchUnreachable } from '../../../columnar/src/search-index.ts';
import { type Client, Refused } from './client.ts';

const MAX_BYTES = 8 * 2 ** 20;
const MAX_DOCUMENTS = 1000;
const ATTEMPTS = 8;
const FIRST_PAUSE_MILLISECONDS = 200;

interface Item {
  readonly status: number;
  readonly error?: { readonly type: string; readonly reason: string };
}

export class Bulk {
  readonly #client: Client;
  readonly #path: string;
  readonly #version: number;
  #operations: string[] = [];
  #bytes = 0;
  #sending: Promise<void> = Promise.resolve();

  /** Documents get the revision as their version: what a slower indexer sends of an older one is refused. */
  constructor(client: Client, { alias, revision }: { readonly alias: string; readonly revision: number }) {
    this.#client = client;
    // Without an alias, an index that somebody deleted would be made again with another mapping.
    this.#path = `/${alias}/_bulk?require_alias=true`;
    this.#version = revision;
  }

  async put(id: number, document: object): Promise<void> {
    await this.#add(`{"index":${this.#target(id)}}\n${JSON.stringify(document)}\n`);
  }

  async remove(id: number): Promise<void> {
    await this.#add(`{"delete":${this.#target(id)}}\n`);
  }

  /** Resolves when everything was accepted. */
  async end(): Promise<void> {
    await this.#flush();
    await this.#sending;
  }

  #target(id: number): string {
    return `{"_id":"${id}","version":${this.#version},"version_type":"external_gte"}`;
  }

  async #add(operation: string): Promise<void> {
    this.#operations.push(operation);
    this.#bytes += operation.length;
    if (this.#bytes >= MAX_BYTES || this.#operations.length >= MAX_DOCUMENTS) await this.#flush();
  }

  async #flush(): Promise<void> {
    await this.#sending;
    const operations = this.#operations;
    if (operations.length === 0) return;
    this.#operations = [];
    this.#bytes = 0;
    this.#sending = this.#send(operations);
    // `end` and the next flush see the failure.
    this.#sending.catch(() => {});
  }

  async #send(operations: readonly string[]): Promise<void> {
    let left = operations;
    for (let attempt = 1; ; attempt++) {
      const { body } = await this.#client.send<{ items: readonly Readonly<Record<string, Item>>[] }>({
        method: 'POST',
        path: this.#path,
        body: left.join(''),
      });
      const items = body.items.map((item) => Object.values(item)[0] as Item);
      // 409: a newer indexer was faster, which `StateStore.replace` tells.
      const failed = items.map(({ status, error }) => error !== undefined && status !== 409);
      left = left.filter((_, place) => failed[place]);
      if (left.length === 0) return;
      const { status, error } = items[failed.indexOf(true)] as Item;
      const { type = '', reason } = error ?? {};
      const message = `search.url: documents are refused: ${status} ${type}: ${reason}`;
      if (status < 500 && status !== 429) throw new Refused(status, type, message);
      if (attempt === ATTEMPTS) throw new SearchUnreachable(message);
      await wait(FIRST_PAUSE_MILLISECONDS * 2 ** (attempt - 1));
    }
  }
}
