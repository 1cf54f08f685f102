import * as assert from 'node:assert/strict';
import { findTraces } from '../../../../../src/core/stack/parse/findTraces';

const java =
	'java.lang.IllegalStateException: "cart"\n\tat com.acme.Cart.add(Cart.java:40)\n\tat com.acme.Main.main(Main.java:3)';

function linksIn(value: string): string[] {
	return findTraces(value).flatMap(({ text, trace, sourceOffset }) => {
		const starts = text
			.split('\n')
			.map((_, index, lines) => lines.slice(0, index).join('\n').length + (index > 0 ? 1 : 0));
		return trace.sections
			.flatMap(({ lines }) => lines)
			.flatMap((line) => {
				if (line.kind === 'raw' || !line.link) {
					return [];
				}
				const start = starts[line.line] ?? 0;
				return [value.slice(sourceOffset(start + line.link.start), sourceOffset(start + line.link.end))];
			});
	});
}

describe('findTraces()', () => {
	it('finds a stack trace that makes up the whole value', () => {
		const [found] = findTraces(java);
		assert.deepEqual([found?.path, found?.text, found?.trace.platform], [[], java, 'jvm']);
		assert.deepEqual(linksIn(java), ['Cart.java:40', 'Main.java:3']);
	});

	it('finds no stack trace in a value without frames', () => {
		for (const value of ['', 'hello', '{}', 'null', '"main"', '{"screen":"cart"}', java.split('\n')[0] ?? '']) {
			assert.deepEqual(findTraces(value), [], value);
		}
	});

	it('finds stack traces in JSON and returns their property paths', () => {
		const value = JSON.stringify(
			{ screen: 'cart', errors: [{ id: 7, 'stack:trace': java }, { 'stack:trace': java }] },
			null,
			2,
		);
		assert.deepEqual(
			findTraces(value).map(({ path, text }) => [path, text]),
			[
				[['errors', 0, 'stack:trace'], java],
				[['errors', 1, 'stack:trace'], java],
			],
		);
		assert.deepEqual(linksIn(value), ['Cart.java:40', 'Main.java:3', 'Cart.java:40', 'Main.java:3']);
	});

	it('finds stack traces in JSON that is escaped in another JSON string', () => {
		const value = JSON.stringify({ payload: JSON.stringify({ trace: java }), html: '<init>' });
		assert.deepEqual(
			findTraces(value).map(({ path, text }) => [path, text]),
			[[['payload', 'trace'], java]],
		);
		assert.deepEqual(linksIn(value), ['Cart.java:40', 'Main.java:3']);
		const doubled = JSON.stringify({ trace: java.replaceAll('\n', '\\n').replaceAll('\t', '\\t') });
		assert.equal(findTraces(doubled)[0]?.text, java);
	});

	it('decodes Unicode escapes in stack traces from JSON serializers that escape more than necessary', () => {
		const value = '{"trace":"a.B: x\\n\\tat a.B.\\u003cinit\\u003e(B.java:1)\\n\\tat a.B.c(B.java:2)"}';
		const [section] = findTraces(value)[0]?.trace.sections ?? [];
		const [frame] = section?.lines ?? [];
		assert.ok(frame?.kind === 'managed');
		assert.equal(frame.method, '<init>');
	});

	it('finds stack traces in truncated or malformed JSON', () => {
		const value = JSON.stringify({ trace: java, more: 1 });
		for (const broken of [
			value.slice(0, -4),
			value.slice(0, value.indexOf('Main.java:3') + 12),
			`${value}}}`,
			value.replace(':', ''),
		]) {
			assert.equal(findTraces(broken)[0]?.trace.platform, 'jvm', broken);
		}
	});

	it('stops at a nesting limit when it searches JSON for stack traces', () => {
		assert.deepEqual(findTraces('['.repeat(200_000)), []);
		assert.deepEqual(findTraces(`${'{"a":'.repeat(100_000)}${JSON.stringify(java)}`).length, 1);
	});

	it('skips JSON that is nested too deeply and finds stack traces after it', () => {
		const deep = `${'['.repeat(100)}"${'x'.repeat(20)}",1${']'.repeat(100)}`;
		const [found, ...more] = findTraces(`[${deep},{"a":${deep},"error":${JSON.stringify(java)}}]`);
		assert.deepEqual([found?.path, found?.text, more], [[1, 'error'], java, []]);
	});

	it('finds more stack traces in a string than the maximum number of function arguments', () => {
		const count = 150_000;
		const list = JSON.stringify(new Array(count).fill('a.b.E\n\tat a.b.C.d(E.java:1)'));
		assert.equal(findTraces(JSON.stringify({ traces: list })).length, count);
	});
});
