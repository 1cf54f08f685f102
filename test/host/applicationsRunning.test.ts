import assert from 'node:assert/strict';
import type { ExportProgress } from '../../src/core/export/model/entry';
import { firstPlan } from '../../src/core/plan/plan';
import type { RunOrder } from '../../src/services/runningExports';
import { ApplicationsHarness, home, news, pastExport, shop, work } from '../support/host/applicationsHarness';
import { stageRun } from '../support/host/stagedRun';
import { describeTree, findRow, tooltipAt } from '../support/host/tree';

const plan = { ...firstPlan({ id: '101', name: 'Shop for Android' }), range: { kind: 'yesterday' } } as const;
const order: RunOrder = { account: home, plan, purpose: 'export' };
const queued: ExportProgress = { state: 'queued', percent: 40 };

describe('running exports in the Applications view', () => {
	let stage: ApplicationsHarness;
	beforeEach(() => {
		stage = new ApplicationsHarness();
	});
	afterEach(() => stage.dispose());

	const picture = () => describeTree(stage.provider);
	const redrawn = () => new Promise((resolve) => stage.provider.onDidChangeTreeData(resolve));
	const application = () => stage.provider.find('101');

	it('shows running exports above past exports, with a short progress text', async () => {
		stage.export(pastExport('101', 'a'));
		await stage.list([shop, news]);
		const { run, advance } = await stageRun(stage.running, order);
		assert.deepEqual(await picture(), [
			'[robot] Shop for Android · 1 export · 101',
			['[sync~spin] Yesterday', '[table] Last 7 days · 12,431 records · 3 h ago · 4.1 MB'],
			'[device-mobile] News · 102',
		]);
		advance(queued);
		const row = { kind: 'running', run } as const;
		const { id, description, contextValue, command } = stage.provider.getTreeItem(row);
		assert.deepEqual(
			[id, description, contextValue, command],
			[`running:${run.id}`, 'queued 40%', 'running', undefined],
		);
		assert.equal(
			stage.provider.getTreeItem(row).accessibilityInformation?.label,
			'Exporting errors of Shop for Android, Yesterday, queued 40%',
		);
	});

	it('shows the details of a running export in its tooltip', async () => {
		await stage.list([shop]);
		const { advance } = await stageRun(stage.running, order);
		const overall = { chunk: 2, chunks: 3, reused: 1, rows: 9, bytes: 9 };
		advance({ ...queued, overall: { ...overall, lastAnswer: { kind: 'queued', at: Date.now() } } });
		const tooltip = String(await tooltipAt(stage.provider, await findRow(stage.provider, 'Yesterday')));
		assert.match(
			tooltip,
			/^Exporting errors of Shop for Android\nchunk 2 of 3 \(1 already fetched\) · queued by the service, 40%\nrunning for .*s · last response at \d\d:\d\d: still being prepared$/,
		);
	});

	it('adds and removes running exports below an application, and keeps the application expanded', async () => {
		await stage.list([shop, news]);
		assert.deepEqual((await picture()).length, 2);
		const came = redrawn();
		const { end } = await stageRun(stage.running, order);
		assert.equal(await came, undefined);
		assert.deepEqual((await picture())[1], ['[sync~spin] Yesterday']);

		const looking = stage.holdLibrary();
		stage.export(pastExport('101', 'a'));
		const went = redrawn();
		await end(pastExport('101', 'a'));
		looking.release();
		assert.deepEqual(await went, [application()]);
		assert.deepEqual((await picture())[1], ['[table] Last 7 days · 12,431 records · 3 h ago · 4.1 MB']);
	});

	it('lists a resumed export only as running, not also as interrupted', async () => {
		const entry = pastExport('101', 'a', { interrupted: true });
		stage.export(entry);
		await stage.list([shop]);
		const { fail } = await stageRun(stage.running, { ...order, purpose: 'resume', folder: entry.folder });
		assert.deepEqual((await picture())[1], ['[sync~spin] Yesterday']);
		await fail(new Error('x'));
		assert.deepEqual((await picture())[1], ['[circle-slash] Last 7 days · Interrupted · Repeat · 3 h ago']);
	});

	it('shows a verification next to the export that is being verified', async () => {
		const entry = pastExport('101', 'a');
		stage.export(entry);
		await stage.list([shop]);
		const { advance } = await stageRun(stage.running, { ...order, purpose: 'verify', folder: entry.folder });
		advance({ state: 'comparing', bytes: 1, totalBytes: 2 });
		assert.deepEqual((await picture())[1], [
			'[sync~spin] Yesterday · Verifying · comparing',
			'[table] Last 7 days · 12,431 records · 3 h ago · 4.1 MB',
		]);
	});

	it('hides running exports of another account', async () => {
		await stage.list([shop]);
		await stageRun(stage.running, { ...order, account: work });
		assert.deepEqual(await picture(), ['[robot] Shop for Android · 101']);
	});

	it('returns the application row as the parent of a running export', async () => {
		await stage.list([shop]);
		await stageRun(stage.running, order);
		const row = await findRow(stage.provider, 'Yesterday');
		assert.equal(stage.provider.getParent(row), application());
	});

	it("throttles updates of a running export's row, and does not update any other rows", async () => {
		await stage.list([shop, news]);
		const { advance } = await stageRun(stage.running, order);
		// The application was never expanded, so the tree has no row for its running export.
		const unseen = await stageRun(stage.running, { ...order, plan: firstPlan({ id: '102' }) });
		const [application] = await stage.provider.getChildren();
		const [row] = await stage.provider.getChildren(application);
		const drawn: (readonly unknown[] | undefined)[] = [];
		stage.provider.onDidChangeTreeData((rows) => drawn.push(Array.isArray(rows) ? rows : undefined));
		for (const percent of [1, 2, 3]) {
			advance({ ...queued, percent });
			unseen.advance({ ...queued, percent });
		}
		assert.deepEqual(drawn, [], 'not each time');
		await redrawn();
		assert.deepEqual(drawn, [[row]]);
		assert.equal(drawn[0]?.[0], row, 'the very object that the editor has');
		const again = redrawn();
		advance(queued);
		await again;
	});
});

describe('interrupted exports in the Applications view', () => {
	let stage: ApplicationsHarness;
	beforeEach(() => {
		stage = new ApplicationsHarness();
	});
	afterEach(() => stage.dispose());

	const resumable = { chunks: 30, done: 12, rows: 4120, bytes: 9, queued: false };
	const interrupted = pastExport('101', 'a', { interrupted: true });

	const show = async (entry: typeof interrupted) => {
		stage.export(entry);
		await stage.list([shop]);
		const [, rows] = await describeTree(stage.provider);
		const item = stage.provider.getTreeItem(await findRow(stage.provider, 'Last 7 days'));
		const tooltip = String(await tooltipAt(stage.provider, await findRow(stage.provider, 'Last 7 days')));
		return { row: rows?.[0], command: item.command?.command, contextValue: item.contextValue, tooltip };
	};

	it('shows the progress of an interrupted export and resumes it with a click', async () => {
		const { row, command, contextValue, tooltip } = await show({ ...interrupted, resumable });
		assert.equal(row, '[debug-pause] Last 7 days · 12 of 30 chunks · Resume · 3 h ago');
		assert.deepEqual([command, contextValue], ['appErrors.resumeExport', 'export.interrupted.resumable']);
		assert.match(
			tooltip,
			/^Interrupted: 12 of 30 chunks · 4,120 records\. Resume the export to fetch the remaining records\.\n/,
		);
	});

	it('shows that an interrupted export was queued by the service', async () => {
		const { row, tooltip } = await show({
			...interrupted,
			resumable: { chunks: 1, done: 0, rows: 0, bytes: 0, queued: true },
		});
		assert.match(String(row), /^\[debug-pause\] Last 7 days · queued · Resume · /);
		assert.match(
			tooltip,
			/^Interrupted: being prepared by the service\. Resume the export to fetch the remaining records\./,
		);
	});

	it('shows no progress for an interrupted export without records', async () => {
		const { row } = await show({ ...interrupted, resumable: { ...resumable, done: 0, rows: 0 } });
		assert.equal(row, '[debug-pause] Last 7 days · Interrupted · Resume · 3 h ago');
	});

	it('warns about missing records in an export, opens it with a click and offers to complete it', async () => {
		const entry = pastExport('101', 'a');
		assert(entry.outcome);
		const doubts = [{ kind: 'missing', rows: 2000 }] as const;
		const { row, command, contextValue, tooltip } = await show({
			...entry,
			outcome: { ...entry.outcome, proof: 'cut', doubts },
			resumable,
		});
		assert.equal(row, '[warning] Last 7 days · 12,431 records · Incomplete (records missing) · 3 h ago · 4.1 MB');
		assert.deepEqual([command, contextValue], ['appErrors.openExport', 'export.complete.resumable']);
		assert.match(tooltip, /^The service has records that are missing here\. Missing: 2,000 records\.\n/);
	});

	it('warns about an export that looks incomplete, and offers to verify it', async () => {
		const entry = pastExport('101', 'a');
		assert(entry.outcome);
		const { row, contextValue } = await show({
			...entry,
			outcome: { ...entry.outcome, doubts: [{ kind: 'roundCount', rows: 1000 }] },
		});
		assert.equal(row, '[warning] Last 7 days · 12,431 records · Completeness not checked · 3 h ago · 4.1 MB');
		assert.equal(contextValue, 'export.complete.unverified');
	});

	it('does not offer to verify an export that reached its record limit', async () => {
		assert.equal((await show(pastExport('101', 'a', { flags: ['limitReached'] }))).contextValue, 'export.complete');
	});

	it('does not offer to verify an export that is already verified', async () => {
		const entry = pastExport('101', 'a');
		assert(entry.outcome);
		const { row, contextValue } = await show({ ...entry, outcome: { ...entry.outcome, proof: 'proven' } });
		assert.equal(row, '[table] Last 7 days · 12,431 records · 3 h ago · 4.1 MB');
		assert.equal(contextValue, 'export.complete');
	});
});
