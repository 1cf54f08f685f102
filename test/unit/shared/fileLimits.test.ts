import assert from 'node:assert/strict';
import { getFileLimits } from '../../../src/shared/fileLimits';

const intact = {
	format: 'csv',
	columns: [],
	total: 10,
	broken: 0,
	guessed: 0,
	moreColumns: false,
	truncated: false,
	timeColumn: undefined,
	deviceColumn: undefined,
	versionColumn: undefined,
} as const;

describe('limitations of a file', () => {
	it('reports no limitations for an intact file', () => {
		assert.deepEqual(getFileLimits(intact), []);
		assert.deepEqual(getFileLimits(intact, 10), []);
	});

	it('reports that a file from another program has no column with errors', () => {
		const column = (name: string, meaning = '') => ({ name, kind: 'text', personal: false, meaning }) as const;
		const limits = (...columns: ReturnType<typeof column>[]) => getFileLimits({ ...intact, columns });
		assert.deepEqual(limits(column('message'), column('city', 'City')), [{ kind: 'noErrors' }]);
		assert.deepEqual(limits(column('message'), column('error_name', 'Error name')), []);
		assert.deepEqual(limits(column('city', 'City')), []);
	});

	it('reports each limitation of a file', () => {
		const form = { encoding: 'windows1252', delimiter: ';' } as const;
		const file = { ...intact, form, moreColumns: true, truncated: true, broken: 3, guessed: 1 };
		assert.deepEqual(getFileLimits(file, 12), [
			{ kind: 'detectedForm', format: 'csv', form },
			{ kind: 'moreColumns', columns: 0 },
			{ kind: 'truncated' },
			{ kind: 'malformed', records: 3, ambiguous: 1 },
			{ kind: 'otherCount', exported: 12, records: 10 },
		]);
	});
});
