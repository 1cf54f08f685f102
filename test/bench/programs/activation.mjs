// Usage: node activation.mjs newest|floor ours|nothing
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { measureInHost } from '../runInHost.mjs';

const [version = '', which = ''] = process.argv.slice(2);
if (version !== 'newest' && version !== 'floor') throw new Error(`no version: ${version}`);

const folder = resolve('.bench/activation');
const workspace = join(folder, 'workspace');
mkdirSync(workspace, { recursive: true });
const extension = join(folder, which);
rmSync(extension, { recursive: true, force: true });
mkdirSync(extension);
copyFileSync('test/bench/activationProbe.cjs', join(extension, 'probe.cjs'));
/** @type {object} */
let contents = { contributes: {}, l10n: undefined, icon: undefined };
if (which === 'ours') {
	contents = {};
	for (const name of ['dist', 'media', 'l10n', 'syntaxes', 'package.nls.json']) {
		symlinkSync(resolve(name), join(extension, name));
	}
} else {
	// An extension with the same activation events that does nothing is the baseline.
	mkdirSync(join(extension, 'dist'));
	writeFileSync(join(extension, 'dist', 'extension.js'), 'exports.activate = () => undefined;');
}
writeFileSync(
	join(extension, 'package.json'),
	JSON.stringify({ ...manifest, ...contents, main: './probe.cjs', scripts: {} }),
);
console.log(await measureInHost('activation', { version, workspace, extension }));
process.exit(0);
