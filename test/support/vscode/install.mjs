import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.mjs';
import { inCheckout } from './checkout.mjs';
import { npm, unpackPackage } from './npm.mjs';
import { versions } from './versions.mjs';

/** @typedef {{ name: string, version: string, node: string, serverMain: string }} InstalledVsCode */

/**
 * Installs the pinned version of VS Code (server, workbench and extension host), using only the npm registry.
 * @param {import('./versions.mjs').VersionName} name
 * @param {(line: string) => void} [progress]
 * @returns {Promise<InstalledVsCode>}
 */
export async function installVsCode(name, progress = console.log) {
	const version = versions[name];
	const suffix = version.ripgrep ? '-with-search' : '';
	const folder = await cached(`server-${version.vscode}${suffix}`, async (staging) => {
		const started = Date.now();
		progress(`VS Code ${version.vscode}: installing`);
		const server = join(await unpackPackage(`code-server@${version.codeServer}`, staging), 'lib', 'vscode');
		await replaceDependencies(server, version.patches);
		await npm(['install', '--omit=dev', '--ignore-scripts'], server);
		if (version.ripgrep) await installRipgrep(version.ripgrep, server);
		progress(`VS Code ${version.vscode}: installed in ${Math.round((Date.now() - started) / 1000)} s`);
	});
	return {
		name,
		version: version.vscode,
		node: version.node ? await installNode(version.node, progress) : ownNode(),
		serverMain: join(folder, 'package', 'lib', 'vscode', 'out', 'server-main.js'),
	};
}

/** @param {string} version @param {string} server */
async function installRipgrep(version, server) {
	const modules = join(server, 'node_modules', '@vscode');
	const staging = await mkdtemp(join(modules, '.ripgrep-'));
	const universal = await unpackPackage(`@vscode/ripgrep-universal@${version}`, staging);
	const program = executable('rg');
	await mkdir(join(modules, 'ripgrep', 'bin'), { recursive: true });
	await rename(
		join(universal, 'bin', `${process.platform}-${process.arch}`, program),
		join(modules, 'ripgrep', 'bin', program),
	);
	await rm(staging, { recursive: true });
}

// Changes only the given dependencies in the lock file, so that installations are reproducible.
/** @param {string} folder @param {Readonly<Record<string, string>>} replacements */
async function replaceDependencies(folder, replacements) {
	if (Object.keys(replacements).length === 0) return;
	const manifestFile = join(folder, 'package.json');
	const lockFile = join(folder, 'npm-shrinkwrap.json');
	const manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
	const lock = JSON.parse(await readFile(lockFile, 'utf8'));
	for (const [dependency, version] of Object.entries(replacements)) {
		manifest.dependencies[dependency] = version;
		lock.packages[''].dependencies[dependency] = version;
		delete lock.packages[`node_modules/${dependency}`];
	}
	await writeFile(manifestFile, JSON.stringify(manifest, null, 2));
	await writeFile(lockFile, JSON.stringify(lock, null, 2));
}

/** @param {string} version @param {(line: string) => void} progress */
async function installNode(version, progress) {
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const folder = await cached(`node-${version}`, async (staging) => {
		progress(`Node ${version}: installing`);
		await unpackPackage(`node-${platform}-${process.arch}@${version}`, staging);
	});
	return join(folder, 'package', 'bin', executable('node'));
}

/** Returns the Node executable in the checkout's dependencies, because the system's Node may be too old. */
export function ownNode() {
	const node = inCheckout('node_modules', 'node', 'bin', executable('node'));
	if (!existsSync(node)) throw new Error('The devDependency "node" is not installed. Run "npm ci" first.');
	return node;
}

/** @param {string} name */
const executable = (name) => (process.platform === 'win32' ? `${name}.exe` : name);
