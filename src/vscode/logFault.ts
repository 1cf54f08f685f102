import type { LogOutputChannel } from 'vscode';
import { AppError } from '../core/common/errors';

/** Matches types of errors whose messages may contain the processed data. */
const quoting = /^(?:SyntaxError|RangeError|URIError|DataCloneError)$|\[ERR_/;

export function logFault(log: Pick<LogOutputChannel, 'warn' | 'error'>, doing: string, error: unknown): void {
	if (error instanceof AppError) {
		log.warn(`${doing}: ${error.problem.kind}`);
	} else {
		log.error(doing, describeFault(error));
	}
}

/** Describes an unexpected error by its stack. Omits the message if it may contain the processed data. */
export function describeFault(error: unknown): string {
	if (!(error instanceof Error)) {
		return typeof error;
	}
	const { name, message, stack = name } = error;
	const [kind = name] = /^\w+(?: \[\w+\])?/.exec(stack) ?? [];
	if (message === '' || !quoting.test(kind)) {
		return stack;
	}
	const at = stack.indexOf(message);
	return at < 0 ? kind : kind + stack.slice(at + message.length);
}
