import type { ContextWith } from '../operation.ts';
import type { Shape } from '../params.ts';

/** What a tool answers with: data that is shown as JSON, or a picture. */
export type ToolResult =
  | { readonly kind: 'data'; readonly data: unknown }
  | { readonly kind: 'picture'; readonly bytes: Uint8Array; readonly mediaType: string };

/** What an assistant can do, through the Model Context Protocol. Tools read only. */
export interface Tool<S extends Shape = Shape> {
  readonly name: string;
  readonly title: string;
  /** For the assistant, which chooses tools by it. */
  readonly description: string;
  readonly params: S;
  /** `context` is in the language of the argument `locale`; `given` are the arguments as they were written. */
  run(context: ContextWith<S>, given: Readonly<Record<string, unknown>>): Promise<ToolResult>;
}

/** Keeps the types of the arguments. */
export function tool<const S extends Shape>(declaration: Tool<S>): Tool {
  return declaration as unknown as Tool;
}
