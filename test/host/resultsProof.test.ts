import assert from 'node:assert/strict';
import { chmod, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { writeOutcome } from '../../src/core/export/library/entryFiles';
import type { ExportEntry, Outcome } from '../../src/core/export/model/entry';
import { nodeFiles } from '../../src/core/files/durableFile';
import type { Plan } from '../../src/core/plan/plan';
import { describeNotices, type NoticeActions } from '../../src/features/results/notices/noticeContents';
import type { Services } from '../../src/services/services';
import type { TableInfo } from '../../src/shared/results';
import { useResultsHarness } from '../support/host/resultsHarness';
import { addExport } from '../unit/core/export/support/library';

const records = 'error,os_name\nboom,android\nbang,ios\n';
const suspicious = { rows: 2, doubts: [{ kind: 'roundCount', rows: 2 }] } as const;

describe('completeness of the records in a results view', () => {
	const stage = useResultsHarness();
	let entry: ExportEntry;

	const file = () => path.join(entry.folder, entry.outcome?.file ?? '');
	const write = async (outcome: Partial<Outcome>) => {
		assert(entry.outcome);
		await writeOutcome(entry.folder, { ...entry.outcome, rows: 2, ...outcome }, nodeFiles);
	};
	const openView = async (outcome: Partial<Outcome>, plan: Partial<Plan> = {}) => {
		entry = await addExport(stage.library, { records, plan, askedAt: new Date().toISOString() });
		await write(outcome);
		const changed = stage.keep(new vscode.EventEmitter<void>());
		const finished = stage.keep(new vscode.EventEmitter<ExportEntry>());
		const describe = (path: string) => stage.services.exports.describe(path);
		const exports = {
			describe,
			facts: (path: string) => stage.services.exports.facts(path),
			onDidChange: changed.event,
			onDidFinish: finished.event,
		} as unknown as Services['exports'];
		const view = stage.viewOf(stage.documentOf(file()), { exports });
		const start = await view.load();
		await view.heard('progress', ({ done }) => done);
		return { view, start, changed, finished };
	};
	const buttons = (notices: readonly { readonly actions: readonly { readonly label: string }[] }[]) =>
		notices.flatMap(({ actions }) => actions.map(({ label }) => label));

	it('shows only "Completeness not checked" for an export that was not verified', async () => {
		const { start } = await openView({});
		assert.match(start.asOf ?? '', / · Completeness not checked$/);
		assert.deepEqual(start.notices, []);
	});

	it('warns that an export looks truncated and offers to verify it', async () => {
		const { start } = await openView(suspicious);
		assert.deepEqual(
			start.notices.map(({ kind, text }) => [kind, text]),
			[['warning', 'A response with exactly 2 records may have reached the limit of the service.']],
		);
		assert.deepEqual(buttons(start.notices), ['Verify', 'Export in Chunks']);
	});

	it('does not offer to export in chunks if the export already used chunks', async () => {
		const { start } = await openView(suspicious, { chunking: 'day' });
		assert.deepEqual(buttons(start.notices), ['Verify']);
	});

	it('offers an export without a limit, but no verification, if the record limit was reached', async () => {
		const { start } = await openView({ ...suspicious, flags: ['limitReached'] }, { limit: 2 });
		assert.deepEqual(buttons(start.notices), ['Export Without Limit']);
	});

	it('updates the completeness in an open view after verification', async () => {
		const { view, start, changed } = await openView(suspicious);
		assert.match(start.asOf ?? '', / · Completeness not checked$/);
		await write({ proof: 'proven', doubts: [] });
		changed.fire();
		const { asOf, notices } = await view.heard('notices', ({ notices }) => notices.length === 0);
		assert.match(asOf ?? '', /^exported \d\d:\d\d [\w/]+ · Complete \(verified\)$/);
		assert.deepEqual(notices, []);
	});

	it('shows the number of missing records after verification', async () => {
		const { view, changed } = await openView(suspicious);
		await write({ proof: 'cut', doubts: [{ kind: 'missing', rows: 5 }] });
		changed.fire();
		const { asOf, notices } = await view.heard('notices', ({ asOf }) => asOf?.endsWith('(records missing)') === true);
		assert.match(asOf ?? '', / · Incomplete \(records missing\)$/);
		assert.deepEqual(
			notices.map(({ text }) => text),
			['The service has records that are missing here. Missing: 5 records.'],
		);
		assert.deepEqual(buttons(notices), ['Export in Chunks'], 'there is nothing to go on from');
	});

	it('shows the format in which a file from another program is read, and offers to change it', () => {
		const form = { encoding: 'windows1252', delimiter: ';' };
		const info = { format: 'csv', form, columns: [], total: 2, broken: 0, truncated: false } as unknown as TableInfo;
		const reading = { progress: { bytes: 9, totalBytes: 9, records: 2, info }, done: true };
		const pressed: string[] = [];
		const readAs = async () => pressed.push('as');
		const [notice, ...rest] = describeNotices({ entry: undefined, reading, change: undefined }, {
			readAs,
		} as unknown as NoticeActions);
		assert.equal(notice?.text, 'The file was opened as Windows-1252 with semicolons as delimiters.');
		assert.deepEqual([notice?.kind, rest], ['info', []]);
		void notice?.actions[0]?.run();
		assert.deepEqual(pressed, ['as']);
	});

	it('offers to fetch missing records or to export again in chunks', () => {
		const outcome = { ...entry.outcome, proof: 'cut', doubts: [] } as unknown as Outcome;
		const resumable = { chunks: 2, done: 1, rows: 1, bytes: 9, queued: false };
		const pressed: string[] = [];
		const press = (name: string) => async () => {
			pressed.push(name);
		};
		const info = { columns: [], total: 2, broken: 0, truncated: false, bytes: 9 } as unknown as TableInfo;
		const [remark] = describeNotices(
			{
				entry: { ...entry, outcome, resumable },
				reading: { progress: { bytes: 9, totalBytes: 9, records: outcome.rows, info }, done: true },
				change: undefined,
			},
			{
				repeat: ({ chunking }) => press(`repeat by ${chunking}`)(),
				chooseApplication: press('choose'),
				showBroken: press('broken'),
				readAgain: press('read'),
				readAs: press('as'),
				fetchDays: press('fetch'),
				showAllDays: press('all'),
				verify: press('verify'),
				resume: press('resume'),
			},
		);
		assert.equal(remark?.text, 'The service has records that are missing here.');
		assert.deepEqual(
			remark?.actions.map(({ label }) => label),
			['Fetch Missing Records', 'Export in Chunks'],
		);
		for (const { run } of remark?.actions ?? []) {
			void run();
		}
		assert.deepEqual(pressed, ['resume', 'repeat by day']);
	});

	it('reloads the records after missing records were fetched', async () => {
		const { view, finished } = await openView({ proof: 'cut', doubts: [] });
		const { html } = view;
		// The document has already requested the state of its file, and responses arrive in order.
		await vscode.workspace.fs.stat(vscode.Uri.file(file()));
		const complete = `${records}crash,android\n`;
		await writeFile(`${file()}.new`, complete);
		await rename(`${file()}.new`, file());
		await chmod(file(), 0o444);
		await write({ rows: 3, bytes: complete.length, proof: 'proven' });
		const loaded = view.reloaded(html);
		assert(entry.outcome);
		finished.fire({ ...entry, outcome: { ...entry.outcome, rows: 3 } });
		await loaded;
		view.told.length = 0;
		const { notices, asOf } = await view.load();
		const { progress } = await view.heard('progress', ({ done }) => done);
		assert.equal(progress.records, 3);
		assert.deepEqual(notices, []);
		assert.match(asOf ?? '', / · Complete \(verified\)$/);
	});

	it('does not reload the records after verification, which changes no records', async () => {
		const { view, finished, changed } = await openView(suspicious);
		const { html } = view;
		await write({ proof: 'proven', doubts: [] });
		finished.fire(entry);
		changed.fire();
		await view.heard('notices', ({ asOf }) => asOf?.endsWith('Complete (verified)') === true);
		assert.equal(view.html, html);
	});
});
