import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AppError } from '../../src/core/common/errors';
import type { ExportEntry, Outcome } from '../../src/core/export/model/entry';
import { firstPlan } from '../../src/core/plan/plan';
import { closeWith } from '../../src/features/exports/closingMessage';
import { showInNotification } from '../../src/features/exports/notification';
import { ExportStatusBar } from '../../src/features/exports/statusBar';
import { RunningExports, type RunOrder } from '../../src/services/runningExports';
import { home, pastExport } from '../support/host/applicationsStage';
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

describe('exports that run are shown', () => {
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

	describe('in a notification', () => {
		const notification = () => person.progress(/Exporting errors of Shop for Android/);

		it('that says what is done, and goes with the export', async () => {
			const { run, result, advance, end } = await stageRun(running, order);
			const closed = showInNotification(running, run, result);
			advance(downloading);
			await notification().reported('600 bytes of 1.2 kB · 4 records · 600 bytes per second');
			await end(whole);
			await closed;
		});

		it('that closes when the service queues the export, and says nothing more', async () => {
			const { run, result, advance, end } = await stageRun(running, order);
			const closed = showInNotification(running, run, result, 50);
			advance(downloading);
			advance(queued);
			await notification().shown();
			await closed;
			assert.deepEqual(running.all, [run], 'it goes on');
			await end(whole);
		});

		it('that stays when the queue was short', async () => {
			const { run, result, advance, end } = await stageRun(running, order);
			const closed = showInNotification(running, run, result, 50);
			advance(queued);
			advance(downloading);
			await new Promise((resolve) => setTimeout(resolve, 100));
			await notification().shown();
			await end(whole);
			await closed;
		});

		it('that stops it', async () => {
			const { run, result } = await stageRun(running, order);
			const closed = showInNotification(running, run, result);
			await notification().cancel();
			await assert.rejects(result, (error) => error instanceof AppError && error.problem.kind === 'cancelled');
			await closed;
		});
	});

	describe('in the status bar', () => {
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

		it('by the first one and how far it is, from the beginning to the end', async () => {
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

		it('by their number, each in the tooltip', async () => {
			const first = await stageRun(running, order);
			const second = await stageRun(running, { ...order, plan: firstPlan({ id: '7' }), purpose: 'verify' });
			assert.deepEqual(texts(), ['$(sync~spin) Shop for Android and 1 more']);
			assert.match(shown[0]?.tooltip ?? '', /Exporting errors of Shop for Android\n.*\n\nVerifying the export of 7\n/);
			await first.end(whole);
			assert.deepEqual(texts(), ['$(sync~spin) 7']);
			await second.end(whole);
		});

		it('by a name that leaves room for others, and is the text it is', async () => {
			const name = `$(bug) ${'Shop '.repeat(20)}`;
			const { end } = await stageRun(running, { ...order, plan: firstPlan({ id: '7', name }) });
			assert.deepEqual(texts(), ['$(sync~spin) \\$(bug) Shop Shop Shop Shop Sh…']);
			await end(whole);
		});
	});
});

describe('the message at the end of an export', () => {
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
		return { ended, message: person.message(/^(Exported|No records of) 101/) };
	};
	const read = async (...parameters: Parameters<typeof close>) => {
		const { ended, message } = close(...parameters);
		const { severity, text, buttons } = await message.read();
		await message.dismiss();
		await ended;
		return { severity, buttons, text: text.replace(/[\u00a0\u202f]/g, ' ') };
	};
	const told = 'Exported 101: 12,431 records · 4.1 MB · 1m 5s';

	it('says what came and whether it is all', async () => {
		assert.deepEqual(await read({}), { severity: 'information', text: `${told} · not verified.`, buttons: [] });
		assert.deepEqual((await read({ proof: 'proven' })).text, `${told} · complete.`);
	});

	it('warns of what speaks against it, and offers to verify', async () => {
		assert.deepEqual(await read({ doubts: [{ kind: 'roundCount', rows: 1000 }] }), {
			severity: 'warning',
			text: `${told} · not verified. 1,000 records in one answer look like the most the service gives.`,
			buttons: ['Verify'],
		});
	});

	it('warns of nothing that only explains', async () => {
		const { severity, buttons } = await read({ proof: 'proven', doubts: [{ kind: 'arrivedMeanwhile', rows: 2 }] });
		assert.deepEqual([severity, buttons], ['information', []]);
	});

	it('says that a limit was reached instead of doubts, and offers to change it', async () => {
		const doubts = [{ kind: 'roundCount', rows: 1000 }] as const;
		const { severity, text, buttons } = await read({ flags: ['limitReached'], doubts });
		assert.match(
			text,
			/not verified\. Cut at the limit of the service: an arbitrary subset of the records, in no certain order\.$/,
		);
		assert.deepEqual([severity, buttons], ['warning', ['Change the Export']]);
	});

	it('is a word in the status bar beside the results view, which says the rest', async () => {
		await close({ doubts: [{ kind: 'roundCount', rows: 1000 }] }, { view: 'results' }).ended;
		assert.deepEqual(person.messageTexts, []);
	});

	for (const view of ['results', 'document']) {
		it(`offers to open what was not opened: ${view}`, async () => {
			assert.deepEqual(await read({}, { view, isOpen: false }), {
				severity: 'information',
				text: `${told} · not verified.`,
				buttons: ['Open'],
			});
			const doubted = await read({ doubts: [{ kind: 'roundCount', rows: 1000 }] }, { view, isOpen: false });
			assert.deepEqual([doubted.severity, doubted.buttons], ['warning', ['Open']]);
		});
	}

	it('says why there may be no records, whoever waited for them', async () => {
		const { severity, text, buttons } = await read({ rows: 0, flags: ['empty'] }, { view: 'results', isOpen: false });
		assert.match(text, /^No records of 101\. Nothing matched Nov 13.* Likely reasons: /);
		assert.deepEqual([severity, buttons], ['warning', ['Change the Export']]);
	});
});
