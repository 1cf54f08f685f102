import assert from 'node:assert/strict';
import { AppError, type Problem } from '../../../src/core/common/errors';
import { utc } from '../../../src/core/plan/range';
import type { SyncedSetEntry } from '../../../src/engine/protocol';
import type { Account } from '../../../src/services/accounts';
import { type ScheduleClock, SyncSchedule } from '../../../src/services/syncSchedule';
import type { Disposable } from '../../../src/shared/disposables';

const minute = 60_000;
const hour = 60 * minute;
const start = Date.parse('2026-11-20T09:00:00Z');
const service = 'https://api.example';
const account: Account = { id: 'a', service, label: 'Work', allowInsecure: false };

/** Fake clock that the test advances. Due timers run in order, each after all work of the previous one. */
class TurnedClock implements ScheduleClock {
	private time = start;
	private readonly waiting = new Set<{ readonly at: number; readonly run: () => void }>();

	now(): number {
		return this.time;
	}

	after(milliseconds: number, run: () => void): Disposable {
		const item = { at: this.time + milliseconds, run };
		this.waiting.add(item);
		return { dispose: () => this.waiting.delete(item) };
	}

	get timers(): number {
		return this.waiting.size;
	}

	async pass(milliseconds: number): Promise<void> {
		const end = this.time + milliseconds;
		for (;;) {
			await settled();
			const [next] = [...this.waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
			if (!next) {
				this.time = end;
				return;
			}
			this.waiting.delete(next);
			this.time = Math.max(this.time, next.at);
			next.run();
		}
	}

	/** Sets the time, as when the system clock is changed. */
	set(time: number): void {
		this.time = time;
	}
}

/** Waits until all work that does not depend on the clock has finished. */
async function settled(): Promise<void> {
	for (let turn = 0; turn < 20; turn++) {
		await new Promise((resolve) => setImmediate(resolve));
	}
}

describe('SyncSchedule', () => {
	let clock: TurnedClock;
	let every: number;
	let focused: boolean;
	let signedIn: boolean;
	let sets: Map<string, SyncedSetEntry>;
	let asked: { readonly set: string; readonly at: number; readonly within: number }[];
	let answer: (set: string) => Promise<void>;
	let faults: unknown[];
	let schedule: SyncSchedule;

	const put = (folder: string, changes: Partial<NonNullable<SyncedSetEntry['known']>> = {}, runsElsewhere = false) => {
		const known: SyncedSetEntry['known'] = {
			manifest: `${folder}/x.synced.json`,
			service,
			plan: {
				application: { id: '101' },
				format: 'csv',
				fields: [],
				filters: [],
				skipUnavailableShards: false,
				since: '2026-11-01',
			},
			zone: utc,
			paused: false,
			summary: {
				rows: 0,
				bytes: 0,
				setAside: 0,
				days: { missing: 0, refused: 0, provisional: 0, final: 0, inDoubt: 0, gone: 0 },
			},
			...changes,
		};
		sets.set(folder, { folder, known, runsElsewhere });
	};
	const updatedNow = () => ({ updatedAt: new Date(clock.now()).toISOString() });
	const entry = (folder: string): SyncedSetEntry => {
		const found = sets.get(folder);
		assert.ok(found);
		return found;
	};
	const fails = (problem: Problem) => async () => {
		throw new AppError(problem);
	};
	const times = () => asked.map(({ set, at }) => [set, (at - start) / minute]);
	const trouble = (folder: string) => schedule.nextUpdateOf(entry(folder)).trouble;

	beforeEach(() => {
		clock = new TurnedClock();
		every = 30 * minute;
		focused = true;
		signedIn = true;
		sets = new Map();
		asked = [];
		faults = [];
		answer = async (set) => put(set, updatedNow());
		schedule = new SyncSchedule({
			clock,
			everyMs: () => every,
			isFocused: () => focused,
			account: async () => (signedIn ? account : undefined),
			accountOf: async () => (signedIn ? account : undefined),
			list: async () => [...sets.values()],
			describe: async (path) => [...sets.values()].find(({ known }) => known?.manifest === path),
			update: async (_, { folder }, within) => {
				asked.push({ set: folder, at: clock.now(), within });
				await answer(folder);
			},
			onFault: (error) => faults.push(error),
		});
	});

	describe('periodic automatic updates', () => {
		it('updates each due synced set once per interval', async () => {
			put('a');
			put('b', updatedNow());
			schedule.focusChanged();
			await clock.pass(2 * hour);
			const first = 0.05;
			assert.deepEqual(
				times().filter(([set]) => set === 'a'),
				[0, 30, 60, 90].map((at) => ['a', at + first]),
			);
			assert.deepEqual(times().filter(([set]) => set === 'b').length, 4);
			assert.ok(asked.every(({ within }) => within === every));
			assert.equal(clock.timers, 1);
		});

		it('returns the time of the next automatic sync', async () => {
			put('a');
			schedule.focusChanged();
			await clock.pass(minute);
			assert.equal(schedule.nextUpdateOf(entry('a')).nextAt, start + 3_000 + every);
		});

		it('runs no automatic sync while disabled, and starts syncing once enabled', async () => {
			every = 0;
			put('a');
			schedule.focusChanged();
			await clock.pass(hour);
			assert.equal(clock.timers, 0);
			assert.deepEqual(times(), []);
			assert.equal(schedule.nextUpdateOf(entry('a')).nextAt, undefined);
			every = 5 * minute;
			schedule.reschedule();
			await clock.pass(minute);
			assert.equal(asked.length, 1);
		});

		it('runs no automatic sync without window focus, and runs one when focus returns', async () => {
			put('a');
			focused = false;
			schedule.focusChanged();
			await clock.pass(5 * hour);
			assert.equal(clock.timers, 0);
			assert.deepEqual(times(), []);
			focused = true;
			schedule.focusChanged();
			await clock.pass(minute);
			assert.equal(asked.length, 1);
		});

		it('runs no automatic sync while the user switches quickly between windows', async () => {
			put('a');
			for (let round = 0; round < 20; round++) {
				focused = round % 2 === 0;
				schedule.focusChanged();
				await clock.pass(500);
			}
			assert.deepEqual(times(), []);
			assert.equal(clock.timers, 0);
		});

		it('runs no automatic sync when signed out, and starts syncing after sign-in', async () => {
			put('a');
			signedIn = false;
			schedule.focusChanged();
			await clock.pass(hour);
			assert.deepEqual(times(), []);
			signedIn = true;
			schedule.accountsChanged();
			await clock.pass(minute);
			assert.equal(asked.length, 1);
		});

		it('skips synced sets that are paused, unreadable or being updated in another window', async () => {
			put('paused', { paused: true });
			put('elsewhere', {}, true);
			sets.set('newer', { folder: 'newer', known: undefined, runsElsewhere: false });
			schedule.focusChanged();
			await clock.pass(hour);
			assert.deepEqual(times(), []);
			assert.deepEqual(faults, []);
		});

		it('skips a synced set that another window has just updated', async () => {
			put('a');
			schedule.focusChanged();
			await clock.pass(25 * minute);
			put('a', updatedNow());
			await clock.pass(10 * minute);
			assert.equal(asked.length, 1);
			await clock.pass(25 * minute);
			assert.equal(asked.length, 2);
		});

		it('updates one synced set at a time', async () => {
			let atOnce = 0;
			answer = async (set) => {
				assert.equal(++atOnce, 1);
				await new Promise((resolve) => setImmediate(resolve));
				put(set, updatedNow());
				atOnce--;
			};
			for (const set of ['a', 'b', 'c']) {
				put(set);
			}
			schedule.focusChanged();
			await clock.pass(minute);
			assert.equal(asked.length, 3);
			assert.deepEqual(faults, []);
		});

		it('does not sync more often when the system clock is set back or forward', async () => {
			put('a', { updatedAt: new Date(start + 72 * hour).toISOString() });
			answer = async () => put('a', { updatedAt: new Date(clock.now() + 72 * hour).toISOString() });
			schedule.focusChanged();
			await clock.pass(2 * hour);
			assert.equal(asked.length, 4);
			clock.set(start - 24 * hour);
			schedule.focusChanged();
			await clock.pass(2 * hour);
			assert.ok(asked.length > 6 && asked.length <= 9, String(asked.length));
		});

		it('stops automatic syncs when the window closes', async () => {
			put('a');
			schedule.focusChanged();
			schedule.dispose();
			await clock.pass(hour);
			assert.deepEqual([times(), clock.timers], [[], 0]);
		});
	});

	describe('scheduling after a failed update', () => {
		it('delays all synced sets of a busy service as long as the service requested', async () => {
			put('a');
			put('b');
			answer = fails({ kind: 'throttled', status: 429, words: '', retryAfterMs: 3 * hour });
			schedule.focusChanged();
			await clock.pass(3 * hour);
			assert.equal(asked.length, 1);
			assert.equal(trouble('b')?.problem?.kind, 'throttled');
			assert.equal(schedule.nextUpdateOf(entry('a')).nextAt, start + 3_000 + 3 * hour);
			answer = async (set) => put(set, updatedNow());
			await clock.pass(minute);
			assert.deepEqual(asked.map(({ set }) => set).slice(1), ['a', 'b']);
			assert.equal(trouble('b'), undefined);
		});

		it('increases the delay after each failed sync up to an hour, without showing a message', async () => {
			every = 5 * minute;
			put('a');
			answer = fails({ kind: 'network', fault: 'unknownHost', host: 'api.example', code: 'ENOTFOUND' });
			schedule.focusChanged();
			await clock.pass(6 * hour);
			const moments = asked.map(({ at }) => at);
			const pauses = moments.slice(1).map((at, index) => Math.round((at - (moments[index] ?? 0)) / minute));
			assert.deepEqual(pauses, [5, 10, 20, 40, 60, 60, 60, 60]);
			assert.equal(trouble('a')?.problem?.kind, 'network');
		});

		it('ignores failures of synced sets that no longer exist', async () => {
			put('a');
			put('b');
			answer = async (set) => {
				await (set === 'a'
					? fails({ kind: 'disk', fault: 'full', path: 'a', code: 'ENOSPC' })()
					: put(set, updatedNow()));
			};
			schedule.focusChanged();
			await clock.pass(minute);
			assert.deepEqual(
				asked.map(({ set }) => set),
				['a', 'b'],
			);
			assert.deepEqual([trouble('a')?.problem?.kind, trouble('b')], ['disk', undefined]);
		});

		it('waits for a new token after a token was rejected, without prompting or syncing', async () => {
			put('a');
			answer = fails({ kind: 'unauthorized' });
			schedule.focusChanged();
			await clock.pass(24 * hour);
			assert.equal(asked.length, 1);
			assert.equal(trouble('a')?.until, Number.POSITIVE_INFINITY);
			answer = async (set) => put(set, updatedNow());
			schedule.accountsChanged();
			await clock.pass(minute);
			assert.equal(asked.length, 2);
			assert.equal(trouble('a'), undefined);
		});

		it('does not count an update that runs in another window as a failure', async () => {
			put('a');
			answer = fails({ kind: 'exportRunning', where: 'elsewhere' });
			schedule.focusChanged();
			await clock.pass(minute);
			assert.deepEqual([trouble('a'), faults], [undefined, []]);
		});

		it('syncs again after the normal interval if an update was canceled', async () => {
			put('a');
			answer = fails({ kind: 'cancelled' });
			schedule.focusChanged();
			await clock.pass(29 * minute);
			assert.equal(asked.length, 1);
			assert.equal(trouble('a'), undefined);
			await clock.pass(2 * minute);
			assert.equal(asked.length, 2);
		});

		it('clears a sync failure when the set is updated manually in any window', async () => {
			every = 0;
			put('a');
			answer = fails({ kind: 'serviceFailure', status: 500, words: '' });
			await schedule.opened('a/x.synced.json');
			assert.ok(trouble('a'));
			await clock.pass(minute);
			put('a', updatedNow());
			assert.equal(trouble('a'), undefined);
			put('a');
			assert.ok(trouble('a'));
			schedule.updated(entry('a'));
			assert.equal(trouble('a'), undefined);
		});
	});

	describe('updates when a synced set is opened', () => {
		beforeEach(() => {
			every = 0;
		});

		it('updates a synced set when it is opened, but not when it is reopened shortly afterwards', async () => {
			put('a');
			for (let time = 0; time < 10; time++) {
				await schedule.opened('a/x.synced.json');
				await clock.pass(20_000);
			}
			assert.deepEqual(times(), [['a', 0]]);
			await clock.pass(5 * minute);
			await schedule.opened('a/x.synced.json');
			assert.equal(asked.length, 2);
		});

		it('opening a paused set, a recently updated set or other records starts no update', async () => {
			put('a', updatedNow());
			put('b', { paused: true });
			for (const path of ['a/x.synced.json', 'b/x.synced.json', 'c/x.synced.json']) {
				await schedule.opened(path);
			}
			assert.deepEqual([times(), faults], [[], []]);
		});

		it('does not update an opened synced set when signed out', async () => {
			put('a');
			signedIn = false;
			await schedule.opened('a/x.synced.json');
			assert.deepEqual([times(), faults, trouble('a')], [[], [], undefined]);
		});

		it('respects the delay requested by a busy service when a synced set is opened', async () => {
			put('a');
			answer = fails({ kind: 'throttled', status: 429, words: '', retryAfterMs: hour });
			await schedule.opened('a/x.synced.json');
			await clock.pass(59 * minute);
			await schedule.opened('a/x.synced.json');
			assert.equal(asked.length, 1);
			await clock.pass(2 * minute);
			await schedule.opened('a/x.synced.json');
			assert.equal(asked.length, 2);
		});

		it('reports an internal error in an automatic sync only in the log', async () => {
			put('a');
			answer = async () => {
				throw new TypeError('ours');
			};
			await schedule.opened('a/x.synced.json');
			assert.equal(faults.length, 1);
			assert.deepEqual([trouble('a')?.problem, trouble('a')?.at], [undefined, start]);
		});
	});
});
