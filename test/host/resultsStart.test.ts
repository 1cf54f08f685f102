import assert from 'node:assert/strict';
import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { AppError } from '../../src/core/common/errors';
import { writeOutcome, writeQuestion } from '../../src/core/export/library/entryFiles';
import type { Flag, Outcome } from '../../src/core/export/model/entry';
import { nodeFiles } from '../../src/core/files/durableFile';
import type { Plan } from '../../src/core/plan/plan';
import type { EngineClient } from '../../src/engine/engineClient';
import { getTooltip } from '../../src/features/applications/tooltips';
import { ResultsDocument } from '../../src/features/results/document';
import type { ExportNode } from '../../src/services/treeNodes';
import type { ViewLayout, ViewState } from '../../src/shared/protocols/resultsProtocol';
import { useResultsHarness } from '../support/host/resultsHarness';
import { eventually } from '../support/vscode/waiting';
import { addExport } from '../unit/core/export/support/library';

const records = 'error,os_name\nboom,android\n"two\nlines",ios\n';

describe('opening a results view', () => {
	const stage = useResultsHarness();
	const { documentOf, viewOf, write } = stage;

	const startOf = (file: string) => viewOf(documentOf(file)).load();
	const exported = async (over: Partial<Plan> = {}, outcome: Partial<Outcome> = {}, text = records) => {
		const entry = await addExport(stage.library, { records: text, plan: over, askedAt: new Date().toISOString() });
		assert(entry.outcome);
		const rows = Math.max(0, text === records ? 2 : 0);
		await writeOutcome(entry.folder, { ...entry.outcome, rows, ...outcome }, nodeFiles);
		return path.join(entry.folder, entry.outcome.file);
	};
	const texts = (notices: readonly { readonly text: string }[]) => notices.map(({ text }) => text);
	const labels = (notices: readonly { readonly actions: readonly { readonly label: string }[] }[]) =>
		notices.flatMap(({ actions }) => actions.map(({ label }) => label));

	describe('HTML page of a results view', () => {
		it('restricts the page to one script and one style sheet with a CSP', async () => {
			const { html, options } = viewOf(documentOf(await write('a.csv', records)));
			const policy = /content="(default-src[^"]*)"/.exec(html)?.[1] ?? '';
			const nonce = /nonce="([^"]*)"/.exec(html)?.[1] ?? '';
			assert.match(nonce, /^[\w+/]{22}==$/);
			assert.equal(
				policy,
				`default-src 'none'; script-src 'nonce-${nonce}'; style-src https://resources.test; font-src https://resources.test; img-src https://resources.test data:; base-uri 'none'; form-action 'none'`,
			);
			assert.equal(html.match(/<script/g)?.length, 1);
			assert.ok(!/style=|<style|unsafe|\son\w+=/.test(html), html);
			assert.deepEqual(
				options.localResourceRoots?.map((root) => path.relative(stage.services.extensionUri.fsPath, root.fsPath)),
				[path.join('dist', 'webview')],
			);
		});

		it('uses a different nonce for every page', async () => {
			const document = documentOf(await write('a.csv', records));
			assert.notEqual(viewOf(document).html, viewOf(document).html);
		});
	});

	describe('title of a results view', () => {
		it('shows the application, range and time basis in the title, and the export time in the header', async () => {
			const { title, asOf } = await startOf(await exported());
			assert.equal(title, 'Shop for Android · Last 7 days · by device time');
			assert.match(asOf ?? '', /^exported \d\d:\d\d [\w/]+ · Completeness not checked$/);
		});

		it('shows filters and a time basis other than the default in the title', async () => {
			const { title } = await startOf(
				await exported({ dateDimension: 'receive', filters: [{ field: 'os_name', value: 'ios' }] }),
			);
			assert.match(title, / · by server time · os_name = ios$/);
		});

		it('adds the dates of a relative range to the title once the range is in the past', async () => {
			const entry = await addExport(stage.library, { records, askedAt: new Date(2026, 0, 2, 3, 4, 5).toISOString() });
			const { title, asOf } = await startOf(path.join(entry.folder, entry.outcome?.file ?? ''));
			assert.match(title, /^Shop for Android · Last 7 days \(Nov 13.+Nov 20.+\) · by device time$/);
			assert.match(asOf ?? '', /^exported Jan 2, 2026, .+ · .+$/);
		});

		it("shows times in the header and the tree in the application's time zone, and names the zone only once", async () => {
			const entry = await addExport(stage.library, { records, askedAt: '2026-01-02T23:04:05.000Z' });
			const stored = { ...entry.stored, zone: { kind: 'named', name: 'Asia/Tokyo' } } as const;
			await writeQuestion(entry.folder, stored, nodeFiles);
			const { asOf, timeZone } = await startOf(path.join(entry.folder, entry.outcome?.file ?? ''));
			assert.equal(timeZone, 'Asia/Tokyo');
			assert.match(asOf ?? '', /^exported Jan 3, 2026, 08:04 Asia\/Tokyo · /);
			const tooltip = getTooltip({ kind: 'export', entry: { ...entry, stored } } as ExportNode) ?? '';
			assert.match(tooltip, /\nFinished: Jan 3, 2026, 08:04\n/);
			assert.equal(tooltip.split('Asia/Tokyo').length, 2);
		});

		it('shows the file name as the title if the export request is unknown', async () => {
			const { title, asOf, notices, emptyReasons } = await startOf(await write('my errors.csv', records));
			assert.deepEqual([title, asOf, notices, emptyReasons], ['my errors.csv', undefined, [], []]);
		});
	});

	it('ignores the request file of an export outside the library, such as in a cloned repository', async () => {
		const entry = await addExport(path.join(stage.folder, 'clone'), { records });
		const view = viewOf(documentOf(path.join(entry.folder, entry.outcome?.file ?? '')));
		const { title, asOf, notices } = await view.load();
		assert.deepEqual([title, asOf, notices], [entry.outcome?.file, undefined, []]);
		await view.heard('progress', ({ done }) => done);
		const later = view.told.flatMap(({ method, params }) => (method === 'notices' ? [params] : []));
		assert.ok(!JSON.stringify(later).includes('Repeat Export'));
	});

	for (const [name, text] of [
		['made elsewhere.csv', 'a;b\n1;2\n'],
		['columns.csv', '\ufeffos_name,error\r\nandroid,"x ""y"""\r\nios,z\r\n'],
		['service.json', '{"data":[{"error":"boom","os_name":"android"},{"error":"x","os_name":null}]}'],
		['array.json', '[{"error":"boom"},{"error":"x"}]'],
		['lines.ndjson', '{"error":"boom"}\n{"error":"x"}\n'],
	] as const) {
		it(`reads the records of the file ${name}`, async () => {
			const view = viewOf(documentOf(await write(name, text)));
			const { info } = await view.load();
			const { progress } = await view.heard('progress', ({ done }) => done);
			assert.equal(progress.records, name.startsWith('made') ? 1 : 2);
			assert.equal(info.format, name.endsWith('.csv') ? 'csv' : 'json');
			const columns = info.columns.map((_, index) => index);
			const all = { filters: [], sort: [] };
			const page = await view.ask('page', { view: all, start: 0, end: 10, columns, cellLength: 100 });
			assert.equal(page.count, progress.records);
		});
	}

	it('sends the names of 10,000 columns to the page only once', async () => {
		const names = Array.from({ length: 10_000 }, (_, index) => `column_${index}`);
		const view = viewOf(
			documentOf(await write('wide.csv', `${names.join(',')}\n${`${'x,'.repeat(9_999)}y\n`.repeat(50)}`)),
		);
		const { info } = await view.load();
		assert.deepEqual([info.columns.length, info.columns.at(-1)?.name], [10_000, 'column_9999']);
		await view.heard('progress', ({ done }) => done);
		for (const { params } of view.told.filter(({ method }) => method === 'progress')) {
			assert.ok(JSON.stringify(params).length < 1000);
		}
	});

	describe('notices about the export', () => {
		const notice = async (flags: readonly Flag[], over: Partial<Plan> = {}) =>
			(await startOf(await exported(over, { flags }))).notices;

		it('shows no notice for a complete export', async () => {
			assert.deepEqual(await notice([]), []);
		});

		it('warns that an export was truncated by its limit', async () => {
			const notices = await notice(['limitReached'], { limit: 2 });
			assert.match(notices[0]?.text ?? '', /^The limit of 2 was reached\. These records are an arbitrary subset/);
			assert.deepEqual(labels(notices), ['Export Without Limit']);
		});

		it('warns that the service skipped some shards', async () => {
			const notices = await notice(['shardsSkipped'], { skipUnavailableShards: true });
			assert.match(notices[0]?.text ?? '', /records may be missing/);
			assert.deepEqual(labels(notices), ['Repeat Export']);
		});

		it('warns that the export was interrupted', async () => {
			const entry = await addExport(stage.library);
			const file = path.join(entry.folder, 'shop-for-android_2026-11-13_2026-11-20.errors.csv.part');
			await writeFile(file, records);
			const { title, notices } = await startOf(file);
			assert.match(title, /^Shop for Android/);
			assert.match(texts(notices).join(), /was interrupted/);
		});

		it('warns if the number of records in the file differs from the number counted by the export', async () => {
			const file = await exported({}, { rows: 3 });
			const view = viewOf(documentOf(file));
			await view.load();
			await view.heard('progress', ({ done }) => done);
			const { notices } = await view.load();
			assert.deepEqual(texts(notices), ['The export should contain 3 records, but its file has 2.']);
		});
	});

	describe('notices about the file', () => {
		const noticesOf = async (text: string) => {
			const view = viewOf(documentOf(await write('a.csv', text)));
			await view.load();
			const { notices } = await view.heard('notices');
			return { view, notices };
		};

		it('shows the number of malformed records and a button that filters by them', async () => {
			const { view, notices } = await noticesOf('error,os_name\nboom\nfine,ios\n');
			assert.deepEqual(texts(notices), ['1 record is malformed and shown as plain text.']);
			await view.press(notices, 'Show');
			assert.deepEqual(await view.heard('command'), { id: 'showBroken' });
			const broken = { filters: [{ kind: 'broken' }], sort: [] } as const;
			const { rows } = await view.ask('page', { view: broken, start: 0, end: 9, columns: [0], cellLength: 9 });
			assert.deepEqual(rows, [{ number: 0, cells: ['boom'], broken: true }]);
		});

		it('warns that the file ends in the middle of a record', async () => {
			const { notices } = await noticesOf('error,os_name\nfine,ios\n"cut');
			assert.match(texts(notices).join(), /^The file ends in the middle of a record/);
		});

		it('offers to reload a file that changed on disk, and reloads it when the user accepts', async () => {
			const { view } = await noticesOf(records);
			const { html } = view;
			let seen = false;
			const changed = view
				.heard('notices', ({ notices }) => notices.length > 0)
				.finally(() => {
					seen = true;
				});
			let lines = 2;
			// The editor starts watching after a delay, so the file is changed repeatedly.
			await eventually('A notice of the change', async () => {
				await appendFile(path.join(stage.folder, 'a.csv'), 'more,ios\n');
				lines++;
				return seen || undefined;
			});
			const { notices } = await changed;
			assert.match(texts(notices).join(), /^The file has changed on disk/);
			await view.press(notices, 'Reload').catch(() => undefined);
			assert.notEqual(view.html, html, 'the page is loaded anew');
			view.told.length = 0;
			await view.load();
			const { progress } = await view.heard('progress', ({ done }) => done);
			assert.equal(progress.records, lines);
		});
	});

	it('explains why the export is empty, with an action for each possible reason', async () => {
		const filters = [{ field: 'os_name', value: 'ios' }];
		const { emptyReasons } = await startOf(await exported({ filters }, { flags: ['empty'] }, 'error,os_name\n'));
		assert.equal(texts(emptyReasons)[0], 'The filters may not match any records. Try removing a filter.');
		assert.deepEqual(labels(emptyReasons), [
			'Remove os_name = ios',
			'Use Last 14 days',
			'Use Last 90 days',
			'Use Server Time',
			'Choose Application…',
		]);
	});

	it('uses the display language and the time zone from the settings', async () => {
		const { strings, language, timeZone } = await startOf(await write('a.csv', records));
		assert.deepEqual([strings, language], [vscode.l10n.bundle ?? {}, vscode.env.language]);
		assert.equal(timeZone, stage.services.settings.timeZoneName);
	});

	describe('saved view state', () => {
		const state: ViewState = {
			view: { filters: [{ kind: 'oneOf', column: 1, values: ['ios'] }], sort: [{ column: 0, descending: true }] },
			columns: [{ name: 'error', width: 300, hidden: false, pinned: true }],
			groupKey: { kind: 'name' },
			groupOrder: 'devices',
			groupsShown: false,
			recordShown: true,
			stackBy: 'os_name',
			selected: 1,
			top: 0,
			density: 'tall',
		};

		it('restores the view state when the file is opened again', async () => {
			const file = await write('a.csv', records);
			const first = viewOf(documentOf(file));
			assert.equal((await first.load()).state, undefined);
			await first.ask('saveState', state);
			first.dispose();
			assert.deepEqual((await startOf(file)).state, state);
			assert.equal((await startOf(await write('b.csv', records))).state, undefined, 'other files have their own');
		});

		it('keeps the view states of a limited number of recent files', async () => {
			const { resultsViews } = stage.services;
			const file = (number: number) => vscode.Uri.file(path.join(stage.folder, `${number}.csv`));
			for (let number = 0; number < 60; number++) {
				await resultsViews.keep(file(number), { ...state, top: number });
			}
			assert.equal(resultsViews.of(file(59))?.top, 59);
			assert.equal(resultsViews.of(file(20))?.top, 20);
			assert.equal(resultsViews.of(file(0)), undefined);
		});
	});

	describe('saved layout', () => {
		const layout: ViewLayout = {
			sort: [{ column: 0, descending: true }],
			columnNames: { 0: 'error' },
			columns: [{ name: 'os_name', width: 300, hidden: false, pinned: true }],
			groupKey: { kind: 'name' },
			groupOrder: 'devices',
			groupsShown: false,
			recordShown: true,
			stackBy: 'os_name',
			density: 'tall',
			panes: { groupsPlace: 'above', recordPlace: 'beside', histogramShown: false },
		};
		const other = { application: { id: '202', name: 'Shop for iOS' } };

		it("applies an application's last layout to its other exports until the layout is reset", async () => {
			const first = viewOf(documentOf(await exported()));
			assert.equal((await first.load()).layout, undefined);
			await first.ask('saveLayout', { layout });
			const later = await addExport(stage.library, { records, name: '2026-11-21T09-02-03Z-abc123' });
			const next = viewOf(documentOf(path.join(later.folder, later.outcome?.file ?? '')));
			const { layout: begun, state } = await next.load();
			assert.deepEqual([begun, state], [layout, undefined]);
			assert.equal((await startOf(await exported(other))).layout, undefined, 'other applications have their own');
			await next.ask('saveLayout', {});
			assert.equal((await first.load()).layout, undefined);
		});

		it('does not save an application layout for a file that is not an export', async () => {
			const file = await write('a.csv', records);
			const view = viewOf(documentOf(file));
			await view.load();
			await view.ask('saveLayout', { layout });
			assert.equal((await startOf(file)).layout, undefined);
			assert.equal((await startOf(await exported())).layout, undefined);
		});

		it('saves layouts separately for each service, for a limited number of applications', async () => {
			const { resultsLayouts } = stage.services;
			const { stored } = await addExport(stage.library, { records });
			const getQuestion = (id: string, service: string) => ({
				...stored,
				service,
				plan: { ...stored.plan, application: { id } },
			});
			for (let number = 0; number < 120; number++) {
				await resultsLayouts.keep(getQuestion(String(number), 'https://one.test'), layout);
			}
			const has = (id: string, service = 'https://one.test') =>
				resultsLayouts.of(getQuestion(id, service)) !== undefined;
			assert.deepEqual([has('119'), has('20'), has('19'), has('119', 'https://two.test')], [true, true, false, false]);
			assert.equal(has('119', 'https://one.test/'), true, 'however its address is written');
		});
	});

	it('forwards the Reset Layout command to the page', async () => {
		const view = viewOf(documentOf(await write('a.csv', records)));
		await view.load();
		await view.heard('progress', ({ done }) => done);
		await view.command('resetLayout');
		assert.deepEqual(await view.heard('command'), { id: 'resetLayout' });
	});

	describe('closing a results view', () => {
		const all = { filters: [], sort: [] };

		it('cancels pending queries when the results view is closed', async () => {
			let asked: AbortSignal | undefined;
			const silent = {
				call: ((method: string, _: unknown, options: { signal?: AbortSignal } = {}) => {
					if (method === 'queryRecords') {
						asked = options.signal;
						return new Promise((_, reject) =>
							options.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
						);
					}
					return method === 'openRecords'
						? Promise.resolve({ format: 'csv', changed: [], total: 1, broken: 0, truncated: false, bytes: 9 })
						: Promise.resolve(undefined);
				}) as EngineClient['call'],
			};
			const document = stage.keep(new ResultsDocument(vscode.Uri.file(await write('a.csv', records)), silent));
			const view = viewOf(document, { engine: silent as EngineClient });
			await view.load();
			const controller = new AbortController();
			const first = view.ask('record', { number: 0 }, { signal: controller.signal });
			first.catch(() => undefined);
			await new Promise((resolve) => setImmediate(resolve));
			const ofFirst = asked;
			controller.abort(new AppError({ kind: 'cancelled' }));
			await assert.rejects(first);
			assert.equal(ofFirst?.aborted, true, 'what the page cancels is cancelled in the engine');

			void view.ask('record', { number: 1 }).catch(() => undefined);
			await new Promise((resolve) => setImmediate(resolve));
			const ofSecond = asked;
			assert.notEqual(ofSecond, ofFirst);
			view.dispose();
			assert.equal(ofSecond?.aborted, true, 'what a closed view asked is cancelled too');
		});

		it('does not answer requests that the page sent before it was reloaded', async () => {
			const view = viewOf(documentOf(await write('a.csv', records)));
			await view.load();
			const page = view.ask('page', { view: all, start: 0, end: 1, columns: [0], cellLength: 100 });
			let answered = false;
			page.then(
				() => (answered = true),
				() => (answered = true),
			);
			const { title } = await view.load();
			assert.equal(title, 'a.csv');
			const record = await view.ask('record', { number: 1 });
			assert.deepEqual(record.values, ['two\nlines', 'ios']);
			assert.equal(answered, false, 'a page that is gone is not answered');
		});
	});

	it('forwards commands to the page of the results view', async () => {
		const view = viewOf(documentOf(await write('a.csv', records)));
		await view.load();
		await view.heard('progress', ({ done }) => done);
		await view.command('find');
		assert.deepEqual(await view.heard('command'), { id: 'find' });
	});

	it("reports a file that can't be opened in the results view", async () => {
		await assert.rejects(startOf(path.join(stage.folder, 'none.csv')), { message: /none\.csv does not exist/ });
		await assert.rejects(
			viewOf(new ResultsDocument(vscode.Uri.parse('vscode-vfs://host/a.csv'), stage.services.engine)).load(),
			{
				message: /can only open files on disk \(vscode-vfs\)/,
			},
		);
	});
});
