import assert from 'node:assert/strict';
import { DisposableStore } from '../../../src/shared/disposables';

describe('disposable store', () => {
	it('disposes items in reverse order of creation, each only once', () => {
		const disposed: string[] = [];
		const store = new DisposableStore();
		for (const name of ['a', 'b', 'c']) {
			store.add({ dispose: () => disposed.push(name) });
		}
		store.dispose();
		store.dispose();
		assert.deepEqual(disposed, ['c', 'b', 'a']);
	});

	it('disposes an item immediately if it is added after the store was disposed', () => {
		const disposed: string[] = [];
		const store = new DisposableStore();
		store.dispose();
		store.add({ dispose: () => disposed.push('late') });
		assert.deepEqual(disposed, ['late']);
	});
});
