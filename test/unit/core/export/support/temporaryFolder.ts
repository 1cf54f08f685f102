import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives every test of the suite a folder of its own, which is gone after it. */
export function useTemporaryFolder(): { readonly path: string } {
	let path = '';
	beforeEach(() => {
		path = mkdtempSync(join(tmpdir(), 'app-errors-'));
	});
	afterEach(() => {
		rmSync(path, { recursive: true, force: true });
	});
	return {
		get path() {
			return path;
		},
	};
}

/** All files and folders below a folder, with `/` between names, sorted. */
export function tree(folder: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.map((path) => path.replaceAll('\\', '/'))
		.sort();
}

/** Whether permissions mean anything to this user; they do not to root. */
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
