// Publishes the packages in dist/ to the VS Code Marketplace, Open VSX and the npm registry. Run "npm run package" first.
//     node scripts/release.mjs --tag v1.2.3   checks the packages, and publishes them
//     node scripts/release.mjs --dry          only checks the packages
// The tokens are read from VSCE_PAT, OVSX_PAT and NODE_AUTH_TOKEN.
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { npm } from '../test/support/vscode/npm.mjs';
import { marketplaceTags, releaseProblems } from './releaseRules.mjs';

const { values } = parseArgs({ options: { dry: { type: 'boolean', default: false }, tag: { type: 'string' } } });
const vsix = join('dist', 'app-errors.vsix');
const read = (/** @type {string} */ file) => readFileSync(file, 'utf8');
const manifest = JSON.parse(read('package.json'));
const problems = releaseProblems({
	manifest,
	tags: await marketplaceTags(),
	packageBytes: statSync(vsix).size,
	readme: read(join('dist', 'README.md')),
	changelog: read('CHANGELOG.md'),
	gitTag: values.tag ?? (values.dry ? undefined : 'missing: specify --tag'),
});
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
	process.exitCode = 1;
} else if (values.dry) {
	console.log(`Version ${manifest.version} can be published.`);
} else {
	// With `--skip-duplicate`, the script can be run again if only one of the marketplaces has accepted the version.
	await npm(['exec', '--', 'vsce', 'publish', '--packagePath', vsix, '--skip-duplicate'], '.');
	await npm(['exec', '--yes', '--', 'ovsx@1', 'publish', vsix, '--skip-duplicate'], '.');
	await npm(['publish', resolve('dist', 'npm'), '--access', 'public'], '.');
}
