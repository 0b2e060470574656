import type { FieldType } from '../../../../core/src/domain/model.ts';
import type { DefinitionKind, Entities } from '../catalogue.ts';
import type { Definitions } from '../references.ts';
import type { Sql } from './sql.ts';

/** The definitions as they are within a transaction. They are few, so all are read at once. */
export class TransactionDefinitions {
  readonly #query: Sql['query'];
  #loading: Promise<void> | undefined;
  readonly #documents = new Map<DefinitionKind, Map<number, string>>();
  readonly #types = new Map<number, FieldType>();
  readonly #parsed = new Map<DefinitionKind, ReadonlyMap<number, unknown>>();

  constructor({ query }: Sql) {
    this.#query = query;
  }

  readonly parsed: Definitions = <K extends DefinitionKind>(kind: K) =>
    this.#parsed.getOrInsertComputed(
      kind,
      () => new Map([...this.#ofKind(kind)].map(([id, document]) => [id, JSON.parse(document)])),
    ) as ReadonlyMap<number, Entities[K]>;

  /** Resolves when the definitions are read; the other methods need that. */
  load(): Promise<void> {
    this.#loading ??= this.#read();
    return this.#loading;
  }

  document(kind: DefinitionKind, id: number): string | undefined {
    return this.#ofKind(kind).get(id);
  }

  put(kind: DefinitionKind, id: number, document: string): void {
    this.#ofKind(kind).set(id, document);
    this.#parsed.delete(kind);
    if (kind === 'info_field') this.#types.delete(id);
  }

  /** Type of an information field; undefined while the transaction hasn't defined it. */
  fieldType(field: number): FieldType | undefined {
    const known = this.#types.get(field);
    if (known !== undefined) return known;
    const document = this.document('info_field', field);
    if (document === undefined) return undefined;
    const { type } = JSON.parse(document) as Entities['info_field'];
    this.#types.set(field, type);
    return type;
  }

  #ofKind(kind: DefinitionKind): Map<number, string> {
    return this.#documents.getOrInsertComputed(kind, () => new Map());
  }

  async #read(): Promise<void> {
    for (const [kind, id, document] of await this.#query('SELECT kind, id, document FROM definitions')) {
      this.#ofKind(String(kind) as DefinitionKind).set(Number(id), String(document));
    }
  }
}
