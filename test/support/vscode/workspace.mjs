import { rmSync } from 'node:fs';
import { cp, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inCheckout } from './checkout.mjs';

/**
 * A copy of the sample workspace, since editors that are open at the same time would see each other's changes in one
 * folder. It goes when the process ends.
 *
 * @returns {Promise<string>} path of the folder
 */
export async function copyWorkspace() {
	// The system may name its temporary folder by a link, and an editor tells files by their real paths.
	const around = await mkdtemp(join(await realpath(tmpdir()), 'app-errors-'));
	process.once('exit', () => rmSync(around, { recursive: true, force: true }));
	const workspace = join(around, 'workspace');
	await cp(inCheckout('samples', 'workspace'), workspace, { recursive: true });
	return workspace;
}
