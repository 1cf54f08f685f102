import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ServerStart } from '../../core/agent/setUp/clientConfiguration';
import { getLauncher } from '../../core/agent/setUp/launcher';

interface LauncherPaths {
	readonly storage: string;
	readonly extensionFolder: string;
	readonly extensionId: string;
	readonly library: string;
	readonly personalColumns: readonly string[];
}

/** Writes the launcher script if it is missing or outdated, and returns the command that MCP clients use. */
export async function writeLauncher({ storage, extensionFolder, ...places }: LauncherPaths): Promise<ServerStart> {
	const bin = join(storage, 'bin');
	const script = join(bin, 'app-errors.js');
	const {
		script: text,
		posix,
		windows,
	} = getLauncher(
		{ ...places, program: process.execPath, extensionFolder, extensionsFolder: dirname(extensionFolder) },
		script,
	);
	await mkdir(bin, { recursive: true });
	await writeIfOther(script, text, 0o644);
	if (process.platform === 'win32') {
		const command = join(bin, 'app-errors.cmd');
		await writeIfOther(command, windows, 0o755);
		// A Windows client can't start a script directly.
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
