import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inCheckout } from './checkout.mjs';

const root = inCheckout('.vscode-test');
const marker = '.complete';

// Fills a cached folder on first use, through a staging folder, so that interrupted and concurrent runs are safe.
/** @param {string} name @param {(folder: string) => Promise<void>} fill @returns {Promise<string>} */
export async function cached(name, fill) {
	const target = join(root, name);
	if (existsSync(join(target, marker))) return target;
	await mkdir(root, { recursive: true });
	await removeAbandoned();
	const staging = await mkdtemp(join(root, `.partial-${process.pid}-`));
	try {
		await fill(staging);
		await writeFile(join(staging, marker), '');
		if (!existsSync(join(target, marker))) {
			await rm(target, { recursive: true, force: true });
			await rename(staging, target);
		}
	} catch (error) {
		const anotherRunWon = existsSync(join(target, marker));
		if (!anotherRunWon) throw error;
	} finally {
		await rm(staging, { recursive: true, force: true });
	}
	return target;
}

async function removeAbandoned() {
	for (const entry of await readdir(root)) {
		const owner = /^\.partial-(\d+)-/.exec(entry)?.[1];
		if (owner && !isRunning(Number(owner))) await rm(join(root, entry), { recursive: true, force: true });
	}
}

/** @param {number} pid */
function isRunning(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
	}
}
