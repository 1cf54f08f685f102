/** Takes statuses, counts, durations and host names; never a token, a query's values or the service's words. */
export type Log = (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;
