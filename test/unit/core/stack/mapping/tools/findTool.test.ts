import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findTool, type ToolMachine } from '../../../../../../src/core/stack/mapping/tools/findTool';
import type { SymbolTool } from '../../../../../../src/core/stack/mapping/tools/symbolTool';
import { skipBecause } from '../../../../../support/skipBecause';
import { writeTool } from '../support/fakeTool';
import { withFolder } from '../support/temporary';

async function find(
	folder: string,
	tool: SymbolTool,
	env: ToolMachine['env'],
	platform: NodeJS.Platform = 'linux',
): Promise<string | undefined> {
	const program = await findTool(tool, { env, platform, home: path.join(folder, 'home') });
	return program && path.relative(folder, program.path);
}

describe('search for a symbolication tool', () => {
	before(function () {
		if (process.platform === 'win32') {
			skipBecause(this, 'Windows paths contain colons, which separate the folders in PATH on Linux.');
		}
	});

	it('searches the folders in PATH for a tool in order', () =>
		withFolder(async (folder) => {
			const folders = ['none', 'one', 'two'].map((name) => path.join(folder, name));
			await writeTool(path.join(folder, 'one'), 'atos', '');
			await writeTool(path.join(folder, 'two'), 'atos', '');
			assert.equal(await find(folder, 'atos', { PATH: folders.join(':') }), 'one/atos');
		}));

	it('ignores relative folders in PATH when it searches for a tool', () =>
		withFolder(async (folder) => {
			await writeTool(folder, 'atos', '');
			const here = path.relative(process.cwd(), folder);
			assert.equal(await find(folder, 'atos', { PATH: `${here}::.` }), undefined);
			assert.equal(await find(folder, 'flutter', { FLUTTER_ROOT: here }), undefined);
			assert.equal(await find(folder, 'atos', { PATH: folder }), 'atos');
		}));

	it('finds a tool only if its file is executable', () =>
		withFolder(async (folder) => {
			await writeFile(path.join(folder, 'atos'), '');
			await chmod(path.join(folder, 'atos'), 0o644);
			await mkdir(path.join(folder, 'flutter'));
			assert.equal(await find(folder, 'atos', { PATH: folder }), undefined);
			assert.equal(await find(folder, 'flutter', { PATH: folder }), undefined);
		}));

	it('searches the NDK from the environment first and then the newest NDK in the SDK', () =>
		withFolder(async (folder) => {
			const llvm = (ndk: string) => path.join(folder, ndk, 'toolchains/llvm/prebuilt/linux-x86_64/bin');
			for (const ndk of ['sdk/ndk/9.2.1', 'sdk/ndk/27.0.1', 'sdk/ndk/25.1.8', 'own', 'home/Android/Sdk/ndk/1.0.0']) {
				await writeTool(llvm(ndk), 'llvm-symbolizer', '');
				await writeTool(path.join(folder, ndk), 'ndk-stack', '');
			}
			const [own, sdk] = [path.join(folder, 'own'), path.join(folder, 'sdk')];
			const inNdk = (ndk: string) => path.relative(folder, path.join(llvm(ndk), 'llvm-symbolizer'));
			assert.equal(await find(folder, 'llvmSymbolizer', { ANDROID_NDK_HOME: own, ANDROID_HOME: sdk }), inNdk('own'));
			assert.equal(await find(folder, 'llvmSymbolizer', { ANDROID_HOME: sdk }), inNdk('sdk/ndk/27.0.1'));
			assert.equal(await find(folder, 'llvmSymbolizer', {}), inNdk('home/Android/Sdk/ndk/1.0.0'));
			assert.equal(await find(folder, 'ndkStack', { ANDROID_SDK_ROOT: sdk }), 'sdk/ndk/27.0.1/ndk-stack');
		}));

	it('finds the flutter tool in the Flutter SDK', () =>
		withFolder(async (folder) => {
			await writeTool(path.join(folder, 'flutter/bin'), 'flutter', '');
			assert.equal(
				await find(folder, 'flutter', { FLUTTER_ROOT: path.join(folder, 'flutter') }),
				'flutter/bin/flutter',
			);
		}));

	it('returns undefined if a tool is not installed', () =>
		withFolder(async (folder) => {
			for (const tool of ['atos', 'llvmSymbolizer', 'ndkStack', 'flutter'] as const) {
				for (const platform of ['linux', 'darwin', 'win32'] as const) {
					assert.equal(await find(folder, tool, {}, platform), undefined);
				}
			}
		}));
});
