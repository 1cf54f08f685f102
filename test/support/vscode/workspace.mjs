import { rmSync } from 'node:fs';
import { cp, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inCheckout } from './checkout.mjs';

// Copies the workspace, so that tests don't see each other's changes. The copy is deleted when the process exits.
/** @returns {Promise<string>} */
export async function copyWorkspace() {
	// The temporary folder may be a symbolic link, but VS Code identifies files by their real paths.
	const around = await mkdtemp(join(await realpath(tmpdir()), 'app-errors-'));
	process.once('exit', () => rmSync(around, { recursive: true, force: true }));
	const workspace = join(around, 'workspace');
	await cp(inCheckout('samples', 'workspace'), workspace, { recursive: true });
	return workspace;
}
