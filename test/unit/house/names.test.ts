import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Each feature has one, and they are called side by side. */
const shared = new Set(['register']);

/** AssemblyScript gives its modules names of their own. */
const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
	(file) => file.endsWith('.ts') && !file.split(path.sep).includes('wasm'),
);

const exported = /^export (?:declare |abstract |async )*(?:function\*?|const|class|interface|type|enum) (\w+)/gm;

describe('Exported names', () => {
	it('mean one thing each', () => {
		const places = new Map<string, Set<string>>();
		for (const file of files) {
			for (const [, name = ''] of readFileSync(path.join('src', file), 'utf8').matchAll(exported)) {
				places.set(name, (places.get(name) ?? new Set()).add(file));
			}
		}
		assert.ok(places.size > 1000);
		assert.deepEqual(
			[...places].filter(([name, { size }]) => size > 1 && !shared.has(name)).map(([name, at]) => [name, ...at]),
			[],
		);
	});
});
