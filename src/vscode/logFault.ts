import type { LogOutputChannel } from 'vscode';
import { AppError } from '../core/common/errors';

/** Kinds by which the runtime says that it cannot take a text or a value, which it quotes. */
const quoting = /^(?:SyntaxError|RangeError|URIError|DataCloneError)$|\[ERR_/;

/** Tells the log of what went wrong: a problem by its kind, a fault of our own with its stack. */
export function logFault(log: Pick<LogOutputChannel, 'warn' | 'error'>, doing: string, error: unknown): void {
	if (error instanceof AppError) {
		log.warn(`${doing}: ${error.problem.kind}`);
	} else {
		log.error(doing, describeFault(error));
	}
}

/** A fault with the calls that led to it, and with its message unless that may quote what was being read. */
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
