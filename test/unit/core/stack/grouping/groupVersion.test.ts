import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { groupKey } from '../../../../../src/core/stack/grouping/groupKey';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { groupVersion } from '../../../../../src/shared/groupValue';
import { wholeTraces } from '../support/wholeTraces';

interface SavedKeys {
	readonly groupVersion: number;
	/** Hashes of group keys by the name of their trace. */
	readonly keys: Readonly<Record<string, string>>;
}

/** Golden file. If it does not exist, the test creates it. */
const goldenFile = resolve('test', 'fixtures', 'groupKeys.json');

function currentKeys(): SavedKeys {
	const keys = wholeTraces.map(({ name, text }) => {
		// The key contains the version, which must not change the hash.
		const key = groupKey(parseTrace(text)).key.replace(`[${groupVersion},`, '[');
		return [name, createHash('sha256').update(key).digest('hex').slice(0, 16)];
	});
	return { groupVersion, keys: Object.fromEntries(keys) };
}

describe('groupVersion', () => {
	it('requires a higher groupVersion if the group key of a known stack trace has changed', () => {
		const current = currentKeys();
		if (!existsSync(goldenFile)) {
			writeFileSync(goldenFile, `${JSON.stringify(current, undefined, '\t')}\n`);
			assert.fail(`${goldenFile} did not exist: review it and run the test again`);
		}
		const saved = JSON.parse(readFileSync(goldenFile, 'utf8')) as SavedKeys;
		const changed = Object.keys(saved.keys).filter(
			(name) => current.keys[name] !== undefined && current.keys[name] !== saved.keys[name],
		);
		assert.equal(saved.groupVersion, groupVersion, `delete ${goldenFile} after raising groupVersion`);
		assert.deepEqual(changed, [], 'raise groupVersion in src/shared/groupValue.ts: these traces have other keys');
	});
});
