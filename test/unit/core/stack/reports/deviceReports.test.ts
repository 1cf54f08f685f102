import * as assert from 'node:assert/strict';
import { groupKey } from '../../../../../src/core/stack/grouping/groupKey';
import { readTraces, type TraceFormat } from '../../../../../src/core/stack/texts/readTraces';
import { failingThread, headerText } from '../../../../../src/core/stack/trace/failingThread';
import type { Trace } from '../../../../../src/core/stack/trace/model';
import { mayHoldTrace } from '../../../../../src/features/stackLinks/traceLanguage';
import { assertNothingLost } from '../support/coverage';
import { type JetsamProcess, jetsam, kernelPanic, stackshot } from './support/deviceReports';

const seeds = Array.from({ length: 10 }, (_, index) => index + 1);

function onlyTrace(text: string, format: TraceFormat): Trace {
	assert.ok(mayHoldTrace(text), text);
	const [found, ...others] = readTraces(text, format, undefined);
	assert.ok(found && others.length === 0, text);
	assertNothingLost(found.trace, found.text);
	return found.trace;
}

const formats: readonly TraceFormat[] = ['text', 'json', 'value', 'any'];

function headersIn(text: string): readonly string[] {
	const [headers, ...others] = formats.map((format) => failingThread(onlyTrace(text, format)).headers.map(headerText));
	for (const other of others) {
		assert.deepEqual(other, headers);
	}
	return headers ?? [];
}

describe('reports of Apple devices without an exception', () => {
	it('shows the terminated process, the reason and the memory of ten jetsam events', () => {
		for (const seed of seeds) {
			const pages = 92_802 + seed;
			const event = jetsam([
				{ name: 'backboardd', pages: 100 },
				{ name: `Shop${seed}`, pages, reason: 'per-process-limit', state: 'frontmost' },
			]);
			assert.deepEqual(headersIn(event), [
				`Jetsam: Shop${seed}: per-process-limit\nMemory: 1450 MB (${pages} pages of 16384 bytes)\nLargest process: Shop`,
			]);
		}
	});

	it('shows the process in the foreground first if a jetsam event terminated several processes', () => {
		const event = jetsam([
			{ name: 'assetsd', pages: 64, reason: 'vm-pageshortage' },
			{ name: 'Shop', pages: 256, reason: 'vm-pageshortage', state: 'frontmost' },
		]);
		assert.match(
			headersIn(event)[0] ?? '',
			/^Jetsam: Shop: vm-pageshortage\nMemory: 4 MB .*\nassetsd: vm-pageshortage\n/,
		);
	});

	it('shows the largest process of a jetsam event that terminated no process', () => {
		assert.deepEqual(headersIn(jetsam([{ name: 'Shop', pages: 1 }])), ['Jetsam: Largest process: Shop']);
	});

	it('groups jetsam events by process and reason, regardless of memory usage', () => {
		const keyOf = (process: JetsamProcess) => groupKey(onlyTrace(jetsam([process]), 'value')).key;
		const process = { name: 'Shop', pages: 9000, reason: 'per-process-limit' };
		assert.equal(keyOf({ ...process, pages: 9001 }), keyOf(process));
		assert.notEqual(keyOf({ ...process, name: 'Bank' }), keyOf(process));
		assert.notEqual(keyOf({ ...process, reason: 'vm-pageshortage' }), keyOf(process));
	});

	it('shows the cause and the task of ten kernel panics, and states that they contain no app frames', () => {
		for (const seed of seeds) {
			assert.deepEqual(headersIn(kernelPanic(`task${seed}`)), [
				`Kernel panic: userspace watchdog timeout: no successful checkins from task${seed}\nPanicked task: task${seed}\nThis report contains no stack frames of an app.`,
			]);
		}
	});

	it('reads the threads of the app in the foreground from ten stackshots', () => {
		const keys = seeds.map((seed) => {
			const trace = onlyTrace(stackshot(seed, [77]), 'any');
			const { frames, headers } = failingThread(trace);
			assert.deepEqual(headers.map(headerText), [
				`Stackshot: hang detected\nShop${seed}`,
				'Thread 0: Dispatch queue: com.apple.main-thread',
			]);
			assert.deepEqual(
				frames.map(({ image }) => `${image?.name} ${image?.offset}`),
				[
					'dyld_shared_cache 90',
					'20000000-1AB1-356A-93E5-A0C946152062 4130',
					`Shop${seed} 4150`,
					'dyld_shared_cache 70',
				],
			);
			assert.equal(groupKey(onlyTrace(stackshot(seed, [77], 5000), 'any')).key, groupKey(trace).key);
			return groupKey(trace).key;
		});
		assert.equal(new Set(keys).size, seeds.length);
	});

	it('states that a stackshot without an app in the foreground contains no app frames', () => {
		assert.deepEqual(headersIn(stackshot(1, [])), [
			'Stackshot: hang detected\nThis report contains no stack frames of an app.',
		]);
	});

	it('ignores JSON with only some properties of an Apple device report', () => {
		for (const text of [
			'{"processes":[{"name":"rpages"}],"rpages":1}',
			'{"panicString":"x"}',
			'{"processByPid":{"1":{"pid":1}},"threadById":{}}',
		]) {
			assert.deepEqual(readTraces(text, 'any', undefined), []);
		}
	});
});
