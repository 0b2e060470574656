/** How a database is used, for metrics. */
export interface DatabaseState {
  /** Connections that run a statement or a transaction. */
  readonly used: number;
  readonly idle: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
  /** Statements that were answered since the start, the seconds that took, and statements that failed. */
  readonly answered: number;
  readonly seconds: number;
  readonly failed: number;
}
