import assert from 'node:assert/strict';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { otherThreads } from '../../../../../src/core/stack/trace/otherThreads';

function framesOfOthers(text: string): string[] {
	return [...otherThreads(parseTrace(text))].flatMap(({ lines }) =>
		lines.flatMap((line) => (line.kind === 'raw' ? [] : [line.enclosing?.method ?? line.kind])),
	);
}

describe('threads other than the crashed thread', () => {
	it('returns the threads before and after the crashed thread', () => {
		const text = [
			'Exception Type:  EXC_BREAKPOINT (SIGTRAP)',
			'',
			'Last Exception Backtrace:',
			'0   Shop 0x0000000102a3b5c8 Cart.thrown() + 1 (Cart.swift:1)',
			'',
			'Thread 0:',
			'0   Shop 0x0000000102a3b5c8 Cart.waits() + 1 (Cart.swift:2)',
			'',
			'Thread 1 Crashed:',
			'0   Shop 0x0000000102a3b5c8 Cart.fails() + 1 (Cart.swift:3)',
			'',
			'Thread 2:',
			'0   Shop 0x0000000102a3b5c8 Cart.sleeps() + 1 (Cart.swift:4)',
		].join('\n');
		assert.deepEqual(framesOfOthers(text), ['waits', 'sleeps']);
	});

	it('returns no other threads if no thread is marked as crashed', () => {
		const text = [
			'"main" prio=5 tid=1 Blocked',
			'  at com.acme.Cart.read(Cart.java:31)',
			'',
			'"worker" prio=5 tid=2 Waiting',
			'  at com.acme.Sync.run(Sync.java:7)',
		].join('\n');
		assert.deepEqual(framesOfOthers(text), []);
		assert.deepEqual(framesOfOthers('java.lang.Error: x\n\tat com.acme.Cart.read(Cart.java:31)'), []);
		assert.deepEqual(framesOfOthers(''), []);
	});

	it('includes all sections of a thread with frames from several platforms', () => {
		const text = [
			'Thread 0 Crashed:',
			'0   Shop 0x0000000102a3b5c8 Cart.fails() + 1 (Cart.swift:3)',
			'    at fails (src/cart.js:1:2)',
			'',
			'Thread 1:',
			'0   Shop 0x0000000102a3b5c8 Cart.waits() + 1 (Cart.swift:2)',
			'    at waits (src/cart.js:1:2)',
		].join('\n');
		const { sections } = parseTrace(text);
		assert.equal(sections.filter(({ lines }) => lines.some(({ kind }) => kind !== 'raw')).length, 4);
		assert.deepEqual(framesOfOthers(text), ['waits', 'waits']);
	});
});
