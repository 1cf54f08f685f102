import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { assertNone } from './support/faults';
import { sourceProjects } from './support/sourceProjects';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const [compiler, mode, ...projects] = scripts['check:types']?.split(' ') ?? [];

describe('type check', () => {
	const read = new Map<string, readonly string[]>();

	before(() => {
		for (const project of projects) read.set(project, getFiles(project));
	});

	it('type-checks every source file, test and script', () => {
		assert.deepEqual([compiler, mode], ['tsc', '-b']);
		const all = new Set([...read.values()].flat());
		const written = globSync(['*.mjs', 'scripts/**/*.mjs', '{src,test}/**/*.{ts,mjs}']).filter(
			// The scanner has its own compiler, and tests read fixtures as plain files.
			(file) => !/^(src\/core\/scan\/wasm|test\/fixtures)\//.test(slashes(file)),
		);
		assert.ok(written.length > 500);
		assertNone(
			written.map(slashes).filter((file) => !all.has(file)),
			'files that no project of `npm run check:types` includes',
		);
	});

	it("keeps test-only types out of the product's TypeScript projects", () => {
		for (const project of sourceProjects) {
			const strange = read.get(project)?.filter((file) => /^test\/|@types\/mocha\//.test(file));
			assert.ok(strange, project);
			assertNone(strange, `files for tests in the project ${project}`);
		}
	});

	it('lets each project in src reference only the projects whose code it may import', () => {
		const references = sourceProjects.map((project) => [project, getReferences(project)]);
		assert.deepEqual(Object.fromEntries(references), {
			src: ['src/engine', 'src/sample'],
			'src/engine': [],
			'src/webview': [],
			'src/cli': ['src/engine'],
			'src/sample': ['src/engine'],
		});
		assert.deepEqual(
			sourceProjects.filter((project) => !projects.includes(project)),
			[],
		);
	});

	it("keeps Node.js types out of the webview's TypeScript project", () => {
		const strange = read.get('src/webview')?.filter((file) => file.includes('@types/node/'));
		assert.deepEqual(strange, []);
	});
});

function getReferences(project: string): string[] {
	const { references = [] } = JSON.parse(readFileSync(`${project}/tsconfig.json`, 'utf8')) as {
		readonly references?: readonly { readonly path: string }[];
	};
	return references.map((reference) => path.posix.join(project, reference.path)).sort();
}

function getFiles(project: string): string[] {
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
