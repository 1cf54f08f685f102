import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ServerStart } from '../../core/agent/setUp/clientConfiguration';
import { launcherOf } from '../../core/agent/setUp/launcher';

interface Places {
	/** What is this extension's alone, whatever its version. */
	readonly storage: string;
	readonly extensionFolder: string;
	readonly extensionId: string;
	readonly library: string;
	readonly personalColumns: readonly string[];
}

/**
 * Writes what clients of agents start, where it is not there as it is to be.
 * @returns how a client starts the server
 */
export async function writeLauncher({ storage, extensionFolder, ...places }: Places): Promise<ServerStart> {
	const bin = join(storage, 'bin');
	const script = join(bin, 'app-errors.js');
	const {
		script: text,
		posix,
		windows,
	} = launcherOf(
		{ ...places, program: process.execPath, extensionFolder, extensionsFolder: dirname(extensionFolder) },
		script,
	);
	await mkdir(bin, { recursive: true });
	await writeIfOther(script, text, 0o644);
	if (process.platform === 'win32') {
		const command = join(bin, 'app-errors.cmd');
		await writeIfOther(command, windows, 0o755);
		// Clients start programs, and this is none.
		return { command: 'cmd', args: ['/c', command, 'mcp'] };
	}
	const command = join(bin, 'app-errors');
	await writeIfOther(command, posix, 0o755);
	return { command, args: ['mcp'] };
}

async function writeIfOther(path: string, text: string, mode: number): Promise<void> {
	if ((await readFile(path, 'utf8').catch(() => undefined)) !== text) {
		await writeFile(path, text);
	}
	await chmod(path, mode);
}
