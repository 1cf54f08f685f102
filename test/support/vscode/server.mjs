import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { usefulLines } from './noise.mjs';
import { eachLine, runProcess, startProcess } from './processes.mjs';

/**
 * @typedef {object} ServerOptions
 * @property {import('./install.mjs').InstalledVsCode} vscode
 * @property {boolean} [workspaceTrust] Whether Workspace Trust is enabled, as in a user's VS Code.
 * @property {boolean} [testDriver] Whether the page's URL can specify an extension under development and its tests.
 * @property {Record<string, unknown>} [settings]
 * @property {Record<string, string | undefined>} [env] Environment variables for the server and the extension host.
 * @property {string[]} [nodeArgs] Arguments of Node, which the extension host inherits, unlike `NODE_OPTIONS`.
 * @property {string[]} [extensions] VSIX files to install before the server starts.
 * @property {number} [port] The default is a free port.
 * @typedef {object} Server
 * @property {string} url
 * @property {number | undefined} pid
 * @property {string[]} settingsFiles All have the same content. Settings with application scope require a reload.
 * @property {Promise<void>} exited
 * @property {() => string} log
 * @property {() => Promise<void>} dispose
 */

const startTimeout = 90_000;

const quietSettings = {
	'chat.commandCenter.enabled': false,
	'extensions.autoCheckUpdates': false,
	'extensions.autoUpdate': false,
	'extensions.ignoreRecommendations': true,
	'git.openRepositoryInParentFolders': 'never',
	// Untrusted folders are opened in Restricted Mode without a prompt.
	'security.workspace.trust.startupPrompt': 'never',
	'telemetry.telemetryLevel': 'off',
	'update.mode': 'none',
	'workbench.reduceMotion': 'on',
	'workbench.secondarySideBar.defaultVisibility': 'hidden',
	'workbench.startupEditor': 'none',
	'workbench.tips.enabled': false,
};

/** @param {ServerOptions} options @returns {Promise<Server>} */
export async function startServer(options) {
	const { node, serverMain } = options.vscode;
	// Paths of sockets in this folder must not be longer than about 100 characters.
	const dataDir = await mkdtemp(join(tmpdir(), 'vsc-'));
	const temporary = join(dataDir, 't');
	await mkdir(temporary);
	const env = cleanEnvironment({
		// Tests must not depend on the network, so the extension gallery is disabled.
		EXTENSIONS_GALLERY: '{"serviceUrl":""}',
		// Temporary files of extensions are deleted with the data folder. Only Linux paths are short enough for this.
		...(process.platform === 'linux' && { TMPDIR: temporary }),
		...options.env,
	});
	const common = [serverMain, '--server-data-dir', dataDir, '--accept-server-license-terms'];
	const removal = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 };
	const removeNow = () => rmSync(dataDir, removal);
	const removeData = () => rm(dataDir, removal).finally(() => process.off('exit', removeNow));
	/** @type {string[]} */
	const lines = [];
	const keepLine = usefulLines((line) => lines.push(line));
	const log = () => lines.join('\n');

	// VS Code watches only the machine settings. It reads settings with application scope only from the user settings.
	const settingsFiles = ['User', 'Machine'].map((owner) => join(dataDir, 'data', owner, 'settings.json'));
	for (const file of settingsFiles) {
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, JSON.stringify({ ...quietSettings, ...options.settings }, null, '\t'));
	}

	const extensions = options.extensions ?? [];
	if (extensions.length > 0) {
		const installing = extensions.flatMap((vsix) => ['--install-extension', vsix]);
		const code = await runProcess(node, [...common, ...installing, '--force'], { env, onLine: keepLine });
		if (code !== 0) {
			await removeData();
			throw new Error(`VS Code did not install ${extensions.join(', ')}:\n${log()}`);
		}
	}

	const args = ['--host', '127.0.0.1', '--port', String(options.port ?? 0), '--without-connection-token'];
	args.push('--telemetry-level', 'off', '--force-disable-user-env');
	if (!options.workspaceTrust) args.push('--disable-workspace-trust');
	if (options.testDriver) args.push('--enable-smoke-test-driver');
	const nodeArgs = options.nodeArgs ?? [];
	const { child, stop } = startProcess(node, [...nodeArgs, ...common, ...args], {
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	// The handler is added after the process was started, so that on exit the process ends before its folder is removed.
	process.once('exit', removeNow);
	const exited = new Promise((resolve) => child.once('exit', () => resolve(undefined)));

	const dispose = async () => {
		await stop();
		await removeData();
	};
	try {
		const port = await new Promise((resolve, reject) => {
			const timer = setTimeout(() => reject(new Error('timeout')), startTimeout);
			exited.then(() => reject(new Error('the process exited'))).finally(() => clearTimeout(timer));
			child.once('error', reject);
			const onLine = (/** @type {string} */ line) => {
				keepLine(line);
				const listening = /^Extension host agent listening on (\d+)/.exec(line)?.[1];
				if (listening) {
					clearTimeout(timer);
					resolve(listening);
				}
			};
			eachLine(child.stdout, onLine);
			eachLine(child.stderr, onLine);
		});
		return {
			url: `http://127.0.0.1:${port}`,
			pid: child.pid,
			settingsFiles,
			exited: /** @type {Promise<void>} */ (exited),
			log,
			dispose,
		};
	} catch (error) {
		await dispose();
		throw new Error(
			`VS Code ${options.vscode.version} did not start: ${/** @type {Error} */ (error).message}\n${log()}`,
		);
	}
}

// Removes variables that an enclosing VS Code or npm has set.
/** @param {Record<string, string | undefined>} extra */
function cleanEnvironment(extra) {
	const inherited = Object.entries(process.env).filter(
		([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$|npm_)/.test(name),
	);
	return { ...Object.fromEntries(inherited), ...extra };
}
