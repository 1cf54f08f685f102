import * as assert from 'node:assert/strict';
import type { WantedMapping } from '../../../src/core/stack/mapping/deobfuscate';
import { KnownMapIds } from '../../../src/core/stack/mapping/knownMapIds';
import { OpenMappings } from '../../../src/core/stack/mapping/openMappings';
import { readTraces } from '../../../src/core/stack/texts/readTraces';
import type { EngineClient } from '../../../src/engine/engineClient';
import { OpenTraces } from '../../../src/engine/openTraces';
import { traceHandlers } from '../../../src/engine/traceHandlers';
import { getTraces } from '../../../src/engine/tracesOf';
import { withFile } from '../core/stack/mapping/support/temporary';

const never = new AbortController().signal;

const chosen = (path: string): WantedMapping => ({
	question: { kind: 'r8', application: [], version: undefined, patterns: [], remembered: path },
	candidates: [{ path, relativePath: undefined, modified: 0 }],
});

function engineHere() {
	const handlers = traceHandlers({
		ready: async () => undefined,
		mappings: { source: new OpenMappings(), ids: new KnownMapIds() },
		record: async () => assert.fail('no records here'),
	});
	const told: number[] = [];
	const call = (async (
		method: 'readTraces' | 'openTraces' | 'closeTraces' | 'deobfuscate',
		params: never,
		{ onProgress = () => undefined }: { onProgress?: (of: never) => void } = {},
	) => {
		asked.push(method);
		return handlers[method](params, {
			signal: never,
			report: (pieces: readonly { readonly lines: readonly string[] }[] = []) => {
				told.push(pieces.reduce((sum, { lines }) => sum + lines.length, 0));
				onProgress(structuredClone(pieces) as never);
			},
		});
	}) as EngineClient['call'];
	const asked: string[] = [];
	return { call, told, asked };
}

const frames = (count: number, method = 'd') => `\tat a.b.C.${method}(SourceFile:7)\n`.repeat(count);
const texts: Readonly<Record<string, string>> = {
	short: `java.lang.Error: x\n${frames(3)}`,
	'long, in one section': `java.lang.Error: x\n${frames(9_000)}`,
	'long, in sections without frames': 'Caused by: java.lang.Error: x\n'.repeat(9_000),
	'long, of long headers': `java.lang.Error: x\n${'y\n'.repeat(5_000)}${frames(2_500)}Caused by: java.lang.Error\n${frames(2_000)}`,
	'several, of all lengths': [1, 4_000, 1, 1_999, 2_001]
		.map((count) => `java.lang.Error: x\n${frames(count)}\nnothing\n`)
		.join(''),
	none: 'nothing',
};

describe('traces received from the engine in batches', () => {
	for (const [name, text] of Object.entries(texts)) {
		it(`assembles the same traces from batches as from a single response: ${name}`, async () => {
			const { call, told } = engineHere();
			const { traces } = await getTraces({ call }, { text, format: 'text' });
			assert.deepEqual(traces, readTraces(text, 'text', undefined));
			assert.ok(Math.max(0, ...told) <= 4_000, `${Math.max(...told)} lines at once`);
		});
	}

	it('includes the alternatives for an ambiguous deobfuscated line', async () => {
		const mapping = 'com.example.Cart -> a.b.C:\n    void add() -> d\n    void remove(int) -> d\n';
		await withFile(mapping, async (path) => {
			const { call, told } = engineHere();
			const count = 5_000;
			const text = `java.lang.Error: x\n${'\tat a.b.C.d(Unknown Source)\n'.repeat(count)}`;
			const { all } = await OpenTraces.ofText({ call }, { text, holds: 'trace' });
			const { plain, origins, tried } = (await all[0]?.deobfuscate([chosen(path)])) ?? assert.fail();
			assert.equal(tried[0]?.result.kind, 'used');
			assert.equal(plain?.lines[1], '\tat com.example.Cart.add(Cart.java)');
			assert.deepEqual(
				[origins.get(0), origins.get(count)],
				[undefined, { library: false, alternative: 'at com.example.Cart.remove(Cart.java)', moreAlternatives: 0 }],
			);
			assert.ok(Math.max(...told) <= 4_000, `${Math.max(...told)} lines at once`);
		});
	});

	it('returns no deobfuscated trace if no mapping file matches', async () => {
		const { call } = engineHere();
		const { all } = await OpenTraces.ofText({ call }, { text: texts['short'] ?? '', holds: 'trace' });
		assert.deepEqual(await all[0]?.deobfuscate([]), {
			plain: undefined,
			origins: new Map(),
			leftOut: undefined,
			tried: [],
			found: 0,
		});
	});

	it('parses traces again if the engine has evicted them from its cache', async () => {
		const { call, asked } = engineHere();
		const opened = await OpenTraces.ofText({ call }, { text: texts['short'] ?? '', holds: 'trace' });
		opened[Symbol.dispose]();
		assert.equal((await opened.all[0]?.deobfuscate([]))?.found, 0);
		assert.deepEqual(asked, ['openTraces', 'closeTraces', 'deobfuscate', 'openTraces', 'deobfuscate', 'closeTraces']);
		const gone: typeof call = (method, params, options) =>
			method === 'deobfuscate' ? Promise.resolve(undefined as never) : call(method, params, options);
		const { all } = await OpenTraces.ofText({ call: gone }, { text: 'nothing', holds: 'trace' });
		await assert.rejects(async () => all[0]?.deobfuscate([]), { problem: { kind: 'engineStopped' } });
	});
});
