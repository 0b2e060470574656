/** Metrics for operators. Counting takes a tenth of a microsecond, so it slows no answer down. */
import { AggregatorRegistry, type MetricObject } from 'prom-client';

/** Metric label for requests that match no operation. */
export const OTHER = 'other';
/** Metric label for requests that are refused before they are read. */
export const REFUSED = 'refused';

/** Upper bounds of the histogram in seconds, from a cached answer to a film that has to be converted. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** One metric value and its meaning. Names that end in `_total` are counters, all others gauges. */
export interface Figure {
  readonly name: string;
  /** Distinguish figures with the same name. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly help: string;
  readonly value: number;
  /** How the figures of several threads become one; the sum by default. */
  readonly aggregator?: 'sum' | 'max' | undefined;
}

/** Makes a figure. `labels` distinguish figures with the same name. */
export function figure(name: string, value: number, help: string, labels?: Figure['labels']): Figure {
  return { name, help, value, ...(labels && { labels }) };
}

/** Makes a figure that is the highest of all threads. */
export function highest(name: string, value: number, help: string): Figure {
  return { ...figure(name, value, help), aggregator: 'max' };
}

/** Plain data, so that threads can send it to each other. */
export type Metric = MetricObject & { readonly values: readonly MetricValue[] };

interface MetricValue {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly metricName?: string;
}

interface Counts {
  readonly byStatus: Map<number, { answers: number }>;
  /** Requests in each interval between two bounds; the last element counts those above all bounds. */
  readonly buckets: Float64Array;
  seconds: number;
}

/** Counts the requests of one thread. */
export class Metrics {
  readonly #figures: () => readonly Figure[];
  readonly #counts = new Map<string, Counts>();
  #open = 0;
  #damaged = 0;
  #refused = 0;
  #sentFromCache = 0;

  /** `figures` gives those that are read on demand. */
  constructor(figures: () => readonly Figure[]) {
    this.#figures = figures;
  }

  /**
   * Counts an answered or cut request. `operation` as in `node.do search`; `seconds` from reading it to its last byte.
   */
  count(operation: string, status: number, seconds: number): void {
    this.counter(operation, status)(seconds);
  }

  /** Returns a function that counts answers of one kind with their seconds; for answers that are sent repeatedly. */
  counter(operation: string, status: number): (seconds: number) => void {
    const own = this.#counts.getOrInsertComputed(operation, () => ({
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

  /** Counts a file that is being sent. Call the returned function when it is sent or the caller is gone. */
  sending(): () => void {
    this.#open += 1;
    return () => {
      this.#open -= 1;
    };
  }

  /** Counts an answer that was sent from the response cache. */
  sentFromCache(): void {
    this.#sentFromCache += 1;
  }

  /** Counts a stored file that was found damaged while it was delivered. */
  damaged(): void {
    this.#damaged += 1;
  }

  /** Counts a connection that was closed because its address had too many, or to make room for another. */
  connectionRefused(): void {
    this.#refused += 1;
  }

  read(): readonly Metric[] {
    const own = [
      figure('abs_downloads_open', this.#open, 'Downloads and streams being sent.'),
      figure('abs_damage_seen_total', this.#damaged, 'Answers refused or cut for a damaged file.'),
      figure('abs_connections_refused_total', this.#refused, 'Connections closed because their address had too many.'),
      figure('abs_response_cache_hits_total', this.#sentFromCache, 'Responses sent from the cache by URL.'),
    ];
    return [requestsOf(this.#counts), secondsOf(this.#counts), ...[...own, ...this.#figures()].map(metricOf)];
  }
}

/** Returns the Prometheus text: the sums over all threads, or the highest values, and the figures that exist once per process. */
export async function exposition(
  threads: readonly (readonly Metric[])[],
  once: readonly Figure[],
): Promise<{ readonly text: string; readonly mediaType: string }> {
  // The declared type is for one thread's metrics, but the function accepts those of several.
  const all = [...threads, once.map(metricOf)] as unknown as MetricObject[];
  const registry = AggregatorRegistry.aggregate(all);
  return { text: await registry.metrics(), mediaType: registry.contentType };
}

function metricOf({ name, help, value, labels = {}, aggregator }: Figure): Metric {
  return metric(name, help, name.endsWith('_total') ? 'counter' : 'gauge', [{ value, labels }], aggregator);
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

function metric(
  name: string,
  help: string,
  type: string,
  values: readonly MetricValue[],
  aggregator: Figure['aggregator'] = 'sum',
): Metric {
  return { name, help, type, values, aggregator } as unknown as Metric;
}
