import type { LogOutputChannel } from 'vscode';
import { AppError } from '../core/errors';

/**
 * Tells the log of what went wrong where nobody waits: a problem by its kind, a fault of our own with its stack, which
 * is ours and holds no record's text.
 */
export function logFault(log: Pick<LogOutputChannel, 'warn' | 'error'>, doing: string, error: unknown): void {
	if (error instanceof AppError) {
		log.warn(`${doing}: ${error.problem.kind}`);
	} else {
		log.error(doing, error instanceof Error ? (error.stack ?? error.name) : typeof error);
	}
}
