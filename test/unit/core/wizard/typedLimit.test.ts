import assert from 'node:assert/strict';
import { readTypedLimit } from '../../../../src/core/wizard/typedLimit';

describe('A typed limit', () => {
	for (const text of ['10000', ' 10000 ', '10,000', '10.000', '10 000', '10\u202f000', '10_000', '10’000']) {
		it(`is read from "${text}"`, () => {
			assert.deepEqual(readTypedLimit(text), { ok: true, limit: 10_000 });
		});
	}

	it('is none where nothing is typed', () => {
		assert.deepEqual(readTypedLimit('  '), { ok: true, limit: undefined });
	});

	for (const text of ['0', '-5', '1.5', '1,5', '10,00', '1e3', '0x10', 'ten', '99999999999999999999']) {
		it(`is not guessed from "${text}"`, () => {
			assert.deepEqual(readTypedLimit(text), { ok: false });
		});
	}
});
