import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { DescribedDay } from '../../src/core/kept/model/describedDays';
import type { KeptPlan } from '../../src/core/kept/model/keptSet';
import { utc } from '../../src/core/plan/range';
import type { DescribedKept } from '../../src/engine/protocol';
import { ResultsDocument } from '../../src/features/results/document';
import { ShownDays } from '../../src/features/results/kept/shownDays';
import { DisposableStore } from '../../src/shared/disposables';
import type { DaysChoice } from '../../src/shared/keptDays';
import { describeCompleteness, describeReasons } from '../../src/wording/keptMessages';
import { useExportsStage } from '../support/host/exportsStage';
import { StagedView } from '../support/host/resultsStage';

const dayMs = 86_400_000;

describe('the days of kept records in a results view', () => {
	const stage = useExportsStage();
	let store: DisposableStore;
	let manifest: string;

	beforeEach(async () => {
		store = new DisposableStore();
		const since = new Date(Date.now() - 4 * dayMs).toISOString().slice(0, 10);
		const plan: KeptPlan = {
			application: { id: '101', name: 'Shop for Android' },
			format: 'csv',
			fields: ['error', 'error_name', 'error_receive_timestamp'],
			filters: [],
			skipUnavailableShards: false,
			since,
		};
		const { kept } = stage.services;
		const entry = await kept.create(stage.account, plan, utc);
		assert(entry.known);
		manifest = entry.known.manifest;
		await kept.update(stage.account, entry, utc);
	});
	afterEach(() => store.dispose());

	const described = async (): Promise<DescribedKept> => {
		const found = await stage.services.kept.describe(manifest);
		assert(found?.known);
		return found;
	};
	/** As if nobody had ever asked about a day; its records stay on the disk and nobody knows of them. */
	const forget = async (day: string) => {
		const set = JSON.parse(await readFile(manifest, 'utf8')) as { days: readonly { day: string }[] };
		await writeFile(manifest, JSON.stringify({ ...set, days: set.days.filter((known) => known.day !== day) }));
	};
	const open = async (choice?: DaysChoice) => {
		const { engine, exports, kept } = stage.services;
		const days = new ShownDays(manifest, kept, choice);
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

	it('are all at first, and those that a person chooses without asking anybody', async () => {
		const { view, start, records } = await open();
		const { days, known } = await described();
		assert.equal(records, known?.summary.rows);
		assert.deepEqual(start.kept?.choice, { kind: 'all' });
		assert.equal(start.kept?.isAsOpened, true);
		assert.deepEqual(start.kept?.span, { first: days[0]?.day, last: days.at(-1)?.day });
		assert.deepEqual(
			start.kept?.days.map(({ day, rows, state }) => [day, rows, state]),
			days.map(({ day, rows, state }) => [day, rows, state]),
		);
		const asked = stage.asked().length;
		const { day, rows } = await dayAt(1);
		// An update would be due by now.
		const set = JSON.parse(await readFile(manifest, 'utf8')) as object;
		await writeFile(manifest, JSON.stringify({ ...set, updatedAt: new Date(Date.now() - dayMs).toISOString() }));
		const { html } = view;
		const choice = { kind: 'between', first: day, last: day } as const;
		void view.ask('showDays', { choice }).catch(() => undefined);
		await view.reloaded(html);
		const chosen = await read(view);
		assert.equal(chosen.records, rows);
		assert.ok(rows > 0 && rows < records);
		assert.deepEqual(chosen.start.kept?.choice, choice);
		assert.match(chosen.start.asOf ?? '', / · complete: 1 day settled · [\d,]+ records of other days are not in view$/);
		await setTimeout(200);
		assert.equal(stage.asked().length, asked);
	});

	it('are those that were left, and go on with the calendar', async () => {
		const { start, records } = await open({ kind: 'last', days: 1 });
		const days = (await described()).days.slice(-2);
		assert.deepEqual(start.kept?.span, { first: days[0]?.day, last: days[1]?.day });
		assert.equal(
			records,
			days.reduce((sum, { rows }) => sum + rows, 0),
		);
	});

	it('that are missing are told, and fetched alone', async () => {
		const { day, rows } = await dayAt(1);
		await forget(day);
		const { view, start } = await open();
		assert.deepEqual(
			start.notices.map(({ text, actions }) => [text, ...actions.map(({ label }) => label)]),
			[['These records are not of all days: 1 day missing.', 'Fetch These Days']],
		);
		assert.match(start.asOf ?? '', / · not of all days$/);
		assert.equal(start.kept?.days.find((known) => known.day === day)?.state, 'missing');
		const asked = stage.asked().length;
		await view.ask('fetchDays', { days: [day] });
		assert.equal(stage.asked().length, asked + 1);
		assert.match(decodeURIComponent(stage.asked().at(-1) ?? ''), new RegExp(`date_since=${day}`));
		await view.heard('keptChanged', ({ asking }) => asking === day);
		const told = await view.heard('keptChanged', ({ days }) => days.every(({ state }) => state !== 'missing'));
		assert.equal(told.isAsOpened, false);
		await view.heard('notices', ({ notices }) =>
			notices.some(({ text }) => text === `${rows.toLocaleString('en')} new records`),
		);
	});

	it('without a record say so, with two ways on', async () => {
		const { day } = await dayAt(1);
		await forget(day);
		const { view, start, records } = await open({ kind: 'between', first: day, last: day });
		assert.equal(records, 0);
		assert.deepEqual(
			start.emptyReasons.map(({ actions }) => actions.map(({ label }) => label)),
			[['Fetch These Days'], ['Show All Days']],
		);
		assert.match(start.emptyReasons[0]?.text ?? '', /^There are no records of .* here: 1 day missing\.$/);
		await view.press(start.emptyReasons, 'Show All Days');
		assert.deepEqual(await view.heard('command'), { id: 'showAllDays' });
		await view.press(start.emptyReasons, 'Fetch These Days');
		await view.heard('notices', ({ notices }) => notices.some(({ text }) => text.endsWith(' new records')));
	});

	it('are told to be complete or not in few words', () => {
		const words = (...states: readonly DescribedDay['state'][]) =>
			describeCompleteness(states.map((state) => ({ state })));
		assert.equal(words('settled', 'settled'), 'complete: 2 days settled');
		assert.equal(words('settled', 'open', 'open'), '1 day settled, 2 days open');
		assert.equal(words('open'), '1 day open');
		for (const state of ['missing', 'refused', 'inDoubt', 'gone'] as const) {
			assert.equal(words('settled', state), 'not of all days');
		}
	});

	it('tell what speaks against them', () => {
		const day = { day: '2026-11-01', rows: 20 };
		const asked = { at: '2026-11-03T00:00:00.000Z', proof: 'cut', doubts: [], notGivenAgain: 3 } as const;
		assert.deepEqual(describeReasons({ ...day, state: 'inDoubt', asked }), [
			'The service has records that are not here.',
			'3 records that came before were not given again. They are kept.',
		]);
		assert.deepEqual(describeReasons({ ...day, state: 'settled', asked }), []);
		for (const kind of ['badRequest', 'tooLarge', 'unexpectedBody', 'wrongHeader', 'brokenBody'] as const) {
			const [reason, ...others] = describeReasons({ ...day, state: 'refused', refused: { kind, at: asked.at } });
			assert.match(reason ?? '', /^The .*service.*\.$/);
			assert.deepEqual(others, []);
		}
	});
});
