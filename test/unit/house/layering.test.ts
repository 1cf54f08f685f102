import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { assertNone, assertSameNames } from './support/faults';

/** A layer of the architecture: a folder of `src`, the imports it may have, and the reason for the limit. */
interface Layer {
	readonly folder: string;
	readonly may: readonly RegExp[];
	readonly because: string;
}

const node = /^node:/;

const layers: readonly Layer[] = [
	{
		folder: 'core',
		// Types of record queries and time zone functions, which all layers share.
		may: [
			/^src\/core\//,
			/^src\/shared\/(civilTime|comparison|fileLimits|fold|syncedDays|results|recordsApi|groupValue|groupLabels|lines|mappedTable|rpc|recentCache|zones)$/,
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
		may: [
			/^src\/(wording|core)\//,
			/^src\/shared\/(civilTime|comparison|fileLimits|plural|results|syncedDays)$/,
			/^src\/ids$/,
			/^vscode$/,
		],
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
		// Services that do not depend on VS Code. Messages can be created without VS Code, too.
		may: [
			/^src\/(cli|wording|engine|core|shared)\//,
			/^src\/services\/(traitLines|comparisons|mappings\/(deobfuscateTrace|mappingSearch|originMappings|mappings)|report\/(reportText|collectView|comparisonReport|viewReport|newestThrownFrom)|results\/(readRecords|viewFacts)|traces)(\/\w+)?$/,
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
			// Types of features, and the function that checks whether a feature applies to a text.
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

/**
 * Modules of core, from the lowest to the highest. In addition to the imports allowed for all of core, each module may
 * import the modules before it.
 */
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
	{ room: 'sync', because: 'what is kept current is made of one export a day' },
	{ room: 'account', because: 'a token and its name stand by themselves' },
	{ room: 'applications', because: 'applications are shown with their exports' },
	{ room: 'wizard', because: 'the choices of an export end in a plan' },
	{ room: 'agent', because: 'agents are answered from what all the others know' },
];

/** Maximum number of files in a folder that readers can take in at a glance. */
const maxFiles = 25;

const root = path.resolve('src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => file.split(path.sep).join('/'));

describe('architecture layers', () => {
	it('lists every folder in src as a layer', () => {
		assert.ok(files.length > 50, `only ${files.length} files were found below ${root}`);
		for (const { folder } of layers) {
			assert.ok(
				files.some((file) => file.startsWith(`${folder}/`)),
				folder,
			);
		}
	});

	for (const { folder, may, because } of layers) {
		it(`${folder} imports only allowed modules`, () => {
			const wrong = importsBelow(folder).filter(({ target }) => !may.some((pattern) => pattern.test(target)));
			assertNone(wrong, because);
		});
	}

	it('includes every core module in the order of dependencies', () => {
		const all = new Set(files.filter((file) => file.startsWith('core/')).map((file) => file.split('/')[1]));
		assertSameNames(
			{ place: 'layering.test.ts, rooms,', names: rooms.map(({ room }) => room) },
			{ place: 'src/core', names: [...all].filter((room) => room !== undefined) },
		);
	});

	for (const [index, { room, because }] of rooms.entries()) {
		it(`core/${room} imports only modules below it`, () => {
			const below = rooms.slice(0, index + 1).map((lower) => `src/core/${lower.room}/`);
			const wrong = importsBelow(`core/${room}`).filter(
				({ target }) => target.startsWith('src/core/') && !below.some((folder) => target.startsWith(folder)),
			);
			assertNone(wrong, because);
		});
	}

	it('allows every layer to import the ID module, which imports nothing', () => {
		assert.deepEqual(importsOf('ids.ts', anyImport), []);
	});

	it('finds no import cycles between folders', () => {
		// Entry point and IDs are excluded: the entry point imports everything, and everything may import the IDs.
		const inside = files.filter((file) => file !== 'ids.ts' && file !== 'extension.ts');
		const known = new Map<string, Set<string>>();
		for (const file of inside) {
			const from = path.posix.dirname(file);
			const to = importsOf(file, anyImport)
				.filter((target) => inside.includes(`${target.replace(/^src\//, '')}.ts`))
				.map((target) => path.posix.dirname(target.replace(/^src\//, '')));
			known.set(from, new Set([...(known.get(from) ?? []), ...to.filter((folder) => folder !== from)]));
		}
		assertNone(circleIn(known), 'these folders of src import each other in a circle');
	});

	it('limits the number of files in each folder', () => {
		const counts = new Map<string, number>();
		for (const folder of files.map((file) => path.posix.dirname(file))) {
			counts.set(folder, (counts.get(folder) ?? 0) + 1);
		}
		assertNone(
			[...counts].filter(([, count]) => count > maxFiles),
			`folders of src with more than ${maxFiles} files`,
		);
	});

	it('allows no imports between features', () => {
		const wrong = importsBelow('features').filter(({ file, target }) => {
			const [, feature] = /^src\/features\/([^/]+)/.exec(target) ?? [];
			return feature !== undefined && !file.startsWith(`features/${feature}/`);
		});
		assert.deepEqual(wrong, []);
	});

	it('uses csv-parse, diff, hyparquet and undici only in the engine', () => {
		// The extension host must not load these packages, because they would slow down its start.
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

	it('declares no mutable variables at module level', () => {
		// The variables of an AssemblyScript module belong to one instance and are not shared.
		const wrong = files.filter(
			(file) => !file.includes('/wasm/') && /^(export )?(let|var) /m.test(readFileSync(path.join(root, file), 'utf8')),
		);
		assertNone(wrong, 'these files have a `let` or `var` at the level of the module');
	});
});

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

/** Returns the imports of a file that remain after types are removed. */
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
