/** Sends to a name whose address is public, private, both, and private again, and prints as JSON what came of it. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendMessage } from '../../src/webhooks/send.ts';

const [PUBLIC, PRIVATE] = ['93.184.215.14', '127.0.0.1'];
const ADDRESSES = [[PUBLIC], [PRIVATE], [PRIVATE, PUBLIC], [PRIVATE]];
/** Type of a record with an IPv4 address. */
const A = 1;

let [asked, got] = [0, 0];
const names = createSocket('udp4').bind(53, '127.0.0.1');
names.on('message', (question, { port, address }) => {
  const end = question.indexOf(0, 12) + 5;
  const hasAddress = question.readUInt16BE(end - 4) === A;
  const addresses = hasAddress ? (ADDRESSES[asked] ?? []) : [];
  asked += Number(hasAddress);
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.set([0, 1, 0, addresses.length, 0, 0, 0, 0], 4);
  // The name is that of the question; the record is good for no time.
  const records = addresses.map((each) => [0xc0, 12, 0, A, 0, 1, 0, 0, 0, 0, 0, 4, ...each.split('.').map(Number)]);
  names.send(Buffer.concat([header, question.subarray(12, end), Buffer.from(records.flat())]), port, address);
});
const receiver = createServer((_request, response) => {
  got += 1;
  response.end();
}).listen(0, '127.0.0.1');
await Promise.all([once(names, 'listening'), once(receiver, 'listening')]);

const url = `http://receiver.example:${(receiver.address() as AddressInfo).port}/`;
const outcomes: string[] = [];
for (const allowPrivate of [false, false, false, true]) {
  const outcome = await sendMessage({ url, allowPrivate }, { headers: {}, body: '{}' }, new AbortController().signal);
  outcomes.push(outcome.kind === 'failed' ? outcome.reason : outcome.kind);
}
console.log(JSON.stringify({ outcomes, asked, got }));
names.close();
receiver.close();
