import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { checkout } from './checkout.mjs';
import { commandForCmd, startProcess } from './processes.mjs';

/** @returns {string | undefined} */
export function findDesktop() {
	const { platform, env } = process;
	const hasScreen = platform !== 'linux' || env['DISPLAY'] || env['WAYLAND_DISPLAY'];
	// In a terminal of a remote window, `code` is another program that doesn't support these options.
	if (!hasScreen || env['VSCODE_IPC_HOOK_CLI']) return undefined;
	const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
	if (platform === 'darwin') folders.push('/Applications/Visual Studio Code.app/Contents/Resources/app/bin');
	const name = platform === 'win32' ? 'code.cmd' : 'code';
	return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * Opens a window with this checkout's extension, isolated from the user's own settings and extensions.
 * @param {{ desktop: string, folder: string, settings: Record<string, unknown>, debugPort?: number | undefined }}
 * options
 */
export async function openDesktop({ desktop, folder, settings, debugPort }) {
	const dataDir = await mkdtemp(join(tmpdir(), 'vsc-'));
	await mkdir(join(dataDir, 'User'));
	await writeFile(join(dataDir, 'User', 'settings.json'), JSON.stringify(settings, null, '\t'));
	const options = ['--new-window', '--wait', '--disable-workspace-trust', '--skip-welcome', '--skip-release-notes'];
	const own = [`--user-data-dir=${dataDir}`, `--extensions-dir=${join(dataDir, 'extensions')}`];
	const debug = debugPort ? [`--inspect-extensions=${debugPort}`] : [];
	const args = [...options, ...own, ...debug, `--extensionDevelopmentPath=${checkout}`, folder];
	// A .cmd file can only be run with a shell.
	const { child, stop } =
		process.platform === 'win32'
			? startProcess(commandForCmd([desktop, ...args]), [], { stdio: 'ignore', shell: true })
			: startProcess(desktop, args, { stdio: 'ignore' });
	return {
		where: 'A window of VS Code opens.',
		ended: new Promise((resolve) => child.once('exit', resolve)),
		stop: async () => {
			await endWindow(dataDir);
			await stop();
			await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
		},
	};
}

// The window's process is ended separately, because it is not in the process group of the started program.
/** @param {string} dataDir */
async function endWindow(dataDir) {
	try {
		process.kill(Number(await readFile(join(dataDir, 'code.lock'), 'utf8')), 'SIGTERM');
	} catch {
		// The window has already been closed.
	}
}
