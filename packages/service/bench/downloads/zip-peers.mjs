// ZIPs of the files in a folder as others make them, without compression: /archiver, /yazl, /zip. Says its port when it listens.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ZipArchive } from 'archiver';
import yazl from 'yazl';

const folder = process.argv[2] ?? '.';
const names = readdirSync(folder).sort();

const WAYS = {
  '/archiver': (response) => {
    const archive = new ZipArchive({ store: true });
    archive.pipe(response);
    for (const name of names) archive.file(join(folder, name), { name });
    archive.finalize();
  },
  '/yazl': (response) => {
    const archive = new yazl.ZipFile();
    archive.outputStream.pipe(response);
    for (const name of names) archive.addFile(join(folder, name), name, { compress: false });
    archive.end();
  },
  '/zip': (response) => {
    const child = spawn('zip', ['-0', '-q', '-', ...names], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.pipe(response);
  },
};

const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/zip' });
  const send = WAYS[request.url];
  if (send) send(response);
  else response.end();
});
server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
