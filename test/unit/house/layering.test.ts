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
		may: [
			/^src\/core\//,
			/^src\/shared\/(civilTime|comparison|fold|keptDays|results|recordsApi|groupValue|groupWords|lines|mappedTable|rpc|recentCache|zones)$/,
			node,
			/^undici$/,
			/^csv-parse(\/|$)/,
			/^diff$/,
			/^hyparquet(-writer)?(\/|$)/,
		],
		because: 'core is what the product knows, and runs and is tested without an editor',
	},
	{ folder: 'shared', may: [/^src\/shared\//], because: 'shared code runs on both sides of every border' },
	{
		folder: 'sample',
		may: [/^src\/(sample|core|shared)\//, node],
		because:
			'the sample service is a service like any other: nothing of the product is in it but what a service is asked',
	},
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
		may: [/^src\/(vscode|core)\//, /^src\/shared\/disposables$/, /^src\/ids$/, /^vscode$/],
		because: 'adapters are thin: they know the editor, not the features',
	},
	{
		folder: 'wording',
		may: [/^src\/(wording|core)\//, /^src\/shared\/(civilTime|comparison|keptDays)$/, /^src\/ids$/, /^vscode$/],
		because: 'what a person is told depends on what happened, not on where it is shown',
	},
	{
		folder: 'services',
		may: [
			/^src\/(services|wording|vscode|engine|core|shared)\//,
			/^src\/sample\/workerMessages$/,
			/^src\/ids$/,
			/^vscode$/,
			node,
		],
		because: 'services are what features share, so they know no feature, and of the sample service what crosses to it',
	},
	{
		folder: 'features',
		may: [/^src\/(services|wording|vscode|engine|core|shared)\//, /^src\/ids$/, /^vscode$/, node],
		because: 'features meet through services and commands',
	},
	{
		folder: 'cli',
		// Of the services, those that know no editor; words are made without one there.
		may: [
			/^src\/(cli|wording|engine|core|shared)\//,
			/^src\/services\/(apartLines|comparisons|mappings\/(deobfuscateTrace|mappingSearch|originMappings|mappings)|report\/(reportWords|collectView|comparisonReport|viewReport|newestThrownFrom)|results\/(readRecords|viewFacts)|traces)(\/\w+)?$/,
			/^src\/ids$/,
			/^@modelcontextprotocol\/sdk\//,
			node,
		],
		because: 'the command line is another host of the engine, beside the editor and without it',
	},
	{
		folder: 'activation',
		may: [
			/^src\/activation\//,
			/^src\/product$/,
			// Of the features: types, and whether a text is worth asking them.
			/^src\/features\//,
			/^src\/core\/export\/model\/names$/,
			/^src\/shared\/disposables$/,
			/^src\/vscode\/openFiles$/,
			/^src\/ids$/,
			/^vscode$/,
			node,
		],
		because: 'what the editor is told at activation waits for the product until somebody needs it',
	},
];

/** The rooms of core from the ground up. Each may know those before it, besides what core may know as a whole. */
const rooms: readonly { readonly room: string; readonly because: string }[] = [
	{ room: 'common', because: 'problems, texts, steps and cancellation mean the same everywhere' },
	{ room: 'lines', because: 'lines of two texts correspond whatever the texts are of' },
	{ room: 'revisions', because: 'a tag is found without knowing who asks about its version' },
	{ room: 'files', because: 'whoever writes wants the same promises of a disk, whatever is in the file' },
	{ room: 'locks', because: 'who may change a folder does not depend on what is in it' },
	{ room: 'plan', because: 'what is asked for is known before anybody asks the service' },
	{ room: 'scan', because: 'where records and cells begin is the same in an answer and in an opened file' },
	{ room: 'service', because: 'a request does not know where its answer goes' },
	{ room: 'database', because: 'a database is asked whatever its tables hold' },
	{ room: 'stack', because: 'a trace is read without knowing which record it is of' },
	{ room: 'records', because: 'any file of records can be opened, whoever wrote it' },
	{ room: 'export', because: 'an export is a conversation kept as records' },
	{ room: 'kept', because: 'what is kept current is made of one export a day' },
	{ room: 'account', because: 'a token and its name stand by themselves' },
	{ room: 'applications', because: 'applications are shown with their exports' },
	{ room: 'wizard', because: 'the choices of an export end in a plan' },
	{ room: 'agent', because: 'agents are answered from what all the others know' },
];

/** More than one sees at a glance. */
const maxFiles = 25;

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

	it('of core have an order', () => {
		const all = new Set(files.filter((file) => file.startsWith('core/')).map((file) => file.split('/')[1]));
		assert.deepEqual([...all].sort(), rooms.map(({ room }) => room).sort());
	});

	for (const [index, { room, because }] of rooms.entries()) {
		it(`core/${room} knows only rooms below it`, () => {
			const below = rooms.slice(0, index + 1).map((lower) => `src/core/${lower.room}/`);
			const wrong = importsBelow(`core/${room}`).filter(
				({ target }) => target.startsWith('src/core/') && !below.some((folder) => target.startsWith(folder)),
			);
			assert.deepEqual(wrong, [], because);
		});
	}

	it('all stand on the IDs, which stand on nothing', () => {
		assert.deepEqual(importsOf('ids.ts', anyImport), []);
	});

	it('have no circle of folders', () => {
		// What the whole is put together from stands outside: it knows everything, and nothing knows it.
		const inside = files.filter((file) => file !== 'ids.ts' && file !== 'extension.ts');
		const known = new Map<string, Set<string>>();
		for (const file of inside) {
			const from = path.posix.dirname(file);
			const to = importsOf(file, anyImport)
				.filter((target) => inside.includes(`${target.replace(/^src\//, '')}.ts`))
				.map((target) => path.posix.dirname(target.replace(/^src\//, '')));
			known.set(from, new Set([...(known.get(from) ?? []), ...to.filter((folder) => folder !== from)]));
		}
		assert.deepEqual(circleIn(known), []);
	});

	it('have folders that one sees at a glance', () => {
		const counts = new Map<string, number>();
		for (const folder of files.map((file) => path.posix.dirname(file))) {
			counts.set(folder, (counts.get(folder) ?? 0) + 1);
		}
		assert.deepEqual(
			[...counts].filter(([, count]) => count > maxFiles),
			[],
		);
	});

	it('features do not know each other', () => {
		const wrong = importsBelow('features').filter(({ file, target }) => {
			const [, feature] = /^src\/features\/([^/]+)/.exec(target) ?? [];
			return feature !== undefined && !file.startsWith(`features/${feature}/`);
		});
		assert.deepEqual(wrong, []);
	});

	it('keep csv-parse, diff, hyparquet and undici in the engine', () => {
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
		visit('src/product');
		assert.deepEqual(
			[...reached].filter((target) => /^(undici|csv-parse|diff$|hyparquet)/.test(target)),
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

/** The folders of one circle, if there is any. */
function circleIn(known: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
	const done = new Set<string>();
	const visit = (folder: string, way: readonly string[]): readonly string[] => {
		if (way.includes(folder)) {
			return [...way.slice(way.indexOf(folder)), folder];
		}
		if (!done.has(folder)) {
			for (const next of known.get(folder) ?? []) {
				const circle = visit(next, [...way, folder]);
				if (circle.length > 0) {
					return circle;
				}
			}
			done.add(folder);
		}
		return [];
	};
	for (const folder of known.keys()) {
		const circle = visit(folder, []);
		if (circle.length > 0) {
			return circle;
		}
	}
	return [];
}

/** Of values and types. */
const anyImport = /(?:^(?:import|export)\b[^;]*?from |\bimport\()'([^'\n]+)'/gm;

function importsBelow(folder: string): { file: string; target: string }[] {
	return files
		.filter((file) => file.startsWith(`${folder}/`))
		.flatMap((file) =>
			importsOf(file, anyImport).map((target) => ({
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
