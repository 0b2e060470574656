/** A bare `node:http` server that sends what a file holds, or 304: the most that a service on Node can reach. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isMainThread, Worker } from 'node:worker_threads';

const [, , port = '0', threads = '1', file = ''] = process.argv;
const answer = JSON.parse(readFileSync(file, 'utf8')) as { headers: Record<string, string>; body: string };
const body = Buffer.from(answer.body);
const whole = Object.entries(answer.headers).flat();
const headers = Object.entries(answer.headers)
  .filter(([name]) => !name.startsWith('content-'))
  .flat();

if (isMainThread && Number(threads) > 1) {
  for (let i = 0; i < Number(threads); i++) new Worker(new URL(import.meta.url), { argv: [port, threads, file] });
} else {
  createServer((request, response) => {
    if (request.headers['if-none-match'] === undefined) response.writeHead(200, whole).end(body);
    else response.writeHead(304, headers).end();
  }).listen({ port: Number(port), host: '127.0.0.1', reusePort: Number(threads) > 1 });
}
