import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { readChosenFolder } from '../../../../src/core/files/chosenFolder';
import { canonicalPath, systemPathRules } from '../../../../src/core/files/pathRules';

const canonical = (path: string) => canonicalPath(path, systemPathRules);
const home = canonical(resolve('/home/ada'));

describe('export folder setting', () => {
	it('accepts an absolute path in the export folder setting', () => {
		const folder = canonical(resolve('/data/exports'));
		assert.equal(readChosenFolder(` ${folder} `, home), folder);
	});

	it('expands the home folder in the export folder setting', () => {
		assert.equal(readChosenFolder('~/exports', home), join(home, 'exports'));
		assert.equal(readChosenFolder('~', home), home);
	});

	for (const text of ['', '  ', 'exports', './exports', '../exports', '~ada/exports']) {
		it(`ignores the export folder setting "${text}"`, () => {
			assert.equal(readChosenFolder(text, home), '');
		});
	}
});
