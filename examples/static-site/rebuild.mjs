// Builds the site now and whenever a webhook tells of a change.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';

const { SECRET, HOST = '127.0.0.1', PORT = '3000' } = process.env;
if (!SECRET?.startsWith('whsec_')) throw new Error('set SECRET to the text whsec_… of the secretFile of the webhook');
const BUILD = fileURLToPath(new URL('build.mjs', import.meta.url));
/** More than the largest message, of 100 changes. */
const MAX_BYTES = 100_000;
const PAUSE_MS = 60_000;

let isBuilding = false;
let isOutdated = false;

/** Builds once more if something changes meanwhile; after a failure, tries again later. */
async function build() {
  isOutdated = true;
  if (isBuilding) return;
  isBuilding = true;
  while (isOutdated) {
    isOutdated = false;
    const [status] = await once(spawn(process.execPath, [BUILD], { stdio: 'inherit' }), 'close');
    if (status !== 0) setTimeout(build, PAUSE_MS);
  }
  isBuilding = false;
}

const server = createServer(async (request, response) => {
  response.statusCode = await accept(request);
  response.end();
});

/** Returns the status: 204 before the build, because the service waits for 20 seconds only. */
async function accept(request) {
  if (request.method !== 'POST' || !(Number(request.headers['content-length']) <= MAX_BYTES)) return 400;
  try {
    new Webhook(SECRET).verify(await text(request), request.headers);
  } catch {
    return 401;
  }
  build();
  return 204;
}

server.listen(Number(PORT), HOST);
build();
