import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { readChosenFolder } from '../../../../src/core/files/chosenFolder';

const home = resolve('/home/ada');

describe('A chosen folder for exports', () => {
	it('is an absolute path', () => {
		const folder = resolve('/data/exports');
		assert.equal(readChosenFolder(` ${folder} `, home), folder);
	});

	it('may begin with the home folder', () => {
		assert.equal(readChosenFolder('~/exports', home), join(home, 'exports'));
		assert.equal(readChosenFolder('~', home), home);
	});

	for (const text of ['', '  ', 'exports', './exports', '../exports', '~ada/exports']) {
		it(`is none where "${text}" is written`, () => {
			assert.equal(readChosenFolder(text, home), '');
		});
	}
});
