import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const [compiler, mode, ...projects] = scripts['check:types']?.split(' ') ?? [];

describe('The check of types', () => {
	/** What each project reads, from this folder. */
	const read = new Map<string, readonly string[]>();

	before(() => {
		for (const project of projects) read.set(project, filesOf(project));
	});

	it('reads every source, test and script', () => {
		assert.deepEqual([compiler, mode], ['tsc', '-b']);
		const all = new Set([...read.values()].flat());
		const written = globSync(['*.mjs', 'scripts/**/*.mjs', '{src,test}/**/*.{ts,mjs}']).filter(
			// The scanner's compiler checks its own language; fixtures are read by tests as they are.
			(file) => !/^(src\/core\/scan\/wasm|test\/fixtures)\//.test(slashes(file)),
		);
		assert.ok(written.length > 500);
		assert.deepEqual(
			written.map(slashes).filter((file) => !all.has(file)),
			[],
		);
	});

	it('shows the product nothing of what only tests have', () => {
		for (const project of ['src', 'src/webview']) {
			const strange = read.get(project)?.filter((file) => /^test\/|@types\/mocha\//.test(file));
			assert.deepEqual(strange, [], project);
		}
	});

	it('shows the page nothing of Node', () => {
		const strange = read.get('src/webview')?.filter((file) => file.includes('@types/node/'));
		assert.deepEqual(strange, []);
	});
});

function filesOf(project: string): string[] {
	const require = createRequire(path.resolve('package.json'));
	const manifest = require.resolve('typescript/package.json');
	const script = path.join(path.dirname(manifest), require(manifest).bin.tsc);
	const told = execFileSync(process.execPath, [script, '-p', project, '--listFilesOnly'], { encoding: 'utf8' });
	return told
		.trim()
		.split(/\r?\n/)
		.map((file) => slashes(path.relative('.', file)));
}

const slashes = (file: string): string => file.replaceAll('\\', '/');
