import assert from 'node:assert/strict';
import { copyFile, mkdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isProblem } from '../../../../../src/core/common/errors';
import {
	type AppliedMappings,
	applyMappings,
	type MappingFileRef,
} from '../../../../../src/core/stack/mapping/applyMappings';
import { OpenMappings } from '../../../../../src/core/stack/mapping/openMappings';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { mapHash } from '../../../../support/sampleFrames/android';
import { never, withFolder } from './support/temporary';

const workspace = 'samples/workspace';
const mapping = path.join(workspace, 'shop-android/app/build/outputs/mapping/release/mapping.txt');
const bundle = 'index.android.bundle';
const sourceMap = path.join(
	workspace,
	`timetable-react-native/android/app/build/generated/sourcemaps/react/release/${bundle}.map`,
);

const java = `java.lang.NullPointerException: no title
\tat f3.c.d(SourceFile:3)
\tat android.os.Looper.loop(Looper.java:223)
`;
const javascript = `TypeError: Cannot read property 'name' of undefined
    at J (${bundle}:1:1581)
    at D (${bundle}:1:1469)
`;
/** React Native on Android: a JavaScript error followed by the Java stack trace. */
const both = `com.facebook.react.common.JavascriptException: TypeError: no name, stack:
J@${bundle}:1:1581
D@${bundle}:1:1469

\tat f3.c.d(SourceFile:3)
\tat android.os.Handler.handleCallback(Handler.java:938)
`;

const r8 = (file: string): MappingFileRef => ({ kind: 'r8', path: file });
const map = (file: string, ofBundle?: string): MappingFileRef => ({ kind: 'sourceMap', path: file, bundle: ofBundle });

function turn(text: string, files: readonly MappingFileRef[], mappings = new OpenMappings(), signal = never) {
	return applyMappings(parseTrace(text), files, mappings, signal);
}

function outcomes({ tried }: AppliedMappings): string[] {
	return tried.map(({ result }) => {
		if (result.kind === 'refused') {
			return `refused ${result.problem.kind}`;
		}
		if (result.kind === 'notNeeded') {
			return result.kind;
		}
		return `${result.kind} ${result.fit.kind === 'doesNotFit' ? result.fit.reason : result.fit.kind}`;
	});
}

describe('deobfuscation of a stack trace', () => {
	it('deobfuscates Java frames with an R8 mapping file', async () => {
		const applied = await turn(java, [r8(mapping)]);
		assert.deepEqual(outcomes(applied), ['used fits']);
		assert.deepEqual(applied.plain.lines, [
			'java.lang.NullPointerException: no title',
			'\tat com.example.shop.catalog.ProductAdapter.onBindViewHolder(ProductAdapter.java:28)',
			'\tat android.os.Looper.loop(Looper.java:223)',
			'',
		]);
	});

	it('deobfuscates JavaScript frames with the source map of their bundle', async () => {
		const applied = await turn(javascript, [map(sourceMap)]);
		assert.deepEqual(outcomes(applied), ['used fits']);
		assert.deepEqual(applied.plain.lines.slice(1), [
			'    at J (src/components/DepartureRow.tsx:23:36)',
			'    at D (src/components/DepartureRow.tsx:11:14)',
			'',
		]);
	});

	it('deobfuscates a stack trace that contains Java and JavaScript frames', async () => {
		for (const files of [
			[r8(mapping), map(sourceMap)],
			[map(sourceMap), r8(mapping)],
		]) {
			const applied = await turn(both, files);
			assert.deepEqual(outcomes(applied), ['used fits', 'used fits']);
			assert.deepEqual(applied.plain.lines.slice(1, 5), [
				'J@src/components/DepartureRow.tsx:23:36',
				'D@src/components/DepartureRow.tsx:11:14',
				'',
				'\tat com.example.shop.catalog.ProductAdapter.onBindViewHolder(ProductAdapter.java:28)',
			]);
			const kinds = applied.mapped?.sections.flatMap(({ lines }) => lines.map(({ outcome }) => outcome));
			assert.deepEqual(kinds, ['mapped', 'mapped', 'unchanged', 'mapped', 'unchanged', 'unchanged']);
		}
	});

	it('leaves frames unchanged if no given mapping file applies to them', async () => {
		const applied = await turn(both, [r8(mapping)]);
		assert.deepEqual(applied.plain.lines.slice(1, 3), [`J@${bundle}:1:1581`, `D@${bundle}:1:1469`]);
	});

	it('returns a deobfuscation result that can be transferred to another thread', async () => {
		for (const files of [[r8(mapping), map(sourceMap)], [r8('nowhere')], []]) {
			const applied = await turn(both, files);
			assert.deepEqual(structuredClone(applied), applied);
		}
	});

	it('tries mapping files in turn until one matches', () =>
		withFolder(async (folder) => {
			const other = path.join(folder, 'mapping.txt');
			await writeFile(other, 'shop.Cart -> a.a:\n    1:9:void add(int):10:18 -> a\n');
			const applied = await turn(java, [r8(other), r8(mapping), r8('nowhere')]);
			assert.deepEqual(outcomes(applied), ['doesNotFit fewFound', 'used fits']);
		}));

	it("reports the result of the user's mapping file even if an earlier mapping file matches", async () => {
		const applied = await turn(java, [r8(mapping), { ...r8('nowhere.txt'), chosen: true }]);
		assert.deepEqual(outcomes(applied), ['used fits', 'notNeeded']);
	});

	it('leaves a stack trace unchanged if no mapping file matches', () =>
		withFolder(async (folder) => {
			const other = path.join(folder, `${bundle}.map`);
			await writeFile(other, '{"version":3,"sources":["a.js"],"names":[],"mappings":"AAAA"}');
			const applied = await turn(javascript, [map(other)]);
			assert.deepEqual(outcomes(applied), ['doesNotFit fewFound']);
			assert.equal(applied.mapped, undefined);
			assert.deepEqual(applied.plain, parseTrace(javascript));
		}));

	it('does not use a mapping file whose ID belongs to another build', async () => {
		const id = `${mapHash.startsWith('0') ? '1' : '0'}${mapHash.slice(1)}`;
		const applied = await turn(java.replace('SourceFile', `r8-map-id-${id}`), [r8(mapping)]);
		assert.deepEqual(outcomes(applied), ['doesNotFit otherMapId']);
		assert.equal(applied.mapped, undefined);
	});

	it('deobfuscates an exception name without frames if the app version proves that the mapping file matches', () =>
		withFolder(async (folder) => {
			const file = path.join(folder, 'mapping.txt');
			await writeFile(file, 'shop.Trouble -> a.c:\n');
			const thrown = 'a.c: no';
			const unproven = await turn(thrown, [r8(file)]);
			assert.deepEqual(outcomes(unproven), ['doesNotFit unproven']);
			assert.deepEqual(unproven.plain.lines, [thrown]);
			const proven = await turn(thrown, [{ ...r8(file), ofVersion: true }]);
			assert.deepEqual(outcomes(proven), ['used fits']);
			assert.deepEqual(proven.plain.lines, ['shop.Trouble: no']);
		}));

	it("does not open mapping files that can't explain any frame", async () => {
		const applied = await turn(java, [map(`/nowhere/${bundle}.map`)]);
		assert.deepEqual(outcomes(applied), ['doesNotFit nothingToMap']);
		assert.deepEqual(outcomes(await turn(javascript, [r8('/nowhere')])), ['doesNotFit nothingToMap']);
		assert.deepEqual(outcomes(await turn(javascript, [map('/nowhere/main.jsbundle.map')])), [
			'doesNotFit nothingToMap',
		]);
	});

	it('accepts a source map with any name if the user chose it for the bundle', () =>
		withFolder(async (folder) => {
			const chosen = path.join(folder, 'release of monday.json');
			await copyFile(sourceMap, chosen);
			assert.deepEqual(outcomes(await turn(javascript, [map(chosen)])), ['doesNotFit nothingToMap']);
			assert.deepEqual(outcomes(await turn(javascript, [map(chosen, bundle)])), ['used fits']);
		}));

	it('uses a source map only for its own bundle, no matter which folder contains the map', () =>
		withFolder(async (folder) => {
			const files = [path.join(folder, 'C#', `${bundle}.map`), path.join(folder, 'main.jsbundle.map')];
			await mkdir(path.join(folder, 'C#'));
			for (const file of files) {
				await copyFile(sourceMap, file);
			}
			const two = `${javascript}    at J (main.jsbundle:1:1581)\n    at x (other.bundle:1:1581)\n`;
			const applied = await turn(
				two,
				files.map((file) => map(file)),
			);
			assert.deepEqual(outcomes(applied), ['used fits', 'used fits']);
			assert.deepEqual(applied.plain.lines.slice(3, 5), [
				'    at J (src/components/DepartureRow.tsx:23:36)',
				'    at x (other.bundle:1:1581)',
			]);
		}));

	it("reports why it can't use a mapping file and continues with the next file", () =>
		withFolder(async (folder) => {
			const file = (name: string) => path.join(folder, name);
			await writeFile(file('prose.txt'), 'Nothing here is minified.\n');
			await writeFile(file('cut.map'), (await readFile(sourceMap)).subarray(0, 1500));
			await writeFile(file('list.map'), '[]');
			for (const [name, size] of [
				['large.map', 129 * 1024 ** 2],
				['large.txt', 2 * 1024 ** 3 + 1],
			] as const) {
				// A sparse file needs no space on the disk.
				await writeFile(file(name), '');
				await truncate(file(name), size);
			}
			const applied = await turn(both, [
				r8(file('nowhere.txt')),
				r8(folder),
				r8(file('prose.txt')),
				r8(file('large.txt')),
				map(file('nowhere.map'), bundle),
				map(file('cut.map'), bundle),
				map(file('list.map'), bundle),
				map(file('large.map'), bundle),
				r8(mapping),
				map(sourceMap),
			]);
			assert.deepEqual(outcomes(applied), [
				'refused unreadable',
				'refused notAMapping',
				'refused notAMapping',
				'refused tooLarge',
				'refused unreadable',
				'refused malformed',
				'refused notAMapping',
				'refused tooLarge',
				'used fits',
				'used fits',
			]);
			const [missing] = applied.tried;
			assert.deepEqual(missing?.result, {
				kind: 'refused',
				problem: { kind: 'unreadable', fault: 'missing', code: 'ENOENT' },
			});
		}));

	it('rejects a truncated mapping file that lacks the classes in the stack trace', () =>
		withFolder(async (folder) => {
			const cut = path.join(folder, 'mapping.txt');
			const text = await readFile(mapping, 'utf8');
			await writeFile(cut, text.slice(0, text.indexOf('com.example.shop.catalog.ProductAdapter ->')));
			assert.deepEqual(outcomes(await turn(java, [r8(cut)])), ['doesNotFit fewFound']);
		}));

	it('stops deobfuscation when aborted', () =>
		assert.rejects(turn(java, [r8(mapping)], new OpenMappings(), AbortSignal.abort()), (error) =>
			isProblem(error, 'cancelled'),
		));

	describe('mapping file that is overwritten by a build', () => {
		const before = 'shop.Cart -> f3.c:\n    1:9:void add(int):10:18 -> d\n';
		const after = 'shop.Desk -> f3.c:\n    1:9:void sit(int):20:28 -> d\n';

		it('uses the current content of a mapping file that was overwritten', () =>
			withFolder(async (folder) => {
				const file = path.join(folder, 'mapping.txt');
				const mappings = new OpenMappings();
				await writeFile(file, before);
				assert.match((await turn(java, [r8(file)], mappings)).plain.lines[1] ?? '', /shop\.Cart\.add\(.*:12\)/);
				await writeFile(file, `${after}# longer\n`);
				assert.match((await turn(java, [r8(file)], mappings)).plain.lines[1] ?? '', /shop\.Desk\.sit\(.*:22\)/);
			}));

		it('never mixes old and new mapping file content, even if file size and modification time are the same', () =>
			withFolder(async (folder) => {
				const file = path.join(folder, 'mapping.txt');
				const mappings = new OpenMappings();
				await writeFile(file, before);
				const { atime, mtime } = await stat(file);
				// Rounds to whole seconds, which every file system can store.
				const time = new Date(Math.floor(mtime.getTime() / 1000) * 1000);
				await utimes(file, atime, time);
				// Opens the mapping for a trace with another class, so that the class of the next trace is not cached.
				await turn(java.replace('f3.c', 'q'), [r8(file)], mappings);
				await writeFile(file, after);
				await utimes(file, atime, time);
				assert.match((await turn(java, [r8(file)], mappings)).plain.lines[1] ?? '', /shop\.Desk\.sit\(.*:22\)/);
			}));
	});
});
