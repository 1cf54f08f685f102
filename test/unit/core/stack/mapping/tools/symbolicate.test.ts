import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Symbolicated, symbolicate } from '../../../../../../src/core/stack/mapping/tools/symbolicate';
import { parseTrace } from '../../../../../../src/core/stack/parse/parseTrace';
import { skipBecause } from '../../../../../support/skipBecause';
import { writeTool } from '../support/fakeTool';
import { never, withFolder } from '../support/temporary';

const native = `signal 11 (SIGSEGV), code 1 (SEGV_MAPERR)
backtrace:
      #00 pc 000000000000110a  /data/app/lib/arm64/libcart.so (BuildId: 9f1c00aa)
      #01 pc 0000000000001125  /data/app/lib/arm64/libcart.so (run+20) (BuildId: 9f1c00aa)
      #02 pc 00000000000530c4  /apex/com.android.runtime/lib64/bionic/libc.so (abort+164)
`;
const dart = `os: android arch: arm64 comp: yes sim: no
build_id: 'a1b2c3d4e5f60718'
    #00 abs 0000007a1b2c3d4e virt 00000000001ed6d7 _kDartIsolateSnapshotInstructions+0x1e26d7
    #01 abs 0000007a1b2c3e4e virt 00000000001ed7d7 _kDartIsolateSnapshotInstructions+0x1e27d7
`;
const apple = `Thread 0 Crashed:
0   libswiftCore.dylib        0x00000001a0b1c2d4 0x1a0a00000 + 1163988
1   Example Shop              0x0000000102a3b1f0 0x102a00000 + 242160

Binary Images:
0x102a00000 - 0x102b00000 +Example Shop arm64  <0a1b2c3d4e5f60718293a4b5c6d7e8f9> /var/containers/Example Shop.app/Example Shop
`;

const print = (text: string) => `process.stdout.write(${JSON.stringify(text)});`;
const keepArguments = `require('node:fs').writeFileSync(__filename + '.json', JSON.stringify(process.argv.slice(2)));`;

async function run(
	folder: string,
	text: string,
	symbols: string,
	tools: Readonly<Record<string, string>>,
): Promise<Symbolicated> {
	for (const [name, script] of Object.entries(tools)) {
		await writeTool(path.join(folder, 'bin'), name, script);
	}
	return symbolicate(
		parseTrace(text),
		[{ need: 0, path: symbols }],
		{ env: { PATH: path.join(folder, 'bin') }, platform: 'linux', home: folder },
		{ milliseconds: 30_000, bytes: 1024 ** 2 },
		never,
	);
}

const failuresOf = ({ failures }: Symbolicated) => failures.map(({ failure }) => failure);

async function symbolFile(folder: string, name = 'libcart.so'): Promise<string> {
	const file = path.join(folder, name);
	await mkdir(path.dirname(file), { recursive: true });
	await writeFile(file, 'symbols');
	return file;
}

describe('symbolication', () => {
	before(function () {
		if (process.platform === 'win32') {
			skipBecause(this, 'Windows has no executable scripts.');
		}
	});

	it("replaces each frame with the symbolizer's result for it", () =>
		withFolder(async (folder) => {
			const library = await symbolFile(folder);
			const result = await run(folder, native, library, {
				'llvm-symbolizer': print(
					'rate\n/src/cart.cpp:3:98\nshop::Cart::total(int) const\n/src/cart.cpp:4:47\n\nrun\n/src/cart.cpp:9:1\n\n',
				),
			});
			assert.deepEqual([result.explained, result.failures], [2, []]);
			assert.deepEqual(result.trace?.lines, [
				'signal 11 (SIGSEGV), code 1 (SEGV_MAPERR)',
				'backtrace:',
				'      libcart.so  rate (/src/cart.cpp:3:98)',
				'      libcart.so  shop::Cart::total(int) const (/src/cart.cpp:4:47)',
				'      libcart.so  run (/src/cart.cpp:9:1)',
				'      #02 pc 00000000000530c4  /apex/com.android.runtime/lib64/bionic/libc.so (abort+164)',
				'',
			]);
			assert.deepEqual(structuredClone(result), result);
		}));

	it('uses the next symbolizer if the preferred one is missing', () =>
		withFolder(async (folder) => {
			const library = await symbolFile(folder);
			const result = await run(folder, native, library, {
				'ndk-stack': `${keepArguments} ${print('#00 0x110a /data/libcart.so\n  rate\n  /src/cart.cpp:3:98\n')}`,
			});
			assert.equal(result.explained, 1);
			assert.deepEqual(require(path.join(folder, 'bin', 'ndk-stack.json')), ['-sym', folder]);
		}));

	it("replaces the whole stack if the symbolizer's output can't be assigned to individual frames", () =>
		withFolder(async (folder) => {
			const symbols = await symbolFile(folder, 'app.android-arm64.symbols');
			const result = await run(folder, dart, symbols, {
				flutter: print(
					'#0      rate (package:shop/cart.dart:3:7)\n#1      Cart.total (package:shop/cart.dart:9)\n#2      main (package:shop/main.dart:1)\n',
				),
			});
			assert.deepEqual(result.trace?.lines.slice(2), [
				'#0      rate (package:shop/cart.dart:3:7)',
				'#1      Cart.total (package:shop/cart.dart:9)',
				'#2      main (package:shop/main.dart:1)',
				'',
			]);
		}));

	it('finds the image file inside a dSYM bundle', () =>
		withFolder(async (folder) => {
			const symbols = await symbolFile(folder, 'Example Shop.app.dSYM/Contents/Resources/DWARF/Example Shop');
			const result = await run(folder, apple, path.join(folder, 'Example Shop.app.dSYM'), {
				atos: `${keepArguments} ${print('Cart.total() (in Example Shop) (/src/Cart.swift:31)\n')}`,
			});
			assert.equal(result.trace?.lines[2], 'Example Shop  Cart.total() (/src/Cart.swift:31)');
			assert.deepEqual((require(path.join(folder, 'bin', 'atos.json')) as string[]).slice(0, 2), ['-o', symbols]);
		}));

	it("does not use another build's symbols", () =>
		withFolder(async (folder) => {
			const library = path.join(folder, 'libcart.so');
			const id = Buffer.from('0123456789abcdef', 'hex');
			await writeFile(library, getLibrary(id));
			const tools = { 'llvm-symbolizer': `${keepArguments} ${print('run\n/src/cart.cpp:9:1\n\n')}` };
			assert.deepEqual(failuresOf(await run(folder, native, library, tools)), [
				{ kind: 'otherBuild', wanted: '9f1c00aa', found: [id.toString('hex')] },
			]);
			assert.throws(() => require(path.join(folder, 'bin', 'llvm-symbolizer.json')), 'it was not started');
			const own = native.replaceAll('9f1c00aa', '01234567');
			assert.equal((await run(folder, own, library, tools)).explained, 1);
		}));

	it('reports why symbolication failed', () =>
		withFolder(async (folder) => {
			const library = await symbolFile(folder);
			assert.deepEqual(failuresOf(await run(folder, native, library, {})), [
				{ kind: 'toolMissing', tools: ['llvmSymbolizer', 'ndkStack'] },
			]);
			const failureOf = async (symbols: string, script: string) => {
				const result = await run(folder, native, symbols, { 'llvm-symbolizer': script });
				assert.equal(result.trace, undefined);
				return failuresOf(result);
			};
			assert.deepEqual(await failureOf('libcart.so', ''), [{ kind: 'notAbsolute', path: 'libcart.so' }]);
			assert.deepEqual(await failureOf('/nowhere/libcart.so', ''), [
				{ kind: 'unreadable', fault: 'missing', code: 'ENOENT' },
			]);
			assert.deepEqual(await failureOf(library, print('??\n??:0:0\n\n')), [
				{ kind: 'nothingFound', tool: 'llvmSymbolizer' },
			]);
			assert.deepEqual(await failureOf(library, `console.error('no'); process.exitCode = 1`), [
				{ kind: 'failed', tool: 'llvmSymbolizer', status: '1', words: 'no' },
			]);
		}));

	it('does nothing if the stack trace needs no symbols', () =>
		withFolder(async (folder) => {
			assert.deepEqual(await run(folder, 'java.lang.Error: no\n\tat a.b.c(D.java:4)', '/x', {}), {
				trace: undefined,
				explained: 0,
				failures: [],
			});
		}));
});

function getLibrary(id: Buffer): Buffer {
	const bytes = Buffer.alloc(64 + 16 + id.length + 64);
	bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
	const table = 64 + 16 + id.length;
	bytes.writeBigUInt64LE(BigInt(table), 40);
	bytes.writeUInt16LE(64, 58);
	bytes.writeUInt16LE(1, 60);
	[4, id.length, 3].forEach((value, index) => {
		bytes.writeUInt32LE(value, 64 + index * 4);
	});
	bytes.write('GNU\0', 76, 'latin1');
	bytes.set(id, 80);
	bytes.writeUInt32LE(7, table + 4);
	bytes.writeBigUInt64LE(64n, table + 24);
	bytes.writeBigUInt64LE(BigInt(16 + id.length), table + 32);
	return bytes;
}
