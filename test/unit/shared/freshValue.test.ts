import assert from 'node:assert/strict';
import { FreshValue } from '../../../src/shared/freshValue';

describe('FreshValue', () => {
	const stage = () => {
		const loads: ((value: string) => void)[] = [];
		const value = new FreshValue(() => new Promise<string>((resolve) => loads.push(resolve)));
		return { value, loads };
	};

	it('loads a value once for all callers until it is invalidated', async () => {
		const { value, loads } = stage();
		const both = Promise.all([value.get(), value.get()]);
		loads[0]?.('a');
		assert.deepEqual(await both, ['a', 'a']);
		assert.equal(await value.get(), 'a');
		assert.equal(loads.length, 1);
		value.invalidate();
		const next = value.get();
		loads[1]?.('b');
		assert.equal(await next, 'b');
	});

	it('does not return a value that was invalidated while the value was being loaded', async () => {
		const { value, loads } = stage();
		const first = value.get();
		value.invalidate();
		const second = value.get();
		loads[1]?.('new');
		assert.equal(await second, 'new');
		loads[0]?.('old');
		assert.equal(await first, 'new');
		assert.equal(loads.length, 2);
	});
});
