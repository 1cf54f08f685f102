import { AppError, isProblem } from '../../core/common/errors';

/** What the disk refuses here is a file to read, not a folder to write to. */
export function rethrowUnreadable(error: unknown): never {
	if (isProblem(error, 'disk')) {
		const { fault, path, code } = error.problem;
		const told = fault === 'missing' || fault === 'denied' ? fault : 'other';
		throw new AppError({ kind: 'unreadable', fault: told, path, code }, { cause: error });
	}
	throw error;
}
