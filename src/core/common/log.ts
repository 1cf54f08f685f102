/** Logs a message, which may contain statuses, counts, durations, and host names, but no token or service text. */
export type Log = (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;
