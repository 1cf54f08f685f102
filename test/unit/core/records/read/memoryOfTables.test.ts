import * as assert from 'node:assert/strict';
import { grownMemory } from '../../../../support/grownMemory';
import { buildText } from '../support/tables';

describe('memory for reading files', () => {
	for (const [format, text] of [
		['csv', 'a,b\n1,2\n'],
		['json', '[{"a":1,"b":2}]'],
	] as const) {
		it(`uses little memory to read a small ${format} file`, () => {
			const taken = grownMemory(() => assert.equal(buildText(format, text).index.records, 1));
			assert.ok(taken > 0 && taken <= 1024 * 1024, `${taken} bytes for ${text.length}`);
		});
	}
});
