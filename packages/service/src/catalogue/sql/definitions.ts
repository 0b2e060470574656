import type { FieldType } from '../../../../core/src/domain/model.ts';
import type { DefinitionKind, Entities } from '../catalogue.ts';
import type { Definitions } from '../references.ts';
import type { Sql } from './sql.ts';

/** The definitions as they are within a transaction. They are few, so all are read at once. */
export interface TransactionDefinitions {
  /** Resolves when the definitions are read; the other methods need that. */
  load(): Promise<void>;
  document(kind: DefinitionKind, id: number): string | undefined;
  put(kind: DefinitionKind, id: number, document: string): void;
  /** Type of an information field; undefined while the transaction hasn't defined it. */
  fieldType(field: number): FieldType | undefined;
  readonly parsed: Definitions;
}

export function openDefinitions({ query }: Sql): TransactionDefinitions {
  let loading: Promise<void> | undefined;
  const documents = new Map<DefinitionKind, Map<number, string>>();
  const types = new Map<number, FieldType>();
  const parsed = new Map<DefinitionKind, ReadonlyMap<number, unknown>>();
  const ofKind = (kind: DefinitionKind) => documents.getOrInsertComputed(kind, () => new Map());

  async function read(): Promise<void> {
    for (const [kind, id, document] of await query('SELECT kind, id, document FROM definitions')) {
      ofKind(String(kind) as DefinitionKind).set(Number(id), String(document));
    }
  }

  return {
    load: () => {
      loading ??= read();
      return loading;
    },
    document: (kind, id) => ofKind(kind).get(id),
    put: (kind, id, document) => {
      ofKind(kind).set(id, document);
      parsed.delete(kind);
      if (kind === 'info_field') types.delete(id);
    },
    fieldType: (field) => {
      const known = types.get(field);
      if (known !== undefined) return known;
      const document = ofKind('info_field').get(field);
      if (document === undefined) return undefined;
      const { type } = JSON.parse(document) as Entities['info_field'];
      types.set(field, type);
      return type;
    },
    parsed: <K extends DefinitionKind>(kind: K) =>
      parsed.getOrInsertComputed(
        kind,
        () => new Map([...ofKind(kind)].map(([id, document]) => [id, JSON.parse(document)])),
      ) as ReadonlyMap<number, Entities[K]>,
  };
}
