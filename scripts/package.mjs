// Makes dist/app-errors.vsix, and the package of the command line beside it.
// node scripts/package.mjs [--list]   with --list the files are named and nothing is packed
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runProcess } from '../test/support/vscode/processes.mjs';
import { packCommandLine } from './npmPackage.mjs';

const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));

/**
 * The editor shows pictures of an extension's README from https addresses alone: none that are in the package, nor any
 * written into the README (https://github.com/microsoft/vscode-vsce/issues/1196). With a repository vsce gives them such
 * addresses; until there is one, the README goes without rather than with broken ones.
 */
const readme = repository ? 'README.md' : 'dist/README.md';
if (!repository) {
	mkdirSync(dirname(readme), { recursive: true });
	writeFileSync(readme, readFileSync('README.md', 'utf8').replace(/^!\[[^\]]*\]\([^)]*\)\n\n/gm, ''));
}

const vsce = join(dirname(createRequire(import.meta.url).resolve('@vscode/vsce/package.json')), 'vsce');
const links = repository ? [] : ['--allow-missing-repository', '--no-rewrite-relative-links'];
const isListing = process.argv.includes('--list');
const what = isListing ? ['ls'] : ['package', ...links, '--out', 'dist/app-errors.vsix'];
process.exitCode = await runProcess(
	process.execPath,
	[vsce, ...what, '--no-dependencies', '--readme-path', readme],
	{},
);
if (process.exitCode === 0 && !isListing) {
	console.log(await packCommandLine());
}
