import type { SqlQuery } from '../sql/sql.ts';

/** What questions to a server have shown. */
export interface PostgresClock {
  /** Median of the questions. */
  readonly roundTripMilliseconds: number;
  /** Server's clock minus that of this machine; wrong by at most half of the shortest round trip. */
  readonly clockMilliseconds: number;
}

/** Asks the server for its time, `questions` times one after another. */
export async function readPostgresClock(query: SqlQuery, questions: number): Promise<PostgresClock> {
  const trips: { readonly milliseconds: number; readonly clock: number }[] = [];
  for (let question = 0; question < questions; question += 1) {
    const [before, start] = [Date.now(), performance.now()];
    const [row] = await query('SELECT extract(epoch FROM clock_timestamp())::float8');
    const milliseconds = performance.now() - start;
    trips.push({ milliseconds, clock: Number(row?.[0]) * 1000 - before - milliseconds / 2 });
  }
  // The shortest trip tells the time most exactly.
  trips.sort((a, b) => a.milliseconds - b.milliseconds);
  return {
    roundTripMilliseconds: trips[trips.length >> 1]?.milliseconds ?? 0,
    clockMilliseconds: trips[0]?.clock ?? 0,
  };
}
