import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Where code may run and what it may know: a folder of `src`, what it may import, and why nothing else. */
interface Layer {
	readonly folder: string;
	readonly may: readonly RegExp[];
	readonly because: string;
}

const node = /^node:/;

const layers: readonly Layer[] = [
	{
		folder: 'core',
		// The questions about records are asked in the same words on every side, and clocks go the same there.
		may: [/^src\/core\//, /^src\/shared\/(results|recordsApi|rpc|zones)$/, node, /^undici$/, /^csv-parse(\/|$)/],
		because: 'core is what the product knows, and runs and is tested without an editor',
	},
	{ folder: 'shared', may: [/^src\/shared\//], because: 'shared code runs on both sides of every border' },
	{
		folder: 'engine',
		may: [/^src\/(engine|core|shared)\//, node],
		because: 'the engine runs core in a worker, where there is no editor',
	},
	{
		folder: 'webview',
		may: [/^src\/(webview|shared)\//],
		because: 'a page runs in the browser, where there is neither Node nor an editor',
	},
	{
		folder: 'vscode',
		may: [/^src\/(vscode|core)\//, /^src\/ids$/, /^vscode$/],
		because: 'adapters are thin: they know the editor, not the features',
	},
	{
		folder: 'services',
		may: [/^src\/(services|vscode|engine|core|shared)\//, /^src\/ids$/, /^vscode$/, node],
		because: 'services are what features share, so they know no feature',
	},
	{
		folder: 'features',
		may: [/^src\/(services|vscode|engine|core|shared)\//, /^src\/ids$/, /^vscode$/, node],
		because: 'features meet through services and commands',
	},
];

const root = path.resolve('src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => file.split(path.sep).join('/'));

describe('The layers', () => {
	it('are all there', () => {
		assert.ok(files.length > 50, `only ${files.length} files were found below ${root}`);
		for (const { folder } of layers) {
			assert.ok(
				files.some((file) => file.startsWith(`${folder}/`)),
				folder,
			);
		}
	});

	for (const { folder, may, because } of layers) {
		it(`${folder} imports only what it may`, () => {
			const wrong = importsBelow(folder).filter(({ target }) => !may.some((pattern) => pattern.test(target)));
			assert.deepEqual(wrong, [], because);
		});
	}

	it('features do not know each other', () => {
		const wrong = importsBelow('features').filter(({ file, target }) => {
			const [, feature] = /^src\/features\/([^/]+)/.exec(target) ?? [];
			return feature !== undefined && !file.startsWith(`features/${feature}/`);
		});
		assert.deepEqual(wrong, []);
	});

	it('keep csv-parse and undici in the engine', () => {
		// The host's bundle must not load them: they would slow down its start.
		const reached = new Set<string>();
		const visit = (file: string) => {
			if (!reached.has(file)) {
				reached.add(file);
				for (const target of runtimeImports(file)) {
					visit(target);
				}
			}
		};
		visit('src/extension');
		assert.deepEqual(
			[...reached].filter((target) => /^(undici|csv-parse)/.test(target)),
			[],
		);
	});

	it('have no state at the level of a module', () => {
		// A module of AssemblyScript is the state of one instance, and each instance has its own.
		const wrong = files.filter(
			(file) => !file.includes('/wasm/') && /^(export )?(let|var) /m.test(readFileSync(path.join(root, file), 'utf8')),
		);
		assert.deepEqual(wrong, []);
	});
});

function importsBelow(folder: string): { file: string; target: string }[] {
	return files
		.filter((file) => file.startsWith(`${folder}/`))
		.flatMap((file) =>
			importsOf(file, /(?:^(?:import|export)\b[^;]*?from |\bimport\()'([^'\n]+)'/gm).map((target) => ({
				file,
				target,
			})),
		)
		.filter(({ file, target }) => !isOwnFeature(file, target));
}

function isOwnFeature(file: string, target: string): boolean {
	const feature = /^features\/[^/]+\//.exec(file)?.[0];
	return feature !== undefined && target.startsWith(`src/${feature}`);
}

/** What is left of a file's imports when the types are gone. */
function runtimeImports(module: string): string[] {
	const file = files.find((candidate) => `src/${candidate}` === `${module}.ts`);
	return file === undefined ? [] : importsOf(file, /^(?:import|export) (?!type\b)[^;]*?from '([^']+)'/gm);
}

function importsOf(file: string, pattern: RegExp): string[] {
	const text = readFileSync(path.join(root, file), 'utf8');
	return [...text.matchAll(pattern)].map(([, specifier = '']) =>
		specifier.startsWith('.') ? path.posix.join('src', path.posix.dirname(file), specifier) : specifier,
	);
}
