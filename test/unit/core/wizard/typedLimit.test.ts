import assert from 'node:assert/strict';
import { readTypedLimit } from '../../../../src/core/wizard/typedLimit';

describe('record limit entered by the user', () => {
	for (const text of ['10000', ' 10000 ', '10,000', '10.000', '10 000', '10\u202f000', '10_000', '10’000']) {
		it(`reads 10,000 as the record limit from "${text}"`, () => {
			assert.deepEqual(readTypedLimit(text), { ok: true, limit: 10_000 });
		});
	}

	it('interprets empty input as no record limit', () => {
		assert.deepEqual(readTypedLimit('  '), { ok: true, limit: undefined });
	});

	for (const text of ['0', '-5', '1.5', '1,5', '10,00', '1e3', '0x10', 'ten', '99999999999999999999']) {
		it(`rejects "${text}" as a record limit`, () => {
			assert.deepEqual(readTypedLimit(text), { ok: false });
		});
	}
});
