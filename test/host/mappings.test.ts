import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TraceOrigin } from '../../src/core/mappings/mappingSearch';
import type { EngineClient } from '../../src/engine/engineClient';
import type { Deobfuscation } from '../../src/engine/traces/deobfuscateTrace';
import { describeDeobfuscation } from '../../src/services/mappings/deobfuscationNotes';
import { WorkspaceMappings } from '../../src/services/mappings/workspaceMappings';
import type { Services } from '../../src/services/services';
import { Settings } from '../../src/vscode/settings';
import { describeResult } from '../../src/wording/mappingMessages';
import { MemoryMemento } from '../support/host/memory';
import { openTrace, watchedEngine } from '../support/host/openTrace';
import { Person } from '../support/host/person';
import { setSetting, startProduct } from '../support/host/product';
import { startEngine } from '../support/host/resultsHarness';
import { mapHash, minifiedFrames } from '../support/sampleFrames/android';
import { bundleFrames } from '../support/sampleFrames/reactNative';
import { eventually } from '../support/vscode/waiting';
import { sampleTraces } from '../unit/core/stack/support/sampleTraces';

const release = 'shop-android/app/build/outputs/mapping/release/mapping.txt';
const sourceMap =
	'timetable-react-native/android/app/build/generated/sourcemaps/react/release/index.android.bundle.map';
const bindTitle = `com.example.shop.catalog.ProductAdapter.onBindViewHolder(ProductAdapter.java:28)`;

const shop: TraceOrigin = {
	application: ['Shop for Android', 'com.example.shop', '101'],
	version: '2.4.1',
	osName: 'android',
};
const timetable: TraceOrigin = { application: ['Timetable'], version: '5.2.0', osName: 'android' };

const java = (source = `r8-map-id-${mapHash}`) =>
	`java.lang.NullPointerException: no title\n\tat ${minifiedFrames.bindTitle.symbol}(${source}:${minifiedFrames.bindTitle.position})\n`;
const javascript = (bundle = 'index.android.bundle') =>
	`TypeError: no name\n    at ${bundleFrames.platform.symbol} (${bundle}:1:${bundleFrames.platform.column})\n`;

const otherMapping = 'com.example.other.Desk -> f3.c:\n    1:9:void sit(int):20:28 -> d\n';

describe('mapping files', () => {
	let services: Services;
	let workspace: string;
	let folder: string;
	let engine: EngineClient;
	let memento: MemoryMemento;
	let mappings: WorkspaceMappings;
	let person: Person;

	before(async () => {
		services = await startProduct();
		workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
		assert.ok(workspace.endsWith('workspace'), workspace);
		engine = startEngine(services.extensionUri);
	});

	after(() => engine.dispose());

	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'app-errors-'));
		memento = new MemoryMemento();
		mappings = new WorkspaceMappings(engine, new Settings(), memento);
		person = new Person();
	});

	afterEach(async () => {
		try {
			await person.leave();
		} finally {
			mappings.dispose();
			await setSetting('appErrors.mappings', undefined);
			await rm(folder, { recursive: true, force: true });
		}
	});

	async function write(name: string, text: string): Promise<vscode.Uri> {
		const file = path.join(folder, name);
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, text);
		return vscode.Uri.file(file);
	}

	async function deobfuscate(text: string, origin: TraceOrigin, by = mappings): Promise<Deobfuscation> {
		return by.deobfuscate(await openTrace(engine, text, origin.osName), origin);
	}

	function tried(deobfuscation: Deobfuscation): string[] {
		assert.ok(deobfuscation.kind === 'done' || deobfuscation.kind === 'noneFits', JSON.stringify(deobfuscation));
		return deobfuscation.result.tried.map(({ file, result }) => {
			const root = file.path.startsWith(folder) ? folder : workspace;
			return `${path.relative(root, file.path)}: ${result.kind}: ${describeResult(result)}`;
		});
	}

	function plainLines(deobfuscation: Deobfuscation): readonly string[] {
		assert.equal(deobfuscation.kind, 'done', JSON.stringify(deobfuscation));
		return deobfuscation.kind === 'done' ? deobfuscation.result.plain.lines : [];
	}

	it('deobfuscates a minified trace without settings, using a mapping file in the build folders', async () => {
		const answer = await deobfuscate(java(), shop);
		assert.deepEqual(plainLines(answer), ['java.lang.NullPointerException: no title', `\tat ${bindTitle}`, '']);
		assert.deepEqual(tried(answer), [`${release}: used: ID matches the stack trace`]);
	});

	it('deobfuscates every minified sample trace, even if the application and version are unknown', async () => {
		const minified = sampleTraces(1).filter(({ text }) => /r8-map-id-| \(index\.android\.bundle:1:/.test(text));
		assert.ok(minified.length >= 4, `${minified.length}`);
		for (const { text, osName } of minified) {
			for (const origin of [shop, { application: [], version: undefined, osName: undefined }]) {
				const answer = await deobfuscate(text, { ...origin, osName: origin.osName && osName });
				assert.doesNotMatch(plainLines(answer).join('\n'), /r8-map-id-|\(index\.android\.bundle:/);
			}
		}
	});

	it('deobfuscates bundle frames with a React Native source map', async () => {
		const answer = await deobfuscate(javascript(), timetable);
		assert.equal(plainLines(answer)[1], '    at J (src/components/DepartureRow.tsx:23:36)');
		assert.deepEqual(tried(answer), [`${sourceMap}: used: matches 100% of the frames`]);
	});

	it('deobfuscates one trace with both an R8 mapping file and a source map', async () => {
		const answer = await deobfuscate(`${javascript()}\n${java()}`, timetable);
		assert.equal(answer.kind, 'done');
		assert.deepEqual(answer.kind === 'done' && answer.missing, []);
		const onlyOne = await deobfuscate(`${javascript('main.jsbundle')}\n${java()}`, timetable);
		assert.deepEqual(onlyOne.kind === 'done' && onlyOne.missing, ['sourceMap']);
	});

	it('does not search for mapping files if the trace is not minified', async () => {
		const { engine: watched, asked } = watchedEngine(engine);
		const own = new WorkspaceMappings(watched, new Settings(), memento);
		try {
			const text = 'java.lang.Error: no\n\tat com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)\n';
			const trace = await openTrace(watched, text, shop.osName);
			assert.deepEqual(await own.deobfuscate(trace, shop), { kind: 'notNeeded' });
			assert.deepEqual(asked, ['openTraces']);
		} finally {
			own.dispose();
		}
	});

	it("rejects another build's mapping file because its ID differs", async () => {
		const answer = await deobfuscate(java(`r8-map-id-${'0'.repeat(64)}`), shop);
		assert.equal(answer.kind, 'noneFits');
		assert.deepEqual(tried(answer), [`${release}: doesNotFit: the stack trace is from another build`]);
	});

	it("rejects another build's mapping file because it resolves no frame", async () => {
		await write('Shop for Android/2.4.1.txt', 'com.example.other.Desk -> q:\n    1:9:void sit(int):20:28 -> d\n');
		await setSetting('appErrors.mappings', [`${folder}/\${app}/\${version}.txt`]);
		const answer = await deobfuscate(java('SourceFile'), shop);
		assert.deepEqual(tried(answer), [
			"Shop for Android/2.4.1.txt: doesNotFit: doesn't match any frame, so it is from another build",
			`${release}: used: matches 100% of the frames, build not verified`,
		]);
	});

	it('shortens the list of inlined frames if a frame expands to too many frames, and reports the omission', async () => {
		const chain = Array.from({ length: 200 }, (_, depth) => `    1:9:void sit${depth}():${depth + 1} -> d\n`);
		await write('Shop for Android/2.4.1.txt', `com.example.other.Desk -> f3.c:\n${chain.join('')}`);
		await setSetting('appErrors.mappings', [`${folder}/\${app}/\${version}.txt`]);
		const answer = await deobfuscate(java('SourceFile'), shop);
		assert.ok(plainLines(answer).some((line) => /^\s*\.\.\. 136 inlined frames omitted$/.test(line)));
		const note = describeDeobfuscation(answer);
		assert.equal(note?.kind, 'warning');
		assert.match(
			note.text,
			/assigned to this version by file name or selection, matches 100\s?% of the frames\)\. Omitted inlined frames: 136\./,
		);
	});

	it('reports what kind of mapping file is missing', async () => {
		assert.deepEqual(await deobfuscate(javascript('main.jsbundle'), timetable), {
			kind: 'noFile',
			wanted: 'sourceMap',
		});
		const native = 'backtrace:\n      #00 pc 000000000000110a  /data/app/lib/arm64/libcart.so\n';
		assert.deepEqual(await deobfuscate(native, shop), { kind: 'noFile', wanted: 'symbols' });
	});

	describe('mapping files configured in the settings', () => {
		it('finds mapping files by application and version, and prefers them to build output', async () => {
			await write('com.example.shop/2.4.1/mapping.txt', otherMapping);
			await write('com.example.shop/2.4.0/mapping.txt', otherMapping.replace('Desk', 'Chair'));
			await setSetting('appErrors.mappings', [`${folder}/\${app}/\${version}/*.txt`]);
			const first = (version: string) => deobfuscate(java('SourceFile'), { ...shop, version });
			assert.match(plainLines(await first('2.4.1'))[1] ?? '', /com\.example\.other\.Desk\.sit\(/);
			assert.match(plainLines(await first('2.4.0'))[1] ?? '', /com\.example\.other\.Chair\.sit\(/);
			assert.equal(plainLines(await first('2.3.9'))[1], `\tat ${bindTitle}`);
		});

		it('finds mapping files by a pattern relative to the workspace folders', async () => {
			await setSetting('appErrors.mappings', ['shop-android/**/map*.txt']);
			assert.equal(plainLines(await deobfuscate(java('SourceFile'), shop))[1], `\tat ${bindTitle}`);
		});

		it('distinguishes source maps from R8 mapping files by file name', async () => {
			await copyFile(path.join(workspace, sourceMap), path.join(folder, 'timetable.map'));
			await write('timetable.txt', otherMapping);
			await setSetting('appErrors.mappings', [`${folder}/*`]);
			const answer = await deobfuscate(javascript('main.jsbundle'), timetable);
			assert.deepEqual(tried(answer), ['timetable.map: used: matches 100% of the frames']);
		});

		it('finds mapping files by a pattern in workspace settings, which take precedence over user settings', async () => {
			await write('com.example.shop/2.4.1/mapping.txt', otherMapping);
			await setSetting('appErrors.mappings', [`${folder}/missing/*.txt`]);
			const update = (patterns: readonly string[] | undefined) =>
				vscode.workspace
					.getConfiguration()
					.update('appErrors.mappings', patterns, vscode.ConfigurationTarget.Workspace);
			await update([`${folder}/\${app}/\${version}/*.txt`]);
			try {
				const lines = plainLines(await deobfuscate(java('SourceFile'), shop));
				assert.match(lines[1] ?? '', /com\.example\.other\.Desk\.sit\(/);
			} finally {
				await update(undefined);
			}
		});

		it('fires a change event when the mapping setting changes', async () => {
			const changed = new Promise<void>((resolve) => mappings.onDidChange(() => resolve()));
			await setSetting('appErrors.mappings', [`${folder}/*`]);
			await changed;
		});
	});

	describe('mapping files chosen by the user', () => {
		const text = java('SourceFile');

		it('lists the mapping files in the workspace for selection', async () => {
			let changes = 0;
			mappings.onDidChange(() => changes++);
			const choosing = mappings.choose(shop, 'r8');
			const pick = person.pick(/R8 mapping file – Shop for Android 2\.4\.1/);
			assert.deepEqual(await pick.labels(), ['mapping.txt', 'Browse…']);
			const [row] = await pick.rows();
			assert.equal(row?.description, path.dirname(release));
			assert.match(row?.detail ?? '', /^from a build folder · /);
			await pick.choose('mapping.txt');
			assert.equal(await choosing, true);
			assert.equal(changes, 1);
			assert.equal(plainLines(await deobfuscate(text, shop))[1], `\tat ${bindTitle}`);
		});

		it('uses a chosen mapping file only for its application and version, until the choice is cleared', async () => {
			const file = await write('monday.txt', otherMapping);
			const choosing = mappings.choose(shop, 'r8');
			await person.pick(/R8 mapping file/).choose('Browse…');
			await person.openDialog().answer(file);
			assert.equal(await choosing, true);

			const line = async (origin: TraceOrigin) => plainLines(await deobfuscate(text, origin))[1];
			assert.match((await line(shop)) ?? '', /com\.example\.other\.Desk\.sit\(/);
			assert.match((await line({ ...shop, application: ['com.example.shop'] })) ?? '', /Desk\.sit/);
			assert.equal(await line({ ...shop, version: '2.4.0' }), `\tat ${bindTitle}`);
			assert.equal(await line({ ...shop, application: ['Other'] }), `\tat ${bindTitle}`);

			const later = new WorkspaceMappings(engine, new Settings(), memento);
			assert.match(plainLines(await deobfuscate(text, shop, later))[1] ?? '', /Desk\.sit/);
			later.dispose();

			const again = mappings.choose(shop, 'r8');
			assert.deepEqual(
				(await person.pick(/R8 mapping file/).rows()).map(
					({ label, detail }) => `${label}: ${detail?.split(' · ')[0]}`,
				),
				[
					'monday.txt: selected for this version',
					'mapping.txt: from a build folder',
					'Browse…: undefined',
					'Clear Selected File: undefined',
				],
			);
			await person.pick(/R8 mapping file/).choose('Clear Selected File');
			assert.equal(await again, true);
			assert.equal(await line(shop), `\tat ${bindTitle}`);
		});

		it('reports a chosen mapping file that does not match, and does not use it', async () => {
			const file = await write('monday.txt', 'com.example.other.Desk -> q:\n    1:9:void sit(int):20:28 -> d\n');
			const choosing = mappings.choose(shop, 'r8');
			await person.pick(/R8 mapping file/).choose('Browse…');
			await person.openDialog().answer(file);
			await choosing;
			const refused = () => deobfuscate(text, shop).then((answer) => tried(answer)[0]);
			assert.equal(await refused(), "monday.txt: doesNotFit: doesn't match any frame, so it is from another build");
			await writeFile(file.fsPath, 'Dear diary,\n');
			assert.equal(await refused(), 'monday.txt: refused: not a mapping file');
			await rm(file.fsPath);
			assert.equal(await refused(), 'monday.txt: refused: not found');
		});

		it('prefers a mapping file with a matching ID to the file that the user chose, and explains the decision', async () => {
			const file = await write('monday.txt', otherMapping);
			const choosing = mappings.choose(shop, 'r8');
			await person.pick(/R8 mapping file/).choose('Browse…');
			await person.openDialog().answer(file);
			await choosing;
			assert.deepEqual(tried(await deobfuscate(java(), shop)), [
				`${release}: used: ID matches the stack trace`,
				'monday.txt: notNeeded: a mapping file with a matching ID is used instead',
			]);
		});

		it('uses a chosen source map regardless of the name of the bundle', async () => {
			const file = vscode.Uri.file(path.join(folder, 'monday.map'));
			await copyFile(path.join(workspace, sourceMap), file.fsPath);
			const origin = { ...timetable, osName: 'ios' };
			const choosing = mappings.choose(origin, 'sourceMap');
			await person.pick(/Source map – Timetable 5\.2\.0/).choose('Browse…');
			await person.openDialog().answer(file);
			assert.equal(await choosing, true);
			const answer = await deobfuscate(javascript('main.jsbundle'), origin);
			assert.deepEqual(tried(answer), ['monday.map: used: matches 100% of the frames']);
		});

		it('does not use a mapping file if the file dialog is canceled', async () => {
			const choosing = mappings.choose(shop, 'r8');
			await person.pick(/R8 mapping file/).escape();
			assert.equal(await choosing, false);
			const browsing = mappings.choose(shop, 'r8');
			await person.pick(/R8 mapping file/).choose('Browse…');
			await person.openDialog().escape();
			assert.equal(await browsing, false);
			assert.deepEqual(memento.keys(), []);
		});
	});

	it('fires a change event when a mapping file changes', async () => {
		await deobfuscate(java(), shop);
		let changes = 0;
		mappings.onDidChange(() => changes++);
		const file = path.join(workspace, release);
		await eventually('the change told', async () => {
			// Repeated because the editor may not be watching the file yet.
			await utimes(file, new Date(), new Date());
			return changes > 0 ? true : undefined;
		});
	});

	it('finds the mapping file of a finished build even in folders that Git ignores', async () => {
		const module = path.join(workspace, 'built-by-a-test');
		const file = path.join(module, 'build/outputs/mapping/release/mapping.txt');
		const text = java('SourceFile').replace('f3.c', 'q7');
		try {
			assert.equal((await deobfuscate(text, shop)).kind, 'noneFits');
			await mkdir(path.dirname(file), { recursive: true });
			await writeFile(path.join(module, '.gitignore'), 'build/\n');
			await writeFile(file, (await readFile(path.join(workspace, release), 'utf8')).replace('-> f3.c:', '-> q7:'));
			const answer = await eventually('the trace deobfuscated', async () => {
				const found = await deobfuscate(text, shop);
				return found.kind === 'done' ? found : undefined;
			});
			assert.equal(plainLines(answer)[1], `\tat ${bindTitle}`);
		} finally {
			await rm(module, { recursive: true, force: true });
		}
	});
});
