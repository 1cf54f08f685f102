import { AppError, type Problem } from '../common/errors';

type Fault = Extract<Problem, { kind: 'disk' }>['fault'];

const faults: Readonly<Record<string, Fault>> = {
	ENOSPC: 'full',
	EDQUOT: 'full',
	EFBIG: 'full',
	EACCES: 'denied',
	EPERM: 'denied',
	EROFS: 'denied',
	EBUSY: 'busy',
	ENOENT: 'missing',
	ENOTDIR: 'missing',
	EEXIST: 'exists',
};

/**
 * Converts file system errors to `disk` errors. All other errors are rethrown unchanged.
 * @throws AppError `disk`
 */
export async function onDisk<T>(path: string, action: () => Promise<T>): Promise<T> {
	try {
		return await action();
	} catch (error) {
		const code = errorCode(error);
		if (code === undefined) {
			throw error;
		}
		throw new AppError({ kind: 'disk', fault: faults[code] ?? 'other', path, code }, { cause: error });
	}
}

/** Returns an error code such as `ENOENT`. Returns undefined if the error does not come from a system call. */
export function errorCode(error: unknown): string | undefined {
	return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
}
