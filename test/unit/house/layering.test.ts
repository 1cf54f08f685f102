import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { assertNone, assertSameNames } from './support/faults';

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
			/^src\/shared\/(ascii|civilTime|comparison|fileLimits|fold|syncedDays|results|recordsApi|groupFilters|groupLabels|groupValue|lines|rpc|recentCache|triage|zones|jsonScanner)$/,
			node,
			/^undici$/,
			/^csv-parse(\/|$)/,
			/^diff$/,
			/^hyparquet(-writer)?(\/|$)/,
		],
		because: 'core runs and is tested without an editor',
	},
	{
		folder: 'shared',
		may: [/^src\/shared\//],
		because: 'shared code runs in the extension host, the engine and the webview pages',
	},
	{
		folder: 'commands',
		may: [/^src\/commands\//],
		because: 'definitions of commands are data, from which package.json is generated',
	},
	{
		folder: 'sample',
		may: [/^src\/(sample|core|shared)\//, node],
		because: 'the sample service is a separate program that shares only request formats and data with the product',
	},
	{
		folder: 'engine',
		may: [/^src\/(engine|core|shared)\//, node],
		because: 'the engine is a worker thread, which has no access to the editor',
	},
	{
		folder: 'webview',
		// The compiler refuses imports from other parts of `src`.
		may: [/^src\//],
		because: 'a page runs in a browser, without packages, Node.js and the editor',
	},
	{
		folder: 'vscode',
		may: [/^src\/(vscode|core)\//, /^src\/shared\/disposables$/, /^src\/ids$/, /^vscode$/],
		because: 'adapters wrap the API of the editor and do not depend on features',
	},
	{
		folder: 'wording',
		may: [
			/^src\/(wording|core)\//,
			/^src\/shared\/(civilTime|comparison|fileLimits|groupLabels|groupValue|plural|results|syncedDays|triage|zones)$/,
			/^src\/commands\/commandTable$/,
		],
		because: 'a message depends on the event, not on the view that shows it',
	},
	{
		folder: 'services',
		may: [
			/^src\/(services|wording|vscode|engine|core|shared)\//,
			/^src\/sample\/workerMessages$/,
			/^src\/commands\/commandTable$/,
			/^src\/ids$/,
			/^vscode$/,
			node,
		],
		because:
			'services are shared by features, so they depend on no feature, and only on the messages of the sample service',
	},
	{
		folder: 'features',
		may: [
			/^src\/(services|wording|vscode|engine|core|shared)\//,
			/^src\/commands\/commandTable$/,
			/^src\/ids$/,
			/^vscode$/,
			node,
		],
		because: 'features communicate only through services and commands',
	},
	{
		folder: 'cli',
		may: [/^src\/(cli|wording|engine|core|shared)\//, /^src\/ids$/, /^@modelcontextprotocol\/server(\/stdio)?$/, node],
		because: 'the command line runs the engine without an editor',
	},
	{
		folder: 'activation',
		may: [
			/^src\/activation\//,
			/^src\/commands\/(commandTable|internalCommands)$/,
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
		because: 'activation only registers providers; the product is loaded on first use',
	},
];

/** Modules of core, from the lowest to the highest. Each may also import the modules before it. */
const modules: readonly { readonly name: string; readonly because: string }[] = [
	{ name: 'common', because: 'problems, cancellation and cooperative tasks are used everywhere' },
	{ name: 'lines', because: 'comparing the lines of two texts requires no knowledge of their content' },
	{ name: 'revisions', because: 'finding the tag of a version requires no records or stack traces' },
	{ name: 'files', because: 'files are written safely regardless of their content' },
	{ name: 'locks', because: 'a lock does not depend on the content of the folder' },
	{ name: 'plan', because: 'a plan is complete before a request is sent' },
	{ name: 'links', because: 'a link contains only names and no records' },
	{ name: 'scan', because: 'records and cells are found the same way in a response and in a file' },
	{ name: 'service', because: 'a request does not depend on the use of its response' },
	{ name: 'database', because: 'a database client does not depend on the content of the tables' },
	{ name: 'stack', because: 'parsing a stack trace does not depend on its record' },
	{ name: 'records', because: 'records can be opened regardless of the program that wrote them' },
	{ name: 'export', because: 'an export saves responses of the service as records' },
	{ name: 'mappings', because: 'mapping files are chosen by the application and version of exported records' },
	{ name: 'report', because: 'a report summarizes records and the source lines of their traces' },
	{ name: 'triage', because: 'the state of a group depends on its records and its triage file' },
	{ name: 'suspects', because: 'suspects are searched between versions of records, in the code of their stack traces' },
	{ name: 'sync', because: 'synced records consist of one export per day' },
	{ name: 'account', because: 'tokens and account names do not depend on applications' },
	{ name: 'applications', because: 'applications are listed with their exports' },
	{ name: 'wizard', because: 'the export wizard creates a plan' },
	{ name: 'savedExports', because: 'a saved export is a plan in a file' },
	{ name: 'agent', because: 'agents can query the results of all other modules' },
];

/** Maximum number of files in a folder that readers can take in at a glance. */
const maxFiles = 25;

const root = path.resolve('src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => file.split(path.sep).join('/'));

describe('architecture layers', () => {
	it('assigns every folder in src to a layer', () => {
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

	it('lists every core module in dependency order', () => {
		const all = new Set(files.filter((file) => file.startsWith('core/')).map((file) => file.split('/')[1]));
		assertSameNames(
			{ place: '`modules` in layering.test.ts', names: modules.map(({ name }) => name) },
			{ place: 'src/core', names: [...all].filter((name) => name !== undefined) },
		);
	});

	for (const [index, { name, because }] of modules.entries()) {
		it(`core/${name} imports only modules below it`, () => {
			const below = modules.slice(0, index + 1).map((lower) => `src/core/${lower.name}/`);
			const wrong = importsBelow(`core/${name}`).filter(
				({ target }) => target.startsWith('src/core/') && !below.some((folder) => target.startsWith(folder)),
			);
			assertNone(wrong, because);
		});
	}

	it('allows every layer to import the ID module, which has no imports', () => {
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
		assertNone(circleIn(known), 'folders in src with an import cycle');
	});

	it('limits the number of files in each folder', () => {
		const counts = new Map<string, number>();
		for (const folder of files.map((file) => path.posix.dirname(file))) {
			counts.set(folder, (counts.get(folder) ?? 0) + 1);
		}
		assertNone(
			[...counts].filter(([, count]) => count > maxFiles),
			`folders in src with more than ${maxFiles} files`,
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
		assertNone(wrong, 'files with a `let` or `var` at module level');
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
