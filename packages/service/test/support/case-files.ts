/**
 * Golden requests and replies. A case is a title, a request, `--`, and what must come:
 *
 *   # a title that is true when the case passes
 *   GET /node.do?suggest=ap
 *   Range: bytes=0-1                       (request headers, if any)
 *   --
 *   200 ["Applewood"]                      (status, then `data`, or the message of a failure)
 *   total 1                                (a sibling of `data`, if any; of a failure `code "…"`)
 *   x-pages: 1                             (headers of the answer, if any)
 *
 * A title that begins with `example: ` marks the case that the documentation shows.
 * `…` as the expected data leaves it unchecked; in an object it stands for further keys.
 * A response shows only what its operation declares: the shape of data, what stands beside it, error codes, headers and
 * media types, as both OpenAPI documents say.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

export interface Case {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly status: number;
  readonly expected: string;
  readonly siblings: readonly (readonly [string, string])[];
  readonly headers: readonly (readonly [string, string])[];
}

/** The cases of a file. */
export const readCases = (file: URL): readonly Case[] => readFileSync(file, 'utf8').trim().split(/\n\n+/).map(readCase);

function readCase(block: string): Case {
  const lines = block.split('\n').filter((line) => line.trim() !== '');
  const [title = '', request = '', ...rest] = lines;
  const line = rest.indexOf('--');
  assert.ok(title.startsWith('# ') && line >= 0, `not a case:\n${block}`);
  const [method = '', path = ''] = request.split(' ');
  const [result = '', ...more] = rest.slice(line + 1);
  const isHeader = (each: string) => /^[a-z-]+:/.test(each);
  return {
    title: title.slice(2),
    method,
    path,
    requestHeaders: Object.fromEntries(rest.slice(0, line).map((each) => splitAt(each, ':'))),
    status: Number(result.slice(0, 3)),
    expected: result.slice(4),
    siblings: more.filter((each) => !isHeader(each)).map((each) => splitAt(each, ' ')),
    headers: more.filter(isHeader).map((each) => splitAt(each, ':')),
  };
}

function splitAt(text: string, mark: string): readonly [string, string] {
  const place = text.indexOf(mark);
  return [text.slice(0, place), text.slice(place + 1).trim()];
}
