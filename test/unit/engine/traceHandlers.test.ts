import * as assert from 'node:assert/strict';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isCancellation } from '../../../src/core/common/errors';
import type { WantedMapping } from '../../../src/core/stack/mapping/deobfuscate';
import { KnownMapIds } from '../../../src/core/stack/mapping/knownMapIds';
import { OpenMappings } from '../../../src/core/stack/mapping/openMappings';
import { readingTraces } from '../../../src/core/stack/texts/readTraces';
import { traceHandlers } from '../../../src/engine/traceHandlers';
import type { ReadTracePiece } from '../../../src/engine/tracePieces';
import { measured } from '../../support/measured';
import { processorTime } from '../../support/processorTime';

/** A trace of two megabytes, which takes longer than one time slice on any machine. */
const text = `java.lang.IllegalStateException: x\n${'\tat a.b.C.d(SourceFile:1)\n'.repeat(80_000)}`;
const log = `java.lang.Error: x\n${'\tat a.b.C.d(C.kt:1)\n'.repeat(40)}`.repeat(800);

const records = [
	'java.lang.Error: no\n\tat a.b.c(SourceFile:1)\n',
	`java.lang.Error: x\n\tat a.b.C.d(SourceFile:1) ${'z'.repeat(150)}\n`.repeat(3_000),
];

const long = { handle: 'long', trace: 0 } as const;
const getPlace = (number: number) => ({ handle: 'record', session: 's', number, column: 1, osNameColumn: 0 });
const missing = (path: string): WantedMapping => ({
	question: { kind: 'r8', application: [], version: undefined, patterns: [], remembered: path },
	candidates: [{ path, relativePath: undefined, modified: 0 }],
});
const wanted = missing('/nowhere/mapping.txt');
/** Mappings whose lookups yield at least once each, even if reading the trace is fast. */
const manyWanted = Array.from({ length: 100 }, (_, index) => missing(`/nowhere/${index}/mapping.txt`));

const never = new AbortController().signal;

describe('stack trace requests to the engine', () => {
	let readings = 0;
	const handlers = traceHandlers({
		ready: async () => undefined,
		mappings: { source: new OpenMappings(), ids: new KnownMapIds() },
		record: async (_session, number) => ({ number, values: ['android', records[number] ?? ''], fault: undefined }),
		reading: (...asked) => {
			readings++;
			return readingTraces(...asked);
		},
	});
	before(async () => {
		await handlers.openTraces({ handle: 'long', text, holds: 'trace' }, { signal: never, report: () => undefined });
	});
	const report = () => undefined;
	const calls: Readonly<Record<string, (signal: AbortSignal) => unknown>> = {
		readTraces: (signal) => handlers.readTraces({ text, format: 'value' }, { signal, report }),
		'readTraces of a log': (signal) => handlers.readTraces({ text: log, format: 'text' }, { signal, report }),
		openTraces: (signal) => handlers.openTraces({ handle: 'other', text, holds: 'trace' }, { signal, report }),
		openRecordTraces: (signal) => handlers.openRecordTraces(getPlace(1), { signal, report }),
		deobfuscate: (signal) => handlers.deobfuscate({ ...long, wanted: manyWanted }, { signal, report }),
		symbolicate: (signal) => handlers.symbolicate({ ...long, files: [] }, { signal, report }),
	};

	for (const [name, call] of Object.entries(calls)) {
		measured(`stops ${name} soon after it is canceled, and runs other tasks while it stops`, async () => {
			const controller = new AbortController();
			let isOver = false;
			const asked = Promise.resolve(call(controller.signal))
				.then(
					() => true,
					(error) => !isCancellation(error),
				)
				.finally(() => {
					isOver = true;
				});
			await nextTurn();
			await nextTurn();
			// On an idle machine, the call may already have finished.
			const wasOver = isOver;
			controller.abort();
			const cancelled = processorTime();
			assert.equal(await asked, wasOver);
			const took = processorTime() - cancelled;
			assert.ok(took < 1000, `${took} ms`);
		});
	}

	it('parses text only once for any number of requests about its stack traces', async () => {
		const context = { signal: never, report: () => undefined };
		readings = 0;
		await handlers.openRecordTraces({ ...getPlace(0), handle: 'once' }, context);
		const ref = { handle: 'once', trace: 0 };
		const deobfuscated = await handlers.deobfuscate({ ...ref, wanted: [wanted] }, context);
		assert.deepEqual(
			deobfuscated?.tried.map(({ result }) => result.kind),
			['refused'],
		);
		assert.deepEqual(await handlers.symbolicate({ ...ref, files: [] }, context), { explained: 0, failures: [] });
		assert.equal(readings, 1);
	});

	it('checks a mapping file against other records of the version if no other evidence exists', async () => {
		const context = { signal: never, report: () => undefined };
		const relativePath = 'shop-android/app/build/outputs/mapping/release/mapping.txt';
		const latest: WantedMapping = {
			question: { ...wanted.question, remembered: undefined },
			candidates: [{ path: path.resolve('samples/workspace', relativePath), relativePath, modified: 0 }],
		};
		const written = 'java.lang.Error: no\n\tat f3.c.d(SourceFile:1)\n\tat f3.c.d(SourceFile:2)';
		const outcomeWith = async (...others: readonly string[]) => {
			const own = traceHandlers({
				ready: async () => undefined,
				mappings: { source: new OpenMappings(), ids: new KnownMapIds() },
				record: async (_session, number) => ({ number, values: ['android', written], fault: undefined }),
				othersOfVersion: async () => others,
			});
			await own.openRecordTraces(getPlace(0), context);
			const ref = { handle: 'record', trace: 0, wanted: [latest], record: getPlace(0) };
			return (await own.deobfuscate(ref, context))?.tried.map(({ result }) => result.kind);
		};
		assert.deepEqual(await outcomeWith(), ['used']);
		assert.deepEqual(await outcomeWith(written.replace(':1', ':3')), ['used']);
		assert.deepEqual(await outcomeWith('java.lang.Error: no\n\tat q9.z.a(SourceFile:1)'), ['doesNotFit']);
	});

	it('caches stack traces until they are closed, and evicts the oldest ones beyond a maximum', async () => {
		const context = { signal: never, report: () => undefined };
		const isSynced = async (handle: string) =>
			(await handlers.symbolicate({ handle, trace: 0, files: [] }, context)) !== undefined;
		await handlers.openTraces({ handle: 'closed', text: records[0] ?? '', holds: 'trace' }, context);
		for (const handle of ['first', 'second']) {
			await handlers.openTraces({ handle, text, holds: 'trace' }, context);
		}
		await handlers.closeTraces({ handle: 'closed' }, context);
		const retained = [];
		for (const handle of ['unknown', 'closed', 'first', 'second']) {
			retained.push(await isSynced(handle));
		}
		assert.deepEqual(retained, [false, false, false, true]);
	});

	it('returns stack traces in batches and in order', async () => {
		const told: (readonly ReadTracePiece[])[] = [];
		const answer = await handlers.readTraces(
			{ text: log, format: 'text' },
			{ signal: never, report: (pieces) => told.push(pieces) },
		);
		const starts = told.flat().map(({ begins }) => begins?.start ?? 0);
		assert.deepEqual([answer, starts.length], [{ cutShort: false }, 800]);
		assert.ok(told.length > 5, `${told.length} parts`);
		assert.deepEqual(
			starts,
			starts.toSorted((a, b) => a - b),
		);
	});
});
