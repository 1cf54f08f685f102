import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

export interface SmallDisk extends Disposable {
	readonly path: string;
	resize(bytes: number): void;
	setReadOnly(readOnly: boolean): void;
}

/** Mounts a disk with a limited size. Returns undefined if this is not permitted, which is usual, or not on Linux. */
export function mountSmallDisk(path: string, bytes: number): SmallDisk | undefined {
	mkdirSync(path, { recursive: true });
	try {
		mount('-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path);
	} catch {
		return undefined;
	}
	return {
		path,
		resize: (bytes) => mount('-o', `remount,size=${bytes}`, path),
		setReadOnly: (readOnly) => mount('-o', `remount,${readOnly ? 'ro' : 'rw'}`, path),
		[Symbol.dispose]: () => execFileSync('umount', [path], { stdio: 'pipe' }),
	};
}

function mount(...parameters: readonly string[]): void {
	execFileSync('mount', parameters, { stdio: 'pipe' });
}
