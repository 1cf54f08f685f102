// Packages the extension as dist/app-errors.vsix, and the command line as an npm package in the same folder.
//     node scripts/package.mjs [--list]   --list prints the files without packaging anything
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runProcess } from '../test/support/vscode/processes.mjs';
import { packCommandLine } from './npmPackage.mjs';
import { packagedReadme } from './packagedReadme.mjs';
import { recompress } from './recompress.mjs';

const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));

const readme = join('dist', 'README.md');
mkdirSync('dist', { recursive: true });
writeFileSync(readme, packagedReadme(readFileSync('README.md', 'utf8'), { path: 'README.md', repository }));

const vsce = join(dirname(createRequire(import.meta.url).resolve('@vscode/vsce/package.json')), 'vsce');
const links = ['--no-rewrite-relative-links', ...(repository ? [] : ['--allow-missing-repository'])];
const vsix = join('dist', 'app-errors.vsix');
const isListing = process.argv.includes('--list');
const what = isListing ? ['ls'] : ['package', ...links, '--out', vsix];
process.exitCode = await runProcess(
	process.execPath,
	[vsce, ...what, '--no-dependencies', '--readme-path', readme],
	{},
);
if (process.exitCode === 0 && !isListing) {
	writeFileSync(vsix, await recompress(readFileSync(vsix)));
	console.log(await packCommandLine());
}
