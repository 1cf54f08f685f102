import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { npm } from '../test/support/vscode/npm.mjs';
import { leastNode, sharedFolder } from './bundles.mjs';
import { packagedReadme } from './packagedReadme.mjs';

const bundles = ['cli.js', 'mcp.js', 'engine.js'];

/** Name of the npm package. The name without the scope is already used by another package. */
const packageName = '@app-errors/cli';

/** @param {string} [destination] @returns {Promise<string>} */
export async function packCommandLine(destination = 'dist') {
	const folder = join(destination, 'npm');
	const { name, version, license, repository, bugs, homepage } = JSON.parse(readFileSync('package.json', 'utf8'));
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	// The shared folder exists only in production builds.
	if (existsSync(sharedFolder)) cpSync(sharedFolder, join(folder, basename(sharedFolder)), { recursive: true });
	for (const file of [...bundles, 'third-party-notices.txt']) {
		copyFileSync(join('dist', file), join(folder, file));
	}
	chmodSync(join(folder, 'cli.js'), 0o755);
	copyFileSync('LICENSE', join(folder, 'LICENSE'));
	cpSync(join('src', 'cli', 'schemas'), join(folder, 'schemas'), { recursive: true });
	const manual = execFileSync(process.execPath, [join(folder, 'cli.js'), 'help', '--all']);
	writeFileSync(join(folder, 'manual.txt'), manual);
	const guide = 'docs/command-line.md';
	writeFileSync(join(folder, 'README.md'), packagedReadme(readFileSync(guide, 'utf8'), { path: guide, repository }));
	const manifest = {
		name: packageName,
		version,
		description: 'Exports, groups and compares crash and error records on the command line, for people, CI and agents.',
		license,
		...(repository && { repository, bugs, homepage }),
		bin: { [name]: 'cli.js' },
		engines: { node: `>=${leastNode}` },
	};
	writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, '\t')}\n`);
	await npm(['pack', resolve(folder), '--pack-destination', destination, '--ignore-scripts'], '.');
	return join(destination, `${packageName.slice(1).replace('/', '-')}-${version}.tgz`);
}
