/** The museum's whole keyword tree with counts, over HTTP on a fresh server, beside the same counts by a recursive SQL query. */
import { Agent } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { median, ms, report, time } from './report.ts';
import { receive, startServer } from './service.ts';

const KEYWORDS = 103;
const ROUNDS = 5;
const ASKED_FIRST_MS = 100;
const ASKED_REPEATED_MS = 10;

export async function benchTree(data: string): Promise<void> {
  for (const recursive of [false, true]) {
    const first: number[] = [];
    const repeated: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await using server = await startServer(data);
      const address = `${server.url}/node.do?tree=-1&kind=${KEYWORDS}&asset_count=true&recursive=${recursive}`;
      // The connection is opened before: it is not part of the figure.
      const connection = new Agent({ keepAlive: true, maxSockets: 1 });
      await receive(`${server.url}/ready`, connection);
      const ask = () => receive(address, connection);
      first.push(await time(ask));
      for (let again = 0; again < 30; again += 1) repeated.push(await time(ask));
      connection.destroy();
    }
    const peer = recursive ? await time(() => countPlainly(data)) : undefined;
    const name = `keyword tree with ${recursive ? 'recursive ' : ''}counts`;
    report({
      name: `${name}, first`,
      asked: ms(ASKED_FIRST_MS),
      measured: ms(median(first)),
      ...(peer === undefined ? {} : { peer: `the counts alone by a recursive SQL query ${ms(peer)}` }),
      isReached: median(first) <= ASKED_FIRST_MS,
    });
    report({
      name: `${name}, repeated`,
      asked: ms(ASKED_REPEATED_MS),
      measured: ms(median(repeated)),
      isReached: median(repeated) <= ASKED_REPEATED_MS,
    });
  }
}

function countPlainly(data: string): void {
  using database = new DatabaseSync(join(data, 'catalogue.sqlite'), { readOnly: true });
  database
    .prepare(
      `WITH RECURSIVE within (node, above) AS (
         SELECT id, id FROM nodes WHERE type = ${KEYWORDS}
         UNION ALL SELECT within.node, nodes.parent FROM within JOIN nodes ON nodes.id = within.above WHERE nodes.parent IS NOT NULL
       )
       SELECT above, count(DISTINCT asset) FROM within JOIN asset_nodes ON asset_nodes.node = within.node GROUP BY above`,
    )
    .all();
}
