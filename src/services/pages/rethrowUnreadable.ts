import { AppError, isProblem } from '../../core/common/errors';

/** Converts a disk error to `unreadable`, because the error concerns reading a file rather than writing to a folder. */
export function rethrowUnreadable(error: unknown): never {
	if (isProblem(error, 'disk')) {
		const { fault, path, code } = error.problem;
		const readFault = fault === 'missing' || fault === 'denied' ? fault : 'other';
		throw new AppError({ kind: 'unreadable', fault: readFault, path, code }, { cause: error });
	}
	throw error;
}
