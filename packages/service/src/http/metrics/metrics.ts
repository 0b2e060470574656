/** What operators watch. Counting costs a tenth of a microsecond: no answer is slower for it. */
import { AggregatorRegistry, type MetricObject } from 'prom-client';

/** What isn't an operation is counted under. */
export const OTHER = 'other';
/** What is turned away before it is read is counted under. */
export const REFUSED = 'refused';

/** Upper bounds of the histogram in seconds: from an answer that is known to a film that has to be converted. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** A figure with what it means. Names that end in `_total` only grow. */
export interface Figure {
  readonly name: string;
  /** Tell figures of one name apart. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly help: string;
  readonly value: number;
}

/** Plain data, so that threads can send it to each other. */
export type Metric = MetricObject & { readonly values: readonly MetricValue[] };

interface MetricValue {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly metricName?: string;
}

/** Counts the requests of one thread. */
export interface Metrics {
  /** A request that was answered or cut. `operation` as in `node.do search`; `seconds` from reading it to its last byte. */
  count(operation: string, status: number, seconds: number): void;
  /** Counts answers of one kind, each with its seconds: for those that are sent again and again. */
  counter(operation: string, status: number): (seconds: number) => void;
  /** A file whose bytes are being sent; call what it gives when they are, or when the caller is gone. */
  sending(): () => void;
  /** A stored file was found to be damaged while it was delivered. */
  damaged(): void;
  /** A connection was closed because its address had too many. */
  connectionRefused(): void;
  /** All of this thread. */
  read(): readonly Metric[];
}

/** Of one operation. */
interface Counts {
  readonly byStatus: Map<number, { answers: number }>;
  /** Requests up to each bound and above the one before; the last are above all. */
  readonly buckets: Float64Array;
  seconds: number;
}

export function openMetrics(figures: () => readonly Figure[]): Metrics {
  const counts = new Map<string, Counts>();
  let open = 0;
  let damaged = 0;
  let refused = 0;

  function counter(operation: string, status: number): (seconds: number) => void {
    const own = counts.getOrInsertComputed(operation, () => ({
      byStatus: new Map(),
      buckets: new Float64Array(BOUNDS.length + 1),
      seconds: 0,
    }));
    const ofStatus = own.byStatus.getOrInsertComputed(status, () => ({ answers: 0 }));
    const { buckets } = own;
    return (seconds) => {
      ofStatus.answers += 1;
      let bucket = 0;
      while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] as number)) bucket++;
      buckets[bucket] = (buckets[bucket] as number) + 1;
      own.seconds += seconds;
    };
  }

  return {
    count: (operation, status, seconds) => counter(operation, status)(seconds),
    counter,
    sending: () => {
      open += 1;
      return () => {
        open -= 1;
      };
    },
    damaged: () => {
      damaged += 1;
    },
    connectionRefused: () => {
      refused += 1;
    },
    read: () => [
      requestsOf(counts),
      secondsOf(counts),
      metricOf(openDownloads(open)),
      metricOf(damageSeen(damaged)),
      metricOf(connectionsRefused(refused)),
      ...figures().map(metricOf),
    ],
  };
}

/** The text for Prometheus: what threads tell, summed up, and figures that the process has once. */
export async function exposition(
  threads: readonly (readonly Metric[])[],
  once: readonly Figure[],
): Promise<{ readonly text: string; readonly mediaType: string }> {
  // The declared type is of one thread's metrics; it takes those of several.
  const all = [...threads, once.map(metricOf)] as unknown as MetricObject[];
  const registry = AggregatorRegistry.aggregate(all);
  return { text: await registry.metrics(), mediaType: registry.contentType };
}

function openDownloads(value: number): Figure {
  return { name: 'abs_downloads_open', help: 'Files whose bytes are being sent: downloads and streams.', value };
}

function damageSeen(value: number): Figure {
  return { name: 'abs_damage_seen_total', help: 'Answers refused or cut for a stored file that is damaged.', value };
}

function connectionsRefused(value: number): Figure {
  return {
    name: 'abs_connections_refused_total',
    help: 'Connections closed because their address had http.perAddress open.',
    value,
  };
}

function metricOf({ name, help, value, labels = {} }: Figure): Metric {
  return metric(name, help, name.endsWith('_total') ? 'counter' : 'gauge', [{ value, labels }]);
}

function requestsOf(counts: ReadonlyMap<string, Counts>): Metric {
  const values = [...counts].flatMap(([operation, { byStatus }]) =>
    [...byStatus].map(([status, { answers }]) => ({ value: answers, labels: { operation, status } })),
  );
  return metric('abs_requests_total', 'Requests answered, by operation and HTTP status.', 'counter', values);
}

function secondsOf(counts: ReadonlyMap<string, Counts>): Metric {
  const name = 'abs_request_seconds';
  const values = [...counts].flatMap(([operation, { buckets, seconds }]) => {
    let sum = 0;
    const upTo = [...buckets].map((value, i) => {
      sum += value;
      return { metricName: `${name}_bucket`, value: sum, labels: { operation, le: BOUNDS[i] ?? '+Inf' } };
    });
    const all = { labels: { operation } };
    return [
      ...upTo,
      { ...all, metricName: `${name}_sum`, value: seconds },
      { ...all, metricName: `${name}_count`, value: sum },
    ];
  });
  return metric(name, 'Time from reading a request to its last byte, by operation.', 'histogram', values);
}

function metric(name: string, help: string, type: string, values: readonly MetricValue[]): Metric {
  return { name, help, type, values, aggregator: 'sum' } as unknown as Metric;
}
