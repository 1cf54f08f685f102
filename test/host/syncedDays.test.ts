import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { utc } from '../../src/core/plan/range';
import type { DescribedDay } from '../../src/core/sync/model/describedDays';
import type { SyncPlan } from '../../src/core/sync/model/syncedSet';
import type { DescribedSyncedSet } from '../../src/engine/protocol';
import { ResultsDocument } from '../../src/features/results/document';
import { ShownDays } from '../../src/features/results/sync/shownDays';
import { DisposableStore } from '../../src/shared/disposables';
import type { DaysChoice } from '../../src/shared/syncedDays';
import { describeCompleteness, describeReasons } from '../../src/wording/syncMessages';
import { useExportsHarness } from '../support/host/exportsHarness';
import { StagedView } from '../support/host/resultsHarness';

const dayMs = 86_400_000;

describe('days of synced records in a results view', () => {
	const stage = useExportsHarness();
	let store: DisposableStore;
	let manifest: string;

	beforeEach(async () => {
		store = new DisposableStore();
		const since = new Date(Date.now() - 4 * dayMs).toISOString().slice(0, 10);
		const plan: SyncPlan = {
			application: { id: '101', name: 'Shop for Android' },
			format: 'csv',
			fields: ['error', 'error_name', 'error_receive_timestamp'],
			filters: [],
			skipUnavailableShards: false,
			since,
		};
		const { syncedRecords } = stage.services;
		const entry = await syncedRecords.create(stage.account, plan, utc);
		assert(entry.known);
		manifest = entry.known.manifest;
		await syncedRecords.update(stage.account, entry, utc);
	});
	afterEach(() => store.dispose());

	const described = async (): Promise<DescribedSyncedSet> => {
		const found = await stage.services.syncedRecords.describe(manifest);
		assert(found?.known);
		return found;
	};
	const forget = async (day: string) => {
		const set = JSON.parse(await readFile(manifest, 'utf8')) as { days: readonly { day: string }[] };
		await writeFile(manifest, JSON.stringify({ ...set, days: set.days.filter((known) => known.day !== day) }));
	};
	const open = async (choice?: DaysChoice) => {
		const { engine, exports, syncedRecords } = stage.services;
		const days = new ShownDays(manifest, syncedRecords, choice);
		const document = store.add(new ResultsDocument(vscode.Uri.file(manifest), engine, () => exports.roots, days));
		const view = store.add(new StagedView(document, stage.services));
		return { view, ...(await read(view)) };
	};
	const read = async (view: StagedView) => {
		view.told.length = 0;
		const start = await view.load();
		const { progress } = await view.heard('progress', ({ done }) => done);
		return { start, records: progress.records };
	};
	const dayAt = async (index: number): Promise<DescribedDay> => {
		const day = (await described()).days.at(index);
		assert(day);
		return day;
	};

	it('shows all days at first, and selects days without sending a request', async () => {
		const { view, start, records } = await open();
		const { days, known } = await described();
		assert.equal(records, known?.summary.rows);
		assert.deepEqual(start.syncedDays?.choice, { kind: 'all' });
		assert.equal(start.syncedDays?.isAsOpened, true);
		assert.deepEqual(start.syncedDays?.span, { first: days[0]?.day, last: days.at(-1)?.day });
		assert.deepEqual(
			start.syncedDays?.days.map(({ day, rows, state }) => [day, rows, state]),
			days.map(({ day, rows, state }) => [day, rows, state]),
		);
		const asked = stage.asked().length;
		const { day, rows } = await dayAt(1);
		const set = JSON.parse(await readFile(manifest, 'utf8')) as object;
		await writeFile(manifest, JSON.stringify({ ...set, updatedAt: new Date(Date.now() - dayMs).toISOString() }));
		const { html } = view;
		const choice = { kind: 'between', first: day, last: day } as const;
		void view.ask('showDays', { choice }).catch(() => undefined);
		await view.reloaded(html);
		const chosen = await read(view);
		assert.equal(chosen.records, rows);
		assert.ok(rows > 0 && rows < records);
		assert.deepEqual(chosen.start.syncedDays?.choice, choice);
		assert.match(chosen.start.asOf ?? '', / · complete: 1 day is final · Not shown: [\d,]+ records from other days$/);
		await setTimeout(200);
		assert.equal(stage.asked().length, asked);
	});

	it('restores the last selection of days relative to today', async () => {
		const { start, records } = await open({ kind: 'last', days: 1 });
		const days = (await described()).days.slice(-2);
		assert.deepEqual(start.syncedDays?.span, { first: days[0]?.day, last: days[1]?.day });
		assert.equal(
			records,
			days.reduce((sum, { rows }) => sum + rows, 0),
		);
	});

	it('reports missing days and fetches only those days', async () => {
		const { day, rows } = await dayAt(1);
		await forget(day);
		const { view, start } = await open();
		assert.deepEqual(
			start.notices.map(({ text, actions }) => [text, ...actions.map(({ label }) => label)]),
			[['Some days are incomplete: 1 day missing.', 'Fetch These Days']],
		);
		assert.match(start.asOf ?? '', / · some days incomplete$/);
		assert.equal(start.syncedDays?.days.find((known) => known.day === day)?.state, 'missing');
		const asked = stage.asked().length;
		stage.fault('trickle', '4096');
		await view.ask('fetchDays', { days: [day] });
		assert.equal(stage.asked().length, asked + 1);
		assert.match(decodeURIComponent(stage.asked().at(-1) ?? ''), new RegExp(`date_since=${day}`));
		await view.heard('syncedSetChanged', ({ asking }) => asking === day);
		// Another day can be missing, because the next day may have begun in the application's time zone.
		const { isAsOpened } = await view.heard('syncedSetChanged', ({ days }) =>
			days.some((known) => known.day === day && known.state !== 'missing'),
		);
		assert.equal(isAsOpened, false);
		await view.heard('notices', ({ notices }) =>
			notices.some(({ text }) => text === `${rows.toLocaleString('en')} new records`),
		);
	});

	it('offers an added field in an open view once records contain it', async () => {
		const { view } = await open();
		const { folder, known, runsElsewhere } = await described();
		assert(known);
		const { syncedRecords } = stage.services;
		const entry = { folder, known, runsElsewhere };
		await syncedRecords.update(
			stage.account,
			await syncedRecords.change(entry, { fields: [...known.plan.fields, 'mcc'] }),
			utc,
		);
		const { notices } = await view.heard('notices', ({ notices }) => notices.some(({ text }) => text.includes('mcc')));
		// Without a tab, the sync also deletes the files that the view is reading.
		const offered = notices.filter(({ kind }) => kind === 'info');
		assert.deepEqual(
			offered.map(({ text, actions }) => [text, ...actions.map(({ label }) => label)]),
			[['Fields were added after this view was opened: mcc.', 'Show']],
		);
		const { html } = view;
		await view.press(offered, 'Show');
		await view.reloaded(html);
		const { start } = await read(view);
		assert.ok(start.info.columns.some(({ name }) => name === 'mcc'));
		assert.deepEqual(start.notices, []);
	});

	it('explains why a selected day has no records, and offers two actions', async () => {
		const { day } = await dayAt(1);
		await forget(day);
		const { view, start, records } = await open({ kind: 'between', first: day, last: day });
		assert.equal(records, 0);
		assert.deepEqual(
			start.emptyReasons.map(({ actions }) => actions.map(({ label }) => label)),
			[['Fetch These Days'], ['Show All Days']],
		);
		assert.match(start.emptyReasons[0]?.text ?? '', /^There are no records for .*: 1 day missing\.$/);
		await view.press(start.emptyReasons, 'Show All Days');
		assert.deepEqual(await view.heard('command'), { id: 'showAllDays' });
		await view.press(start.emptyReasons, 'Fetch These Days');
		await view.heard('notices', ({ notices }) => notices.some(({ text }) => text.endsWith(' new records')));
	});

	it('describes the completeness of the selected days in a few words', () => {
		const words = (...states: readonly DescribedDay['state'][]) =>
			describeCompleteness(states.map((state) => ({ state })));
		assert.equal(words('final', 'final'), 'complete: 2 days are final');
		assert.equal(words('final', 'provisional', 'provisional'), '1 day is final, 2 days are still receiving data');
		assert.equal(words('provisional'), '1 day is still receiving data');
		for (const state of ['missing', 'refused', 'inDoubt', 'gone'] as const) {
			assert.equal(words('final', state), 'some days incomplete');
		}
	});

	it('describes the reasons why a day is incomplete', () => {
		const day = { day: '2026-11-01', rows: 20 };
		const asked = { at: '2026-11-03T00:00:00.000Z', proof: 'cut', doubts: [], notGivenAgain: 3 } as const;
		assert.deepEqual(describeReasons({ ...day, state: 'inDoubt', asked }), [
			'The service has records that are missing here.',
			'Missing from the last response: 3 records. The earlier copies are kept.',
		]);
		assert.deepEqual(describeReasons({ ...day, state: 'final', asked }), []);
		for (const kind of ['badRequest', 'tooLarge', 'unexpectedBody', 'wrongHeader', 'brokenBody'] as const) {
			const [reason, ...others] = describeReasons({ ...day, state: 'refused', refused: { kind, at: asked.at } });
			assert.match(reason ?? '', /^The .*service.*\.$/);
			assert.deepEqual(others, []);
		}
	});
});
