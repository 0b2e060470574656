/** Requests to nodes that may be killed, with a log of what each got. */
import { setTimeout as pause } from 'node:timers/promises';
import type { NodeProgram } from './node-programs.ts';

export type RequestKind = 'read' | 'write' | 'file' | 'download';

export interface Outcome {
  readonly kind: RequestKind;
  readonly node: NodeProgram;
  readonly start: number;
  readonly end: number;
  /** `refused`: 503. `cut`: the connection ended because the node was killed, or its store during a file. */
  readonly result: 'right' | 'refused' | 'cut';
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  readonly start: number;
  readonly end: number;
  /** The node with its life. */
  readonly reader: string;
}

export interface Requests {
  readonly outcomes: readonly Outcome[];
  /** One sentence for each answer that was wrong. */
  readonly wrongs: readonly string[];
  /** Sends a request. Undefined if it was refused or cut. */
  ask(node: NodeProgram, path: string, kind: RequestKind): Promise<Answer | undefined>;
  /** Downloads at the pace of a slow caller. Continues after a cut from any of the nodes, which must send the same bytes. */
  download(nodes: () => NodeProgram, path: string, isOver: () => boolean): Promise<Buffer | undefined>;
  wrong(sentence: string): void;
}

/** Longest time that a caller waits, in milliseconds: longer than any wait that `openPrograms` sets. */
const PATIENCE_MS = 300_000;
const PIECE_BYTES = 2 ** 18;

export interface RequestsOptions {
  /** Whether a request sent then may have lost its connection though its node lives, as its store was away. */
  mayBeCut(kind: RequestKind, start: number): boolean;
}

export function openRequests({ mayBeCut }: RequestsOptions): Requests {
  const outcomes: Outcome[] = [];
  const wrongs: string[] = [];
  const wrong = (sentence: string) => void wrongs.push(sentence.slice(0, 500));

  async function send(node: NodeProgram, path: string, kind: RequestKind, headers: Readonly<Record<string, string>>) {
    const [start, life] = [performance.now(), node.life()];
    const log = (result: Outcome['result']) =>
      void outcomes.push({ kind, node, start, end: performance.now(), result });
    const failed = (error: unknown) => {
      log('cut');
      if (life > 0 && node.life() === life && !mayBeCut(kind, start)) wrong(`${node.name}${path}: ${textOf(error)}`);
    };
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const response = await fetch(node.url + path, { headers, signal });
      if (response.status === 503) {
        const body = await response.text();
        const isJson = response.headers.get('content-type')?.startsWith('application/javascript') === true;
        const code: unknown = isJson ? JSON.parse(body).code : '';
        // What may have been done is not to be sent again unseen.
        const tells = response.headers.has('retry-after') || code === 'outcome_unknown';
        if (!tells) wrong(`${node.name}${path}: 503 without Retry-After`);
        if (code === undefined) wrong(`${node.name}${path}: 503 without a code`);
        log('refused');
        return undefined;
      }
      return { response, start, log, failed, reader: `${node.name} in life ${life}` };
    } catch (error) {
      failed(error);
      return undefined;
    }
  }

  async function ask(node: NodeProgram, path: string, kind: RequestKind): Promise<Answer | undefined> {
    const sent = await send(node, path, kind, {});
    if (!sent) return undefined;
    const { response, start, reader } = sent;
    const { status, headers } = response;
    try {
      const body = Buffer.from(await response.arrayBuffer());
      // An outdated answer must be refused, not sent with an excuse.
      if (headers.has('warning')) wrong(`${node.name}${path}: Warning: ${headers.get('warning')}`);
      if (status !== 200) wrong(`${node.name}${path}: ${status} ${body.subarray(0, 300)}`);
      sent.log('right');
      return { status, headers, body, start, end: performance.now(), reader };
    } catch (error) {
      sent.failed(error);
      return undefined;
    }
  }

  async function download(nodes: () => NodeProgram, path: string, isOver: () => boolean): Promise<Buffer | undefined> {
    const pieces: Buffer[] = [];
    let received = 0;
    let whole = Infinity;
    let tag = '';
    while (received < whole && !isOver()) {
      const range: Record<string, string> = received === 0 ? {} : { range: `bytes=${received}-`, 'if-range': tag };
      const sent = await send(nodes(), path, 'download', range);
      if (!sent) {
        await pause(100);
        continue;
      }
      const { status, headers, body } = sent.response;
      if (status !== (received === 0 ? 200 : 206))
        wrong(`${path} from ${received}: ${status}, ${headers.get('etag')} for ${tag}`);
      tag = headers.get('etag') ?? '';
      const rest = Number(headers.get('content-length') ?? Number.NaN);
      whole = received + rest;
      try {
        let unread = PIECE_BYTES;
        for await (const piece of body ?? []) {
          pieces.push(Buffer.from(piece));
          received += piece.length;
          unread -= piece.length;
          if (unread > 0) continue;
          unread = PIECE_BYTES;
          await pause(20);
        }
        sent.log('right');
        if (received !== whole) wrong(`${path}: ended after ${received} of ${whole} bytes`);
      } catch (error) {
        sent.failed(error);
      }
    }
    return received === whole ? Buffer.concat(pieces) : undefined;
  }

  return { outcomes, wrongs, ask, download, wrong };
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
