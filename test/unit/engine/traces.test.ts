import * as assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isCancellation } from '../../../src/core/common/errors';
import type { ReadTracePiece } from '../../../src/engine/tracePieces';
import { traceHandlers } from '../../../src/engine/traces';

/** A trace of two megabytes, which takes longer than a turn on any machine. */
const text = `java.lang.IllegalStateException: x\n${'\tat a.b.C.d(SourceFile:1)\n'.repeat(80_000)}`;
const log = `java.lang.Error: x\n${'\tat a.b.C.d(C.kt:1)\n'.repeat(40)}`.repeat(800);

const never = new AbortController().signal;

describe('The engine, asked about stack traces', () => {
	const handlers = traceHandlers(async () => undefined);
	const report = () => undefined;
	const calls: Readonly<Record<string, (signal: AbortSignal) => unknown>> = {
		readTraces: (signal) => handlers.readTraces({ text, format: 'value' }, { signal, report }),
		'readTraces of a log': (signal) => handlers.readTraces({ text: log, format: 'text' }, { signal, report }),
		traceNeeds: (signal) => handlers.traceNeeds({ text }, { signal, report }),
		turnBack: (signal) => handlers.turnBack({ text, files: [] }, { signal, report }),
		symbolicate: (signal) => handlers.symbolicate({ text, files: [] }, { signal, report }),
	};

	for (const [name, call] of Object.entries(calls)) {
		it(`ends ${name} soon after it is cancelled, and others have their turns`, async () => {
			const controller = new AbortController();
			const asked = assert.rejects(Promise.resolve(call(controller.signal)), isCancellation);
			await nextTurn();
			await nextTurn();
			controller.abort();
			const cancelled = performance.now();
			await asked;
			const took = performance.now() - cancelled;
			assert.ok(took < 1000, `${took} ms`);
		});
	}

	it('tells traces a few at a time, all of them in their order', async () => {
		const told: (readonly ReadTracePiece[])[] = [];
		const answer = await handlers.readTraces(
			{ text: log, format: 'text' },
			{ signal: never, report: (pieces) => told.push(pieces) },
		);
		const starts = told.flat().map(({ begins }) => begins?.start ?? 0);
		assert.deepEqual([answer, starts.length], [{ hurried: false }, 800]);
		assert.ok(told.length > 5, `${told.length} parts`);
		assert.deepEqual(
			starts,
			starts.toSorted((a, b) => a - b),
		);
	});
});
