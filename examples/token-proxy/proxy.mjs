// Hands on requests of a page to the service, with a token that the page never sees.
import { createServer, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

const {
  SERVICE = 'http://localhost:8080/',
  TOKEN,
  PORT = '8081',
  HOST = '127.0.0.1',
  TIMEOUT_SECONDS = '60',
} = process.env;
if (!TOKEN) throw new Error('set TOKEN to a token of the service');
const send = new URL(SERVICE).protocol === 'https:' ? httpsRequest : httpRequest;

/** What pages may ask for: reading, but neither PINs nor reviews, which everyone would write in one name. */
const ALLOWED = /^\/dam\/((?:node|asset)\.do(?:\/\w+)?)$/;
/** What the service may know of the caller. Cookies and other tokens are none of its business. */
const REQUEST_HEADERS = ['accept', 'accept-language', 'if-none-match', 'if-range', 'range'];
const PRIVATE = /(?:public|s-maxage=\d+),? ?/g;

const server = createServer((request, response) => {
  if (!URL.canParse(request.url, 'http://proxy')) {
    return refuse(response, 400, 'request_malformed', 'the target of the request is not a path');
  }
  const { pathname, searchParams } = new URL(request.url, 'http://proxy');
  const [, endpoint] = ALLOWED.exec(pathname) ?? [];
  // Check here whether the user of your site is signed in and may see the assets; this proxy lets everyone read.
  if (endpoint === undefined) return refuse(response, 404, 'path_not_found', `there is nothing at ${pathname}`);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refuse(response, 405, 'method_not_allowed', `${request.method} is not answered here; use GET or HEAD`);
  }
  searchParams.delete('token');
  // It empties the caches of the service for everyone.
  searchParams.delete('flush');
  const target = new URL(`${endpoint}?${searchParams}`, SERVICE);
  const headers = Object.fromEntries(
    REQUEST_HEADERS.map((name) => [name, request.headers[name]]).filter(([, value]) => value),
  );
  const upstream = send(target, { method: request.method, headers: { ...headers, authorization: `Bearer ${TOKEN}` } });
  upstream.on('response', (answer) => {
    // What one user may see is not for a shared cache. The service may redirect to a store, which needs no token.
    const { 'cache-control': caching = 'no-store', connection, 'keep-alive': alive, ...rest } = answer.headers;
    response.writeHead(answer.statusCode, { ...rest, 'cache-control': `private, ${caching.replaceAll(PRIVATE, '')}` });
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  upstream.on('error', () => {
    if (response.headersSent) return response.destroy();
    refuse(response, 502, 'unreachable', 'the service cannot be reached, or does not answer');
  });
  // Only silence counts, so a download may take as long as it needs.
  upstream.setTimeout(Number(TIMEOUT_SECONDS) * 1000, () => upstream.destroy(new Error('the service is silent')));
  // A caller who has gone needs no answer.
  response.on('close', () => upstream.destroy());
  upstream.end();
});

/** Answers in the form of the service, so that its client understands. */
function refuse(response, status, code, message) {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ version: 2, status, data: null, message, code }));
}

server.listen(Number(PORT), HOST, () => console.log(`http://${HOST}:${server.address().port}/dam/`));
