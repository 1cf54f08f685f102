import * as assert from 'node:assert/strict';
import { mayHoldTrace } from '../../../../src/features/stackLinks/traceLanguage';
import { measured } from '../../../support/measured';
import { leastTime } from '../../../support/processorTime';
import { sampleTraces } from '../../core/stack/support/sampleTraces';
import { wholeTraces } from '../../core/stack/support/wholeTraces';

describe('detection of stack trace text', () => {
	it('detects every text that contains a stack trace, plain or escaped', () => {
		for (const { text } of [...sampleTraces(1), ...wholeTraces]) {
			if (/^\s*(?:at|#\d+|\d+ {2,}\S) /m.test(text)) {
				assert.ok(mayHoldTrace(text), text);
				assert.ok(mayHoldTrace(JSON.stringify({ error: text })), text);
			}
		}
	});

	it('detects localized .NET stack traces, with and without source locations', () => {
		for (const text of [
			'   bei Acme.Cart.Add(Int32 n) in C:\\src\\Cart.cs:Zeile 17.',
			'   konum: Acme.Cart.Add(Int32 n) C:\\src\\Cart.cs içinde: satır 40',
			'   在 Acme.Cart.Add(Int32 n) 在 C:\\src\\Cart.cs 中: 第 40 行',
			'   à Acme.Cart.Add(Int32 n)',
			'   場所 Acme.Cart.Add(Int32 n)',
		]) {
			assert.ok(mayHoldTrace(text), text);
		}
	});

	it('does not detect ordinary prose as a stack trace', () => {
		for (const text of [
			'',
			'Buy milk (2 litres) at the shop.',
			'| a | b |\n| --- | --- |\n| 1 | 2 |',
			'2026-11-20 10:00:00 INFO started in 12 ms (really)',
			'{"name":"notes","version":"1.2.3"}',
		]) {
			assert.ok(!mayHoldTrace(text), text);
		}
	});

	measured('detects stack traces in time proportional to the length of the text', () => {
		const times = [200_000, 800_000].map((size) =>
			Math.max(
				...['at ', 'at a.a.a', '   a b', '.kt ', '.k'.repeat(50), ' '.repeat(9), 'a:'].map((piece) => {
					const text = piece.repeat(size / piece.length);
					return leastTime(() => mayHoldTrace(text));
				}),
			),
		);
		assert.ok((times[1] ?? 0) < 12 * Math.max(times[0] ?? 0, 5), times.join());
	});
});
