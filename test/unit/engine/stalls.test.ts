import * as assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxSourceLength } from '../../../src/core/stack/locate/outline/maxSourceLength';
import type { WantedMapping } from '../../../src/core/stack/mapping/deobfuscate';
import type { EngineApi } from '../../../src/engine/protocol';
import type { RecordQuery } from '../../../src/shared/recordsApi';
import { measured } from '../../support/measured';
import { addExport } from '../core/export/support/library';
import { bigEdits } from './support/bigEdits';
import { type BigFile, bigFiles, errorColumn, heaviest, writeBigFile } from './support/bigFiles';
import { columns, comparisons, copyOrSave, everyColumn, queries } from './support/bigQuestions';
import { bigMapping, bigTraces } from './support/bigTraces';
import { EngineHarness } from './support/engineHarness';

/** Maximum processor time that the extension's code uses before it yields, in milliseconds. */
const longestPiece = 50;
/** Limit for huge records, which are decoded in one step at about 5 ms per megabyte, and for thousands of columns. */
const wholeRecord = 250;
const wholeRecords: readonly BigFile[] = ['one', 'oneJson', 'wide'];
/** Factor for busy machines, which have slower caches and a compiler that is less warmed up. */
const tolerance = 3;
/** Number of runs. One within the limits is enough, because garbage collection and other load can disturb any run. */
const runs = 3;
const maxCancelMs = 1000;

type Method = keyof EngineApi;

/** Methods that read untrusted text. A new method must be here or in the list of untested methods. */
const tested = [
	'openRecords',
	'closeRecords',
	'recordsChange',
	'queryRecords',
	'compareRecords',
	'saveRecords',
	'crashSites',
	'countSites',
	'filesWithSites',
	'filesOfRecords',
	'readTraces',
	'openTraces',
	'openRecordTraces',
	'closeTraces',
	'readSourceEvidence',
	'mapLines',
	'functionsIn',
	'deobfuscate',
	'symbolicate',
	'agentAnswer',
] as const satisfies readonly Method[];
const fromService = 'Takes a stream from the service chunk by chunk, as `npm run test:faults` does with large ones.';
const ownFiles = 'Reads small files that the product wrote itself.';
const names = 'Is told names and settings, no text.';
const untested: Readonly<Record<Exclude<Method, (typeof tested)[number]>, string>> = {
	ownNames: names,
	agentExportPlan: names,
	agentReference: ownFiles,
	agentExportId: names,
	recordOrigins: 'Reads columns as groups by them do.',
	recordMappings: names,
	networkChanged: names,
	markOpen: names,
	settleRecords: 'Waits for what another question began.',
	findSymbolTools: names,
	findSuspects: 'Reads at most 8 MB of the output of Git at a time, and waits for its processes between.',
	checkDatabase: names,
	listDatasets: names,
	listClusters: names,
	listTables: names,
	listTableColumns: names,
	datasetFields: names,
	setUpScript: names,
	listLoads: names,
	removeLoad: 'Waits for a database.',
	loadRecords:
		'Makes rows of some records at a time, with keys as groups by them have, and waits for a database between.',
	checkToken: fromService,
	listApplications: fromService,
	runExport: fromService,
	resumeExport: fromService,
	verifyExport: fromService,
	listSyncedSets: ownFiles,
	createSyncedSet: ownFiles,
	describeSyncedSet: ownFiles,
	updateSyncedSet: fromService,
	pauseSyncedSet: ownFiles,
	effectOfChange: ownFiles,
	changeSyncedSet: ownFiles,
	measureSyncedSets: ownFiles,
	clearSyncedSets: ownFiles,
	deleteSyncedSet: ownFiles,
	listExports: ownFiles,
	describeExport: ownFiles,
	recordsFacts: ownFiles,
	recordsSnippets: 'Reads the first kilobytes of a file.',
	nameExport: names,
	deleteExport: ownFiles,
	removeOldExports: ownFiles,
	measureLibrary: ownFiles,
	clearLibrary: ownFiles,
	seenValues: 'Reads at most 8 MB of an export, chunk by chunk.',
};

describe('coverage of engine methods by performance tests', () => {
	it("measures how long every engine method blocks the thread, or states why it isn't measured", () => {
		const both = tested.filter((method) => method in untested);
		assert.deepEqual([both, Object.values(untested).filter((reason) => reason === '')], [[], []]);
	});
});

describe('responsiveness of the engine', () => {
	let folder: string;
	let stage: EngineHarness;

	before(() => {
		folder = mkdtempSync(join(tmpdir(), 'app-errors-stalls-'));
		stage = new EngineHarness();
	});
	after(async () => {
		await stage[Symbol.asyncDispose]();
		rmSync(folder, { recursive: true, force: true });
	});

	async function check<M extends (typeof tested)[number]>(
		complaints: string[],
		name: string,
		method: M,
		params: EngineApi[M]['params'],
		longest = longestPiece,
	): Promise<void> {
		const found: string[] = [];
		while (found.length < runs) {
			await stage.reset();
			const wentOn = await stage.cancel(method, params);
			await stage.call(method, params);
			const { engine, host } = await stage.stalls();
			const said = `${name}: ${engine.toFixed(0)} ms in the engine, ${host.toFixed(0)} ms in the host, cancelled after ${wentOn.toFixed(0)} ms`;
			if (process.env['STALL_TABLE']) {
				process.stderr.write(`${said}\n`);
			}
			if (engine <= tolerance * longest && host <= tolerance * longestPiece && wentOn <= maxCancelMs) {
				return;
			}
			found.push(said);
		}
		complaints.push(...found);
	}

	for (const file of bigFiles) {
		measured(`handles other requests while it reads a file: ${file}`, async () => {
			const path = await writeBigFile(folder, file);
			const complaints: string[] = [];
			const session = 's';
			const longest = wholeRecords.includes(file) ? wholeRecord : longestPiece;
			await check(complaints, 'open', 'openRecords', { session, path }, longest);
			for (const query of Object.keys(queries) as RecordQuery[]) {
				for (const [index, params] of queries[query].entries()) {
					const asked = { session, query, params } as EngineApi['queryRecords']['params'];
					await check(complaints, `${query} ${index}`, 'queryRecords', asked, longest);
				}
			}
			for (const question of comparisons) {
				const asked = { before: session, after: session, question };
				await check(complaints, `compare by ${question.exposure}`, 'compareRecords', asked, longest);
			}
			const shown = file === 'wide' ? everyColumn : columns;
			for (const format of ['csv', 'json', 'parquet'] as const) {
				const what = copyOrSave(format, shown);
				const saved = { session, what, path: join(folder, 'saved') };
				await check(complaints, `save ${what.format}`, 'saveRecords', saved, longest);
			}
			const traces = { handle: 'h', session, number: heaviest, column: errorColumn, osNameColumn: undefined };
			await check(complaints, 'traces', 'openRecordTraces', traces, longest);
			const names = Array.from({ length: 50 }, (_, index) => `Cart${index}.kt`);
			await check(complaints, 'crashSites', 'crashSites', { session, names }, longest);
			const { generation, sites } = await stage.call('crashSites', { session, names });
			const of = sites.flatMap(({ id, versions }) => versions.map(({ code }) => ({ site: id, version: code })));
			assert.ok(of.length > 0, file);
			const sets = [...of.map((one) => ({ of: [one], threw: true })), { of, threw: false }];
			await check(complaints, 'countSites', 'countSites', { session, generation, sets, maxGroups: 5 }, longest);
			await check(complaints, 'filesWithSites', 'filesWithSites', { session, max: 1000 }, longest);
			await check(complaints, 'filesOfRecords', 'filesOfRecords', { session, filters: [], max: 100 }, longest);
			await check(complaints, 'change', 'recordsChange', { session });
			await check(complaints, 'close', 'closeRecords', { session });
			assert.deepEqual(complaints, []);
		});
	}

	measured('handles other requests while agents send requests', async () => {
		const complaints: string[] = [];
		const library = join(folder, 'library');
		const records = readFileSync(await writeBigFile(folder, 'long'), 'utf8');
		await addExport(library, { records });
		const around = { libraries: [library], personalColumns: [] };
		for (const [tool, input] of [
			['list_exports', {}],
			['top_groups', { export: 'e1', limit: 25 }],
			['top_groups', { export: 'e1', by: 'message' }],
			['get_group', { group: 'g1', frames: 60, samples: 3 }],
			['search_records', { export: 'e1', query: 'error:~total', columns: ['error'], limit: 20 }],
			['compare', { before: 'e1', after: 'e1' }],
			['errors_at', { path: 'Cart1.kt' }],
		] as const) {
			await check(complaints, `agent ${tool}`, 'agentAnswer', { tool, input, ...around });
		}
		assert.deepEqual(complaints, []);
	});

	measured('handles other requests while it reads source files', async () => {
		const complaints: string[] = [];
		const frame = { kind: 'managed', line: 0, text: '', type: 'a.Cart', method: 'sum', line1: 7, flags: [] } as const;
		const section = { platform: 'jvm', header: undefined, lines: [frame] } as const;
		const question = { frame, trace: { platform: 'jvm', sections: [section], lines: [] } } as const;
		for (const [path, piece] of [
			['Cart.kt', 'class Cart {\n\tfun sum() {\n\t}\n}\n'],
			['cart.js', 'function sum(){ '],
			['cart.rb', 'module Cart\n'],
		] as const) {
			const text = piece.repeat(maxSourceLength / piece.length);
			const sources = Array.from({ length: 12 }, () => ({ path, text }));
			await check(complaints, `readSourceEvidence ${path}`, 'readSourceEvidence', { question, sources });
			await check(complaints, `functionsIn ${path}`, 'functionsIn', { path, text });
		}
		assert.deepEqual(complaints, []);
	});

	measured('handles other requests while it maps lines', async () => {
		const complaints: string[] = [];
		for (const [name, { before, after }] of Object.entries(bigEdits())) {
			await check(complaints, `mapLines ${name}`, 'mapLines', { before, after, lines: [1, 10_000, 60_000] });
		}
		assert.deepEqual(complaints, []);
	});

	measured('handles other requests while it parses stack traces', async () => {
		const complaints: string[] = [];
		const path = join(folder, 'mapping.txt');
		writeFileSync(path, bigMapping());
		const wanted: WantedMapping = {
			// The engine searches the file for the ID `mapId`.
			question: { kind: 'r8', application: [], version: '1', patterns: [], remembered: path, mapId: '0'.repeat(64) },
			candidates: [{ path, relativePath: undefined, modified: 0 }],
		};
		for (const [name, text] of Object.entries(bigTraces())) {
			for (const format of ['value', 'text'] as const) {
				await check(complaints, `readTraces ${name} ${format}`, 'readTraces', { text, format });
			}
			const ref = { handle: name, trace: 0 };
			await check(complaints, `openTraces ${name}`, 'openTraces', { handle: name, text, holds: 'trace' });
			await check(complaints, `deobfuscate ${name}`, 'deobfuscate', { ...ref, wanted: [wanted] });
			await check(complaints, `symbolicate ${name}`, 'symbolicate', { ...ref, files: [] });
			await check(complaints, `closeTraces ${name}`, 'closeTraces', ref);
		}
		assert.deepEqual(complaints, []);
	});
});
