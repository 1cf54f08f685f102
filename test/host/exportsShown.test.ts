import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AppError } from '../../src/core/common/errors';
import type { ExportEntry, Outcome } from '../../src/core/export/model/entry';
import { firstPlan } from '../../src/core/plan/plan';
import { closeWith } from '../../src/features/exports/closingMessage';
import { showInNotification } from '../../src/features/exports/runWithProgress';
import { ExportStatusBar } from '../../src/features/exports/statusBar';
import { RunningExports, type RunOrder } from '../../src/services/runningExports';
import { home, pastExport } from '../support/host/applicationsHarness';
import { MemoryMemento } from '../support/host/memory';
import { Person } from '../support/host/person';
import { Replacements } from '../support/host/replacements';
import { stageRun } from '../support/host/stagedRun';

const shop = { id: '101', name: 'Shop for Android' };
const order: RunOrder = { account: home, plan: firstPlan(shop), purpose: 'export' };
const whole = pastExport('101', 'a');
const queued = { state: 'queued', percent: 40 } as const;
const downloading = {
	state: 'downloading',
	bytes: 600,
	totalBytes: 1200,
	rows: 4,
	bytesPerSecond: 600,
} as const;

describe('progress of running exports', () => {
	let running: RunningExports;
	let person: Person;

	beforeEach(() => {
		running = new RunningExports(new MemoryMemento(), { warn: assert.fail });
		person = new Person();
	});
	afterEach(async () => {
		running.dispose();
		await person.leave();
	});

	describe('progress notification', () => {
		const notification = () => person.progress(/Exporting errors of Shop for Android/);

		it('shows the progress of an export in a notification that closes when the export ends', async () => {
			const { run, result, advance, end } = await stageRun(running, order);
			const closed = showInNotification(running, run, result);
			advance(downloading);
			await notification().reported('600 bytes of 1.2 kB · 4 records · 600 bytes/s');
			await end(whole);
			await closed;
		});

		it('closes the progress notification without a message when the service queues the export', async () => {
			const { run, result, advance, end } = await stageRun(running, order);
			const closed = showInNotification(running, run, result, 50);
			advance(downloading);
			advance(queued);
			await notification().shown();
			await closed;
			assert.deepEqual(running.all, [run], 'it goes on');
			await end(whole);
		});

		it('keeps the progress notification open if the export was queued only briefly', async () => {
			const { run, result, advance, end } = await stageRun(running, order);
			const closed = showInNotification(running, run, result, 50);
			advance(queued);
			advance(downloading);
			await new Promise((resolve) => setTimeout(resolve, 100));
			await notification().shown();
			await end(whole);
			await closed;
		});

		it('stops the export when its notification is canceled', async () => {
			const { run, result } = await stageRun(running, order);
			const closed = showInNotification(running, run, result);
			await notification().cancel();
			await assert.rejects(result, (error) => error instanceof AppError && error.problem.kind === 'cancelled');
			await closed;
		});
	});

	describe('exports in the status bar', () => {
		interface Item {
			text: string;
			tooltip: string;
			command: string;
			name: string;
		}
		const replacements = new Replacements();
		let shown: Item[] = [];
		let bar: ExportStatusBar;

		beforeEach(() => {
			shown = [];
			replacements.replace(vscode.window, 'createStatusBarItem', () => {
				const item = {
					show: () => {
						shown = [item];
					},
					dispose: () => {
						shown = shown.filter((other) => other !== item);
					},
				} as Item & { show: () => void; dispose: () => void };
				return item;
			});
			bar = new ExportStatusBar(running);
		});
		afterEach(() => {
			bar.dispose();
			replacements.dispose();
			assert.deepEqual(shown, []);
		});
		const texts = () => shown.map(({ text }) => text);

		it('shows the first running export and its progress in the status bar until the export ends', async () => {
			assert.deepEqual(texts(), []);
			const { advance, end } = await stageRun(running, order);
			assert.deepEqual(texts(), ['$(sync~spin) Shop for Android']);
			advance(queued);
			assert.deepEqual(texts(), ['$(sync~spin) Shop for Android: queued 40%']);
			assert.equal(shown[0]?.command, 'appErrors.showRunningExports');
			assert.match(
				shown[0]?.tooltip ?? '',
				/^Exporting errors of Shop for Android\nqueued by the service, 40%\nrunning for /,
			);
			await end(whole);
			assert.deepEqual(texts(), []);
		});

		it('names one export in the status bar, counts the others, and lists all exports in the tooltip', async () => {
			const first = await stageRun(running, order);
			const second = await stageRun(running, { ...order, plan: firstPlan({ id: '7' }), purpose: 'verify' });
			assert.deepEqual(texts(), ['$(sync~spin) Shop for Android and 1 more']);
			assert.match(shown[0]?.tooltip ?? '', /Exporting errors of Shop for Android\n.*\n\nVerifying the export of 7\n/);
			await first.end(whole);
			assert.deepEqual(texts(), ['$(sync~spin) 7']);
			await second.end(whole);
		});

		it('truncates and escapes a long application name in the status bar', async () => {
			const name = `$(bug) ${'Shop '.repeat(20)}`;
			const { end } = await stageRun(running, { ...order, plan: firstPlan({ id: '7', name }) });
			assert.deepEqual(texts(), ['$(sync~spin) \\$(bug) Shop Shop Shop Shop Sh…']);
			await end(whole);
		});
	});
});

describe('message at the end of an export', () => {
	let person: Person;
	beforeEach(() => {
		person = new Person();
	});
	afterEach(() => person.leave());

	const outcomeOf = (over: Partial<Outcome>): Outcome => {
		assert(whole.outcome);
		return { ...whole.outcome, ...over };
	};
	const close = (over: Partial<Outcome>, { view = 'document', isOpen = true } = {}) => {
		const outcome = outcomeOf(over);
		const { stored } = whole;
		const entry = { ...whole, stored: { ...stored, plan: { ...stored.plan, view } }, outcome } as ExportEntry;
		const ended = closeWith({ account: home, entry }, outcome, isOpen);
		return { ended, message: person.message(/^(Exported|No records found for) 101/) };
	};
	const read = async (...parameters: Parameters<typeof close>) => {
		const { ended, message } = close(...parameters);
		const { severity, text, buttons } = await message.read();
		await message.dismiss();
		await ended;
		return { severity, buttons, text: text.replace(/[\u00a0\u202f]/g, ' ') };
	};
	const told = 'Exported 101: 12,431 records · 4.1 MB · 1m 5s';

	it('reports the number of records and whether the export is complete', async () => {
		assert.deepEqual(await read({}), {
			severity: 'information',
			text: `${told} · Completeness not checked.`,
			buttons: [],
		});
		assert.deepEqual((await read({ proof: 'proven' })).text, `${told} · Complete (verified).`);
	});

	it('warns about signs of missing records and offers to verify the export', async () => {
		assert.deepEqual(await read({ doubts: [{ kind: 'roundCount', rows: 1000 }] }), {
			severity: 'warning',
			text: `${told} · Completeness not checked. A response with exactly 1,000 records may have reached the limit of the service.`,
			buttons: ['Verify'],
		});
	});

	it('shows no warning for a verified export that has only informational notes', async () => {
		const { severity, buttons } = await read({ proof: 'proven', doubts: [{ kind: 'arrivedMeanwhile', rows: 2 }] });
		assert.deepEqual([severity, buttons], ['information', []]);
	});

	it('reports a reached limit instead of signs of missing records, and offers to change the limit', async () => {
		const doubts = [{ kind: 'roundCount', rows: 1000 }] as const;
		const { severity, text, buttons } = await read({ flags: ['limitReached'], doubts });
		assert.match(
			text,
			/Completeness not checked\. The limit of the service was reached\. These records are an arbitrary subset in no particular order\.$/,
		);
		assert.deepEqual([severity, buttons], ['warning', ['Change Export…']]);
	});

	it('shows no notification if the results view opens and shows the same information', async () => {
		await close({ doubts: [{ kind: 'roundCount', rows: 1000 }] }, { view: 'results' }).ended;
		assert.deepEqual(person.messageTexts, []);
	});

	for (const view of ['results', 'document']) {
		it(`offers to open an export that was not opened automatically: ${view}`, async () => {
			assert.deepEqual(await read({}, { view, isOpen: false }), {
				severity: 'information',
				text: `${told} · Completeness not checked.`,
				buttons: ['Open'],
			});
			const doubted = await read({ doubts: [{ kind: 'roundCount', rows: 1000 }] }, { view, isOpen: false });
			assert.deepEqual([doubted.severity, doubted.buttons], ['warning', ['Open']]);
		});
	}

	it('explains likely reasons for an export without records even if the view is not open', async () => {
		const { severity, text, buttons } = await read({ rows: 0, flags: ['empty'] }, { view: 'results', isOpen: false });
		assert.match(text, /^No records found for 101\. No records match Nov 13.* Possible reasons: /);
		assert.deepEqual([severity, buttons], ['warning', ['Change Export…']]);
	});
});
