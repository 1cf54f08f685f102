import assert from 'node:assert/strict';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { type SampleServer, startSampleService } from '../../src/sample/service';
import { WorkspaceMappings } from '../../src/services/mappings/workspaceMappings';
import { groupWords } from '../../src/shared/groupLabels';
import type { GroupKey, GroupPage, RecordFilter } from '../../src/shared/results';
import { Settings } from '../../src/vscode/settings';
import { MemoryMemento } from '../support/host/memory';
import { Person } from '../support/host/person';
import { setSetting } from '../support/host/product';
import { type StagedView, useResultsHarness } from '../support/host/resultsHarness';
import { exported } from '../support/host/sampleRecords';
import { mapHash } from '../support/sampleFrames/android';
import { eventually } from '../support/vscode/waiting';

const release = 'shop-android/app/build/outputs/mapping/release/mapping.txt';
const frames: GroupKey = { kind: 'frames' };
const topFrame: GroupKey = { kind: 'topFrame' };

describe('deobfuscated groups in the results view', () => {
	const stage = useResultsHarness();
	let memento: MemoryMemento;
	let mappings: WorkspaceMappings;
	let person: Person;

	beforeEach(() => {
		memento = new MemoryMemento();
		mappings = new WorkspaceMappings(stage.services.engine, new Settings(), memento);
		stage.keep(mappings);
		person = new Person();
	});

	afterEach(async () => {
		await person.leave();
		await setSetting('appErrors.mappings', undefined);
	});

	const viewOf = async (name: string, text: string) => {
		const view = stage.viewOf(stage.documentOf(await stage.write(name, text)), { mappings });
		await view.load();
		await view.heard('progress', ({ done }) => done);
		return view;
	};
	const groupsIn = (view: StagedView, key: GroupKey = frames): Promise<GroupPage> =>
		view.ask('groups', {
			view: { filters: [], sort: [] },
			key,
			order: 'records',
			descending: true,
			start: 0,
			end: 500,
			trendParts: 0,
		});
	const placesIn = async (view: StagedView, key: GroupKey = frames) =>
		(await groupsIn(view, key)).page.map(({ value, records }) => {
			const { title, place } = groupWords(key, value);
			return [place || title, records] as const;
		});

	const bind = 'com.example.shop.catalog.ProductAdapter.onBindViewHolder(ProductAdapter.java:28)';
	const trace = (frame: string) => `"java.lang.NullPointerException: no title\n\tat ${frame}"`;
	const getCsv = (...rows: readonly string[]) =>
		`error,app_version_name,app_package_name,os_name\n${rows.map((row) => `${row},com.example.shop,android\n`).join('')}`;

	describe('deobfuscated groups of sample records', () => {
		let service: SampleServer;

		before(async () => {
			service = await startSampleService({ records: 400, token: 'good-token' });
		});

		after(() => service.close());

		it('groups minified records together with the same errors from unminified builds', async () => {
			const view = await viewOf('101.csv', await exported(service, '101'));
			await view.heard('groupsChanged');
			const { deobfuscated } = await groupsIn(view);
			assert.deepEqual(
				deobfuscated?.files.map((file) => file.path),
				[release],
			);
			assert.ok((deobfuscated?.records ?? 0) > 1, JSON.stringify(deobfuscated));
			const names = (await placesIn(view)).map(([name]) => name);
			assert.deepEqual(
				names.filter((name) => /^[a-z]\d?\.[a-z]$/.test(name)),
				[],
			);
			const top = (await placesIn(view, topFrame)).map(([name]) => name);
			assert.ok(top.includes('ProductAdapter.onBindViewHolder'), top.join(', '));
			assert.ok(!top.includes('c.d'), top.join(', '));
		});
	});

	it('groups by original names if the mapping ID matches, and counts records that are still minified', async () => {
		const rows = [
			`${trace(bind)},2.4.0`,
			`${trace(`f3.c.d(r8-map-id-${mapHash}:3)`)},2.4.1`,
			`${trace(`f3.c.d(r8-map-id-${'0'.repeat(64)}:3)`)},2.4.2`,
		];
		const view = await viewOf('a.csv', getCsv(...rows));
		await view.heard('groupsChanged');
		assert.deepEqual(await placesIn(view), [
			['ProductAdapter.onBindViewHolder', 2],
			['c.d', 1],
		]);
		assert.deepEqual((await groupsIn(view)).deobfuscated, {
			records: 1,
			minified: 1,
			files: [{ path: release, records: 1 }],
			moreFiles: 0,
		});
	});

	it('finds records by their deobfuscated names and by the minified names in the file', async () => {
		const rows = [`${trace(bind)},2.4.0`, `oops,2.4.1`, `${trace(`f3.c.d(r8-map-id-${mapHash}:3)`)},2.4.1`];
		const view = await viewOf('a.csv', getCsv(...rows));
		await view.heard('groupsChanged');
		const found = async (filter: RecordFilter) => {
			const all = { filters: [filter], sort: [] };
			const page = await view.ask('page', { view: all, start: 0, end: 9, columns: [], cellLength: 0 });
			return page.rows.map(({ number }) => number);
		};
		assert.deepEqual(await found({ kind: 'anywhere', text: 'ProductAdapter' }), [0, 2]);
		assert.deepEqual(await found({ kind: 'contains', column: 0, text: 'onbindviewholder' }), [0, 2]);
		assert.deepEqual(await found({ kind: 'anywhere', text: 'f3.c.d' }), [2]);
		const next = {
			view: { filters: [], sort: [] },
			text: 'ProductAdapter',
			from: 1,
			backwards: false,
			columns: [1, 0],
		};
		assert.deepEqual(await view.ask('find', next), { position: 2, number: 2, column: 0 });
	});

	it('rebuilds the groups after the user has chosen a mapping file for the version', async () => {
		const view = await viewOf('a.csv', getCsv(`${trace(bind)},2.4.0`, `${trace('f3.c.d(SourceFile:3)')},2.4.1`));
		await view.heard('groupsChanged');
		// The mapping file of the last build is not used automatically, because it could belong to any version.
		assert.deepEqual((await placesIn(view)).length, 2);
		const heard = () => view.told.filter(({ method }) => method === 'groupsChanged').length;
		const before = heard();
		const origin = { application: ['com.example.shop'], version: '2.4.1', osName: 'android' };
		const chosen = mappings.choose(origin, 'r8');
		await person.pick(/mapping file/i).choose(/mapping\.txt/);
		assert.equal(await chosen, true);
		await eventually('Groups that are made again', async () => (heard() > before ? true : undefined));
		assert.deepEqual(await placesIn(view), [['ProductAdapter.onBindViewHolder', 2]]);
	});

	it('uses a mapping file only for the version in its path', async () => {
		const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
		const file = path.join(stage.folder, 'maps', '2.4.1', 'mapping.txt');
		await mkdir(path.dirname(file), { recursive: true });
		await copyFile(path.join(workspace, release), file);
		await setSetting('appErrors.mappings', [`${stage.folder.replaceAll('\\', '/')}/maps/\${version}/mapping.txt`]);
		const view = await viewOf(
			'a.csv',
			getCsv(`${trace('f3.c.d(SourceFile:3)')},2.4.1`, `${trace('f3.c.d(SourceFile:3)')},2.4.2`),
		);
		await view.heard('groupsChanged');
		assert.deepEqual(
			(await placesIn(view)).toSorted(([a], [b]) => a.localeCompare(b)),
			[
				['c.d', 1],
				['ProductAdapter.onBindViewHolder', 1],
			],
		);
	});
});
