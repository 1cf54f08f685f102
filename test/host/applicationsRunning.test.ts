import assert from 'node:assert/strict';
import type { ExportProgress } from '../../src/core/export/model/entry';
import { firstPlan } from '../../src/core/plan/plan';
import type { RunOrder } from '../../src/services/runningExports';
import { ApplicationsStage, home, news, pastExport, shop, work } from '../support/host/applicationsStage';
import { stageRun } from '../support/host/stagedRun';
import { describeTree, findRow, tooltipAt } from '../support/host/tree';

const plan = { ...firstPlan({ id: '101', name: 'Shop for Android' }), range: { kind: 'yesterday' } } as const;
const order: RunOrder = { account: home, plan, purpose: 'export' };
const queued: ExportProgress = { state: 'queued', percent: 40 };

describe('exports that run, in the applications tree', () => {
	let stage: ApplicationsStage;
	beforeEach(() => {
		stage = new ApplicationsStage();
	});
	afterEach(() => stage.dispose());

	const picture = () => describeTree(stage.provider);
	const redrawn = () => new Promise((resolve) => stage.provider.onDidChangeTreeData(resolve));
	const application = () => stage.provider.find('101');

	it('stand above the past ones, with few words about how far they are', async () => {
		stage.export(pastExport('101', 'a'));
		await stage.list([shop, news]);
		const { run, advance } = await stageRun(stage.running, order);
		assert.deepEqual(await picture(), [
			'[device-mobile] Shop for Android · 101',
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

	it('tell more when they are pointed at', async () => {
		await stage.list([shop]);
		const { advance } = await stageRun(stage.running, order);
		const overall = { slice: 2, slices: 3, reused: 1, rows: 9, bytes: 9 };
		advance({ ...queued, overall: { ...overall, lastAnswer: { kind: 'queued', at: Date.now() } } });
		const tooltip = String(await tooltipAt(stage.provider, await findRow(stage.provider, 'Yesterday')));
		assert.match(
			tooltip,
			/^Exporting errors of Shop for Android\nslice 2 of 3, 1 were here · queued by the service, 40%\nrunning for .*s · last answer at \d\d:\d\d: still being prepared$/,
		);
	});

	it('come and go with their application’s row, which stays unfolded', async () => {
		await stage.list([shop, news]);
		assert.deepEqual((await picture()).length, 2);
		const came = redrawn();
		const { end } = await stageRun(stage.running, order);
		assert.deepEqual(await came, [application()]);
		assert.deepEqual((await picture())[1], ['[sync~spin] Yesterday']);

		// The export is written, then the library is looked at, and that takes a while.
		const looking = stage.holdLibrary();
		stage.export(pastExport('101', 'a'));
		const went = redrawn();
		await end(pastExport('101', 'a'));
		looking.release();
		assert.deepEqual(await went, [application()]);
		assert.deepEqual((await picture())[1], ['[table] Last 7 days · 12,431 records · 3 h ago · 4.1 MB']);
	});

	it('are not shown a second time as interrupted while they are resumed', async () => {
		const entry = pastExport('101', 'a', { interrupted: true });
		stage.export(entry);
		await stage.list([shop]);
		const { fail } = await stageRun(stage.running, { ...order, purpose: 'resume', folder: entry.folder });
		assert.deepEqual((await picture())[1], ['[sync~spin] Yesterday']);
		await fail(new Error('x'));
		assert.deepEqual((await picture())[1], ['[circle-slash] Last 7 days · Interrupted · Repeat · 3 h ago']);
	});

	it('stand beside the records that they verify', async () => {
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

	it('of another account are not shown', async () => {
		await stage.list([shop]);
		await stageRun(stage.running, { ...order, account: work });
		assert.deepEqual(await picture(), ['[device-mobile] Shop for Android · 101']);
	});

	it('lead back to their application', async () => {
		await stage.list([shop]);
		await stageRun(stage.running, order);
		const row = await findRow(stage.provider, 'Yesterday');
		assert.equal(stage.provider.getParent(row), application());
	});

	it('are drawn anew as they get on, at a pace and without their neighbours', async () => {
		await stage.list([shop, news]);
		const { advance } = await stageRun(stage.running, order);
		// Nobody opened its application, so the editor knows no row for it.
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

describe('exports that were left off, in the applications tree', () => {
	let stage: ApplicationsStage;
	beforeEach(() => {
		stage = new ApplicationsStage();
	});
	afterEach(() => stage.dispose());

	const resumable = { slices: 30, done: 12, rows: 4120, bytes: 9, queued: false };
	const interrupted = pastExport('101', 'a', { interrupted: true });

	const show = async (entry: typeof interrupted) => {
		stage.export(entry);
		await stage.list([shop]);
		const [, rows] = await describeTree(stage.provider);
		const item = stage.provider.getTreeItem(await findRow(stage.provider, 'Last 7 days'));
		const tooltip = String(await tooltipAt(stage.provider, await findRow(stage.provider, 'Last 7 days')));
		return { row: rows?.[0], command: item.command?.command, contextValue: item.contextValue, tooltip };
	};

	it('say what is here, and are resumed by a click', async () => {
		const { row, command, contextValue, tooltip } = await show({ ...interrupted, resumable });
		assert.equal(row, '[debug-pause] Last 7 days · 12 of 30 slices · Resume · 3 h ago');
		assert.deepEqual([command, contextValue], ['appErrors.resumeExport', 'export.interrupted.resumable']);
		assert.match(tooltip, /^Interrupted: 12 of 30 slices · 4,120 records\. Resume it to fetch what is missing\.\n/);
	});

	it('say that the service was preparing them', async () => {
		const { row, tooltip } = await show({
			...interrupted,
			resumable: { slices: 1, done: 0, rows: 0, bytes: 0, queued: true },
		});
		assert.match(String(row), /^\[debug-pause\] Last 7 days · queued · Resume · /);
		assert.match(tooltip, /^Interrupted: being prepared by the service\. Resume it/);
	});

	it('promise nothing where nothing has arrived', async () => {
		const { row } = await show({ ...interrupted, resumable: { ...resumable, done: 0, rows: 0 } });
		assert.equal(row, '[debug-pause] Last 7 days · Interrupted · Resume · 3 h ago');
	});

	it('warn when records are missing, are opened by a click, and completed by a button', async () => {
		const entry = pastExport('101', 'a');
		assert(entry.outcome);
		const doubts = [{ kind: 'missing', rows: 2000 }] as const;
		const { row, command, contextValue, tooltip } = await show({
			...entry,
			outcome: { ...entry.outcome, proof: 'cut', doubts },
			resumable,
		});
		assert.equal(row, '[warning] Last 7 days · 12,431 records · records missing · 3 h ago · 4.1 MB');
		assert.deepEqual([command, contextValue], ['appErrors.openExport', 'export.complete.resumable']);
		assert.match(tooltip, /^The service has records that are not here\. Missing: 2,000 records\.\n/);
	});

	it('warn when they look cut, and can be verified', async () => {
		const entry = pastExport('101', 'a');
		assert(entry.outcome);
		const { row, contextValue } = await show({
			...entry,
			outcome: { ...entry.outcome, doubts: [{ kind: 'roundCount', rows: 1000 }] },
		});
		assert.equal(row, '[warning] Last 7 days · 12,431 records · not verified · 3 h ago · 4.1 MB');
		assert.equal(contextValue, 'export.complete.unproven');
	});

	it('offer no check of what was left out on purpose', async () => {
		assert.equal((await show(pastExport('101', 'a', { flags: ['limitReached'] }))).contextValue, 'export.complete');
	});

	it('offer no check of what is proven', async () => {
		const entry = pastExport('101', 'a');
		assert(entry.outcome);
		const { row, contextValue } = await show({ ...entry, outcome: { ...entry.outcome, proof: 'proven' } });
		assert.equal(row, '[table] Last 7 days · 12,431 records · 3 h ago · 4.1 MB');
		assert.equal(contextValue, 'export.complete');
	});
});
