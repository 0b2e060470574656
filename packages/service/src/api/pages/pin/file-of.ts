import type { FileReply } from '../../file-reply.ts';
import type { Context, Operation } from '../../operation.ts';
import type { Shape } from '../../params.ts';
import type { Query } from '../../query.ts';
import { readParams } from '../../read-params.ts';

/** Runs an operation internally and returns its file. Throws if it responds with JSON. */
export async function fileOf(operation: Operation, query: Query, context: Context<Shape>): Promise<FileReply> {
  const reply = await operation.handle({ ...context, params: readParams(operation.params, query) });
  if ('data' in reply) throw new Error(`${operation.selectors[0]}: bytes were expected`);
  return reply;
}
