import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findSourceFile } from '../../../../src/core/agent/context/findSourceFile';
import { skipBecause } from '../../../support/skipBecause';
import { useTemporaryFolder } from '../export/support/temporaryFolder';

async function isOnDisk(uri: string): Promise<boolean> {
	const path = fileURLToPath(uri);
	return !path.includes('\0') && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false);
}

describe('source files that agents specify by path', () => {
	const temporary = useTemporaryFolder();
	const at = (...path: readonly string[]) => join(temporary.path, ...path);

	async function find(path: string, folders: readonly string[] = ['shop', 'kit']): Promise<string> {
		const opened = folders.map((name) => ({ uri: pathToFileURL(at(name)).href, name }));
		const found = await findSourceFile(path, opened, isOnDisk);
		return found.kind === 'found' ? found.files.map((file) => `${file.folder}:${file.path}`).join(' ') : found.kind;
	}

	beforeEach(() => {
		for (const path of [
			'shop/src/Cart.kt',
			'shop/a b/Größe (1)#.kt',
			'kit/src/Cart.kt',
			'kit/Kit.kt',
			'shopping/Cart.kt',
		]) {
			mkdirSync(dirname(at(path)), { recursive: true });
			writeFileSync(at(path), '');
		}
	});

	it('finds files by absolute paths below a workspace folder', async () => {
		for (const path of [
			at('shop', 'src', 'Cart.kt'),
			`${at('shop')}//src/./Cart.kt`,
			`${at('kit')}/../shop/src/Cart.kt`,
		]) {
			assert.equal(await find(path), 'shop:src/Cart.kt', path);
		}
		assert.equal(await find(at('shop', 'a b', 'Größe (1)#.kt')), 'shop:a b/Größe (1)#.kt');
	});

	it('finds files by paths that are relative to a workspace folder or start with its name', async () => {
		for (const [path, expected] of [
			['Kit.kt', 'kit:Kit.kt'],
			['./src\\Cart.kt', 'shop:src/Cart.kt kit:src/Cart.kt'],
			['shop/src/Cart.kt', 'shop:src/Cart.kt'],
			['../kit/Kit.kt', 'kit:Kit.kt'],
		] as const) {
			assert.equal(await find(path), expected, path);
		}
	});

	it('rejects paths outside the workspace folders, whether they exist or not', async () => {
		for (const path of [
			at('shopping', 'Cart.kt'),
			at('shopping', 'Absent.kt'),
			`${at('shop')}/../shopping/Cart.kt`,
			'../shopping/Cart.kt',
			'src/../../shopping/Cart.kt',
			'/etc/passwd',
			'//server/share/Cart.kt',
			'\\\\server\\share\\Cart.kt',
			temporary.path,
			'/',
		]) {
			assert.equal(await find(path), 'outsideWorkspace', path);
		}
		assert.equal(await find('C:\\absent\\src\\Cart.kt'), 'outsideWorkspace');
		assert.equal(await find('src/Cart.kt', []), 'noWorkspace');
	});

	it("rejects paths in the workspace folders that don't refer to a file", async () => {
		for (const path of [
			'Cart.kt',
			'src',
			'',
			'.',
			'src/Cart.kt:3',
			'src/Cart.kt\0',
			'src/\ud800.kt',
			'src/100%.kt',
			'~/src/Cart.kt',
			pathToFileURL(at('shop', 'src', 'Cart.kt')).href,
			at('shop'),
			at('shop', 'src'),
			at('shop', 'src', 'Absent.kt'),
			'x/'.repeat(250),
		]) {
			assert.equal(await find(path), 'missingFile', JSON.stringify(path));
		}
	});

	it('finds files through symbolic links to a workspace folder and by the real path of a linked folder', async function () {
		try {
			symlinkSync(at('kit'), at('linked'), 'junction');
		} catch {
			skipBecause(this, "This user can't create links.");
		}
		assert.equal(await find(join(realpathSync(at('kit')), 'Kit.kt'), ['linked']), 'linked:Kit.kt');
		assert.equal(await find(at('linked', 'Kit.kt'), ['linked']), 'linked:Kit.kt');
		assert.equal(await find(at('linked', 'Kit.kt'), ['kit']), 'kit:Kit.kt');
		assert.equal(await find(at('linked', 'Absent.kt'), ['kit']), 'missingFile');
		assert.equal(await find(at('linked', 'Kit.kt'), ['shop']), 'outsideWorkspace');
	});

	it('finds files by absolute Windows paths regardless of the case of the drive letter', async () => {
		const folders = [{ uri: 'vscode-remote://windows/c%3A/a%20b/shop', name: 'shop' }];
		const isFile = async (uri: string) => uri === 'vscode-remote://windows/c%3A/a%20b/shop/src/Cart.kt';
		for (const path of ['C:\\a b\\shop\\src\\Cart.kt', 'c:/a b/shop/src/Cart.kt', '/C:/a b/shop/src/Cart.kt']) {
			assert.equal((await findSourceFile(path, folders, isFile)).kind, 'found', path);
		}
		assert.equal((await findSourceFile('D:\\a b\\shop\\src\\Cart.kt', folders, isFile)).kind, 'outsideWorkspace');
	});

	it('finds files in virtual folders by the path of their URI', async () => {
		const folders = [{ uri: 'memfs:/a%20b/shop', name: 'shop' }];
		const isFile = async (uri: string) => uri === 'memfs:/a%20b/shop/src/Cart.kt';
		for (const path of ['src/Cart.kt', '/a b/shop/src/Cart.kt', 'shop/src/Cart.kt']) {
			assert.equal((await findSourceFile(path, folders, isFile)).kind, 'found', path);
		}
		assert.equal((await findSourceFile('/a b/src/Cart.kt', folders, isFile)).kind, 'outsideWorkspace');
		assert.equal((await findSourceFile('Cart.kt', folders, isFile)).kind, 'missingFile');
	});
});
