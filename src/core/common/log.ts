/**
 * Logs a message. It may contain statuses, counts, durations, and host names, but no token or text from the service.
 */
export type Log = (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;
