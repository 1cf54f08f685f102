// Usage: node activation.mjs newest|floor ours|nothing started|activated
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { measureInHost } from '../runInHost.mjs';

const [version = '', which = '', way = ''] = process.argv.slice(2);
if (version !== 'newest' && version !== 'floor') throw new Error(`no version: ${version}`);

const folder = resolve('.bench/activation');
const workspace = join(folder, 'workspace');
mkdirSync(workspace, { recursive: true });
// An empty extension with the same activation events, as the baseline.
const nothing = join(folder, 'nothing');
mkdirSync(nothing, { recursive: true });
writeFileSync(join(nothing, 'main.js'), 'exports.activate = () => undefined;');
writeFileSync(
	join(nothing, 'package.json'),
	JSON.stringify({ ...manifest, contributes: {}, main: 'main.js', l10n: undefined, scripts: {}, icon: undefined }),
);
const extension = which === 'nothing' ? nothing : resolve('.');
console.log(await measureInHost('activation', { version, workspace, way, extension }));
process.exit(0);
