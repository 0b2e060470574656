/** Judges answers by what was written before, and by what the same node has answered before. */
export interface Seen {
  /** The node, and which of its lives; one thread. */
  readonly reader: string;
  readonly start: number;
  readonly end: number;
  readonly value: number;
  /** For messages. */
  readonly what: string;
}

/** A number that only grows. Times are those of `performance.now()`. */
export interface History {
  /** From now on answers may show a value. */
  begin(value: number): void;
  /** From now on the value is acknowledged. */
  acknowledge(value: number): void;
  /** Judges the value of an answer. Returns a sentence if it is wrong. */
  judge(seen: Seen): string | undefined;
}

/** Opens the history of a number whose changes all nodes show within `lagMilliseconds`. */
export function openHistory({
  lagMilliseconds,
  now = () => performance.now(),
}: {
  readonly lagMilliseconds: number;
  now?(): number;
}): History {
  let newest = 0;
  const acknowledged: Point[] = [];
  const seenBy = new Map<string, Point[]>();

  return {
    begin: (value) => {
      newest = Math.max(newest, value);
    },
    acknowledge: (value) => {
      acknowledged.push({ time: now(), value });
    },
    judge: ({ reader, start, end, value, what }) => {
      const before = seenBy.get(reader) ?? [];
      seenBy.set(reader, before);
      const older = last(before, start);
      const promised = last(acknowledged, start - lagMilliseconds);
      if (value > last(before, Infinity)) before.push({ time: end, value });
      const says = `${what} of ${reader} shows ${value}`;
      if (value > newest) return `${says}, which nobody has written`;
      if (value < older) return `${says}, after an answer of the same node that showed ${older}`;
      if (value < promised) return `${says}, more than ${lagMilliseconds} ms after ${promised} was acknowledged`;
      return undefined;
    },
  };
}

interface Point {
  readonly time: number;
  readonly value: number;
}

/** The value of the last point up to a time; 0 without any. */
function last(points: readonly Point[], time: number): number {
  return points.findLast((point) => point.time <= time)?.value ?? 0;
}
