// The command line as a package of npm, without the editor's half: what `npx app-errors` runs.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../test/support/vscode/npm.mjs';
import { leastNode } from './bundles.mjs';

const folder = join('dist', 'npm');

/** Of dist; the engine is the one that the extension runs. */
const bundles = ['cli.js', 'mcp.js', 'engine.js'];

/**
 * Makes dist/app-errors-<version>.tgz of what was built.
 *
 * @returns {Promise<string>} its path
 */
export async function packCommandLine() {
	const { name, version, license, repository } = JSON.parse(readFileSync('package.json', 'utf8'));
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const file of [...bundles, 'third-party-notices.txt']) {
		copyFileSync(join('dist', file), join(folder, file));
	}
	chmodSync(join(folder, 'cli.js'), 0o755);
	copyFileSync('LICENSE', join(folder, 'LICENSE'));
	copyFileSync(join('docs', 'command-line.md'), join(folder, 'README.md'));
	const manifest = {
		name,
		version,
		description: 'Exports, groups and compares crash and error records on the command line, for people, CI and agents.',
		license,
		...(repository && { repository }),
		bin: { [name]: 'cli.js' },
		engines: { node: `>=${leastNode}` },
	};
	writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, '\t')}\n`);
	await npm(['pack', `./${folder}`, '--pack-destination', 'dist', '--ignore-scripts'], '.');
	return join('dist', `${name}-${version}.tgz`);
}
