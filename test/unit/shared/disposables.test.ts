import assert from 'node:assert/strict';
import { DisposableStore } from '../../../src/shared/disposables';

describe('A store of disposables', () => {
	it('disposes of what was made last first, and of each once', () => {
		const disposed: string[] = [];
		const store = new DisposableStore();
		for (const name of ['a', 'b', 'c']) {
			store.add({ dispose: () => disposed.push(name) });
		}
		store.dispose();
		store.dispose();
		assert.deepEqual(disposed, ['c', 'b', 'a']);
	});

	it('disposes at once of what comes after its end', () => {
		const disposed: string[] = [];
		const store = new DisposableStore();
		store.dispose();
		store.add({ dispose: () => disposed.push('late') });
		assert.deepEqual(disposed, ['late']);
	});
});
