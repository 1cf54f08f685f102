import { AppError, isProblem } from '../../core/common/errors';

/** Rethrows an error. Disk errors become `unreadable`, because they occurred while reading a file. */
export function rethrowUnreadable(error: unknown): never {
	if (isProblem(error, 'disk')) {
		const { fault, path, code } = error.problem;
		const readFault = fault === 'missing' || fault === 'denied' ? fault : 'other';
		throw new AppError({ kind: 'unreadable', fault: readFault, path, code }, { cause: error });
	}
	throw error;
}
