/** Values of `/metrics` by name with labels, parsed as Prometheus does. */
export function metricsIn(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

export async function readMetrics(url: string): Promise<ReadonlyMap<string, number>> {
  return metricsIn(await (await fetch(`${url}/metrics`)).text());
}
