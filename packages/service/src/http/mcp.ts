/**
 * The Model Context Protocol at `/mcp` of each base address (extensions E7). Each request stands by itself: its server is
 * made for it, with the rights of its token, and answers in one piece.
 */
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { ApiError } from '../../../core/src/domain/errors.ts';
import { checkArguments, queryOf, schemaOf } from '../api/mcp/arguments.ts';
import type { Tool, ToolResult } from '../api/mcp/tool.ts';
import { GENERAL_PARAMETERS } from '../api/operation.ts';
import { readParams } from '../api/read-params.ts';
import { withWrittenIntegers } from '../api/written-integers.ts';
import { needsToken, type openAuthentication } from '../auth/authentication.ts';
import type { Snapshot } from '../catalogue/catalogue.ts';
import { readConsistently } from '../catalogue/read-consistently.ts';
import { PROGRAM_VERSION } from '../config/package.ts';
import { type Answer, type Request, requestHeader, withHeaders } from './answer.ts';
import { type BaseAddress, baseAddressOf } from './base-address.ts';
import { readToken } from './bearer.ts';
import { callerOf } from './client.ts';
import { openContexts } from './context.ts';
import { isPreflight } from './cors.ts';
import type { AsApiError } from './failure.ts';
import { rpcRefusal } from './reply.ts';
import type { Runtime } from './runtime.ts';

/** Maximum size of a request: what an assistant asks is short. */
const MAX_BODY_BYTES = 256 * 1024;

/** Codes of JSON-RPC for bodies that are no message. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;

/** Revisions of the protocol that are spoken. */
const REVISIONS = ['2026-07-28', '2025-11-25'];

/** What pages of the allowed origins may send. */
const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Authorization, Content-Type, Mcp-Method, Mcp-Name, Mcp-Protocol-Version',
  'access-control-max-age': '86400',
};

/** Where it is switched off, whatever the method. */
const NOTHING = rpcRefusal(new ApiError('path_not_found', 'nothing is here'));

/** Returns a function that answers requests to `/mcp`; undefined for every other path. It never rejects. */
export function openMcp({
  tools,
  authentication,
  asApiError,
  ...runtime
}: Runtime & {
  readonly tools: readonly Tool[];
  readonly authentication: ReturnType<typeof openAuthentication>;
  readonly asApiError: AsApiError;
}): (request: Request) => Promise<Answer> | undefined {
  const { catalogue, services, config } = runtime;
  const contextOf = openContexts(runtime);

  async function answerTo(request: Request, base: BaseAddress): Promise<Answer> {
    const origin = requestHeader(request, 'origin');
    const headers = { 'cache-control': 'no-store', ...(origin === undefined ? {} : { vary: 'Origin' }) };
    const complete = (answer: Answer): Answer => ({ ...withHeaders(answer, headers), operation: 'mcp' });
    const { origins } = base.settings.mcp;
    const isAllowed = origin !== undefined && (origins.includes('*') || origins.includes(origin));
    const readable: Answer['headers'] = isAllowed ? { 'access-control-allow-origin': origin } : {};
    try {
      if (origin !== undefined && !isAllowed)
        throw new ApiError('not_permitted', 'origin: pages of other sites may not use this address; see mcp.origins');
      if (isPreflight(request)) return complete({ status: 204, headers: { ...readable, ...PREFLIGHT } });
      if (request.method !== 'POST')
        throw new ApiError('method_not_allowed', `${request.method} is not answered here; use POST`);
      return complete(withHeaders(await served(request, base), readable));
    } catch (error) {
      return complete(withHeaders(refusal(error instanceof NotJsonRpc ? error : asApiError(error, request)), readable));
    }
  }

  async function served(request: Request, base: BaseAddress): Promise<Answer> {
    const { name, settings } = base;
    const sender = { address: request.address, endpoint: name };
    // Tokens count in the header alone, because addresses stand in logs.
    const token = readToken(request, new Map());
    // Cookies don't count here, so that no page can act for whoever has signed in.
    if (token === undefined && (needsToken(settings) || config.signIn.required))
      throw new ApiError('token_missing', 'a token is needed, in the header "Authorization: Bearer"');
    const identity = needsToken(settings) ? await authentication.identify(token, sender, request.signal) : undefined;
    if (!identity && config.signIn.required)
      throw new ApiError('token_missing', 'a token of this base address is needed');
    const message = messageIn(await request.body?.(MAX_BODY_BYTES));
    const snapshot = await catalogue.snapshot();
    const user = identity && authentication.userOf(identity, sender, snapshot.model);
    const caller = callerOf(request, { query: new Map(), name, user, signedAs: undefined }, config);

    const run = async (tool: Tool, given: Given): Promise<ToolResult> => {
      const query = queryOf(given);
      try {
        const params = readParams(tool.params, query);
        const { locale } = readParams(GENERAL_PARAMETERS, queryOf({ locale: given['locale'] }));
        const input = { request, caller, settings, locale, user };
        const work = (state: Snapshot) => tool.run({ ...contextOf(state, input), params }, given);
        return await readConsistently(catalogue, snapshot, work, request.signal);
      } catch (error) {
        throw error instanceof ApiError ? withWrittenIntegers(error, query) : error;
      }
    };
    const failed = (error: unknown) => asApiError(error, request);
    const { createMcpHandler, isInitializeRequest, McpServer } = await import('@modelcontextprotocol/server');
    // The library would take wrong params for a fault of its own.
    if (message.method === 'initialize' && !isInitializeRequest(message))
      throw new NotJsonRpc(INVALID_PARAMS, 'initialize: params are missing or wrong', message.id);
    const serverOf = () => {
      const title = services.brand.at(0, snapshot.model.defaultLanguage).name;
      const about = { name: 'asset-browsing-service', version: PROGRAM_VERSION, ...(title && { title }) };
      // Nobody could be told of a change of the tools, which are always the same.
      const capabilities = { tools: { listChanged: false } };
      const server = new McpServer(about, { supportedProtocolVersions: [...REVISIONS], capabilities });
      for (const tool of tools) register(server, tool, run, failed);
      return server;
    };
    // Without subscriptions, each answer ends.
    const handler = createMcpHandler(serverOf, { maxSubscriptions: 0, keepAliveMs: 0 });
    try {
      const response = await handler.fetch(webRequest(request), { parsedBody: message });
      const type = response.headers.get('content-type');
      return {
        status: response.status,
        headers: type === null ? {} : { 'content-type': type },
        body: new Uint8Array(await response.arrayBuffer()),
      };
    } finally {
      await handler.close();
    }
  }

  return (request) => {
    const { path, ...base } = baseAddressOf(request.path, config);
    if (path !== '/mcp') return undefined;
    return base.settings.mcp.enabled ? answerTo(request, base) : Promise.resolve(NOTHING);
  };
}

/** Arguments as they were written. */
type Given = Readonly<Record<string, unknown>>;

/** Adds a tool to a server. */
function register(
  server: McpServer,
  tool: Tool,
  run: (tool: Tool, given: Given) => Promise<ToolResult>,
  failed: (error: unknown) => ApiError,
): void {
  const { name, title, description, params } = tool;
  const schema = schemaOf(params);
  const inputSchema = {
    '~standard': {
      version: 1 as const,
      vendor: 'asset-browsing-service',
      // The tool itself checks its arguments, so that all refusals look alike.
      validate: (given: unknown) => ({ value: given ?? {} }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
  const annotations = { readOnlyHint: true, openWorldHint: false };
  server.registerTool(name, { title, description, inputSchema, annotations }, async (given) => {
    try {
      return contentOf(await run(tool, checkArguments(params, given)));
    } catch (error) {
      const { code, message } = failed(error);
      return { isError: true, content: [textBlock(`${code}: ${message}`)] };
    }
  });
}

function contentOf(result: ToolResult): CallToolResult {
  if (result.kind === 'data') return { content: [textBlock(JSON.stringify(result.data))] };
  const data = Buffer.from(result.bytes).toString('base64');
  return { content: [{ type: 'image', data, mimeType: result.mediaType }] };
}

/** Texts come from the catalogue, whose authors aren't those who instruct the assistant. */
function textBlock(text: string) {
  return { type: 'text' as const, text, _meta: { untrusted: true } };
}

/** A body that is no message of the protocol. */
class NotJsonRpc extends Error {
  readonly code: number;
  /** ID of the message, where it is known. */
  readonly id: string | number | null;

  constructor(code: number, message: string, id?: unknown) {
    super(message);
    this.code = code;
    this.id = typeof id === 'string' || typeof id === 'number' ? id : null;
  }
}

function messageIn(body: Uint8Array | undefined): { readonly method?: unknown; readonly id?: unknown } {
  let message: unknown;
  try {
    message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new NotJsonRpc(PARSE_ERROR, 'the body is not JSON');
  }
  // Many messages in one request would get past the limits of requests.
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    throw new NotJsonRpc(INVALID_REQUEST, 'the body is not one message of JSON-RPC');
  return message;
}

function webRequest({ headers, signal }: Request): globalThis.Request {
  const own = new Headers();
  // The library needs none of the others, and must not see the token.
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = requestHeader({ headers }, name);
    if (value !== undefined) own.set(name, value);
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers: own, signal });
}

function refusal(error: ApiError | NotJsonRpc): Answer {
  if (!(error instanceof NotJsonRpc)) {
    const answer = rpcRefusal(error);
    return answer.status === 405 ? withHeaders(answer, { allow: 'POST' }) : answer;
  }
  const { id, code, message } = error;
  const body = JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
  return { status: 400, headers: { 'content-type': 'application/json' }, body };
}
