import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function useTemporaryFolder(): { readonly path: string } {
	let path = '';
	beforeEach(() => {
		path = mkdtempSync(join(tmpdir(), 'app-errors-'));
	});
	afterEach(() => {
		// On Windows, a process that has just ended can still hold a file for a moment.
		rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
	});
	return {
		get path() {
			return path;
		},
	};
}

export function tree(folder: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.map((path) => path.replaceAll('\\', '/'))
		.sort();
}

/** Returns whether file permissions apply to this user. They do not apply to root. */
export function permissionsHold(folder: string): boolean {
	chmodSync(folder, 0o500);
	try {
		rmSync(mkdtempSync(join(folder, 'x')), { recursive: true });
		return false;
	} catch {
		return true;
	} finally {
		chmodSync(folder, 0o700);
	}
}
