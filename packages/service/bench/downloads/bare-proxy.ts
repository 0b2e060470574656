/**
 * What Node can do at best: sends whatever the address in the first argument has to each connection, with plain sockets
 * that read into a few buffers and write these. Checks nothing, knows nothing of HTTP. Prints its own address.
 */
import { type AddressInfo, connect, createServer } from 'node:net';

const BUFFER_BYTES = 256 * 1024;
const BUFFERS = 4;

const from = new URL(process.argv[2] ?? '');
const request = `GET ${from.pathname}${from.search} HTTP/1.1\r\nHost: ${from.host}\r\nConnection: close\r\n\r\n`;

const server = createServer((client) => {
  const free = Array.from({ length: BUFFERS }, () => Buffer.allocUnsafeSlow(BUFFER_BYTES));
  /** Receives the next bytes. There is always one, because the store is paused before the last one is written. */
  let next = free.pop() as (typeof free)[number];
  client.once('data', () => {
    const store = connect({
      host: from.hostname,
      port: Number(from.port),
      onread: {
        buffer: () => next,
        callback: (bytes, received) => {
          const buffer = received as typeof next;
          client.write(buffer.subarray(0, bytes), () => {
            free.push(buffer);
            store.resume();
          });
          next = free.pop() as typeof next;
          return free.length > 0;
        },
      },
    });
    store.once('end', () => client.end());
    store.write(request);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
