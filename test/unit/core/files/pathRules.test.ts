import assert from 'node:assert/strict';
import { readChosenFolder } from '../../../../src/core/files/chosenFolder';
import { canonicalPath, isFullPath, isSamePath, pathRulesOf } from '../../../../src/core/files/pathRules';

const [windows, mac, linux] = [pathRulesOf('win32'), pathRulesOf('darwin'), pathRulesOf('linux')];

describe('path rules', () => {
	for (const [typed, folder] of [
		['D:\\Exports', 'd:\\Exports'],
		['D:/Exports/', 'd:\\Exports'],
		['d:\\', 'd:\\'],
		['\\\\server\\share\\Exports\\', '\\\\server\\share\\Exports'],
		['~\\Exports', 'c:\\Users\\Zoë\\Exports'],
		['\\Exports', ''],
		['/Exports', ''],
		['D:Exports', ''],
		['Exports', ''],
	] as const) {
		it(`reads the export folder "${typed}" on Windows as "${folder}"`, () => {
			assert.equal(readChosenFolder(typed, 'C:\\Users\\Zoë', windows), folder);
		});
	}

	it('removes redundant separators and leaves paths from other operating systems unchanged', () => {
		assert.equal(canonicalPath('/data//Exports/', linux), '/data/Exports');
		assert.equal(canonicalPath('/', linux), '/');
		assert.equal(canonicalPath('C:/x', linux), 'C:/x');
	});

	it('recognizes paths that are independent of the current folder and drive', () => {
		for (const path of ['c:\\a', 'C:/a', '\\\\server\\share\\a']) {
			assert.equal(isFullPath(path, windows), true, path);
		}
		for (const path of ['\\a', '/a', 'a', 'c:a', '']) {
			assert.equal(isFullPath(path, windows), false, path);
		}
		assert.equal(isFullPath('/a', linux), true);
		assert.equal(isFullPath('\\a', linux), false);
	});

	it('ignores letter case in paths only on Windows and macOS', () => {
		assert.equal(isSamePath('D:\\Exports\\A.csv', 'd:/exports/a.CSV', windows), true);
		assert.equal(isSamePath('D:\\Exports\\A.csv', 'd:\\exports\\b.csv', windows), false);
		assert.equal(isSamePath('/Users/Zoë/A.csv', '/users/zoe\u0308/a.csv', mac), true);
		assert.equal(isSamePath('/data/A.csv', '/data/a.csv', linux), false);
		assert.equal(isSamePath('/data/A.csv', '/data//A.csv', linux), true);
	});
});
