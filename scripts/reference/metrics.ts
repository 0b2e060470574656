// Writes the list of docs/reference/metrics.md from the figures that the program makes.
import { processFigures, sharedFigures, threadFigures } from '../../packages/service/src/http/metrics/figures.ts';
import { type Metric, Metrics } from '../../packages/service/src/http/metrics/metrics.ts';

/** Figures of a program that uses everything, so that none is missing. */
export function metricsList(): string {
  const stores = { originals: { requests: 0, seconds: 0, failed: 0 } };
  const cache = { hits: 0, misses: 0, entries: 0, bytes: 0 };
  const database = { used: 0, idle: 0, waiting: 0, answered: 0, seconds: 0, failed: 0 };
  const metrics = new Metrics(() =>
    threadFigures({
      ...{ results: cache, responses: cache, computed: 0, waiting: 0, refused: 0, unsentBytes: 0 },
      ...{ slowDisconnected: 0, database, stores, revision: 0, lagMilliseconds: 0 },
    }),
  );
  // Requests show their labels only once there are some.
  metrics.count('node.do search', 200, 0);
  const shared = sharedFigures(
    {
      queues: { render: { waiting: 0, busy: 0, processes: 0 } },
      index: { revision: 0, bytes: 0 },
      coordination: { isReachable: true, failed: 0 },
      clocks: { database: 0 },
      disk: { free: 0, reserve: 0 },
      stores: [],
    },
    0,
  );
  const rows = [
    ...metrics.read().map(({ name, help, values }: Metric) => ({ name, help, labels: labelsOf(values) })),
    ...[...shared, ...processFigures()].map(({ name, help, labels = {} }) => ({
      name,
      help,
      labels: Object.keys(labels),
    })),
  ];
  const byName = new Map(rows.map((row) => [row.name, row]));
  return [
    ...[...byName.values()]
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ name, help, labels }) => {
        const by = labels.length === 0 ? '' : ` by ${labels.map((label) => `\`${label}\``).join(', ')}`;
        return `- \`${name}\`${by}: ${help}`;
      }),
  ].join('\n');
}

/** The labels of a metric, without the bounds of a histogram. */
function labelsOf(values: Metric['values']): readonly string[] {
  return Object.keys(values[0]?.labels ?? {}).filter((label) => label !== 'le');
}
