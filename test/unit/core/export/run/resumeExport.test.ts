import * as assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../../../../../src/core/common/errors';
import type { ExportErrors } from '../../../../../src/core/export/download/exportErrors';
import { removeLeftovers } from '../../../../../src/core/export/library/leftovers';
import type { ExportProgress } from '../../../../../src/core/export/model/entry';
import { isSliceFileName } from '../../../../../src/core/export/slices/slice';
import { largestReserve } from '../../../../../src/core/files/diskSpace';
import { nodeFiles } from '../../../../../src/core/files/durableFile';
import { isUnfinished } from '../../../../../src/core/files/unfinished';
import { Random } from '../../../../support/random';
import { bodyOf, neverAborted } from '../support/bodies';
import { ExportStage, type StageOptions, textOf } from '../support/exportStage';
import { filesOnDisk, filesTearingLinesWith, filesWithRoomFor, quickFiles, systemError } from '../support/failingFiles';
import { type FakeRecord, FakeService, recordsIn } from '../support/fakeService';
import { addExport } from '../support/library';
import { PowerCut } from '../support/powerCut';
import { assertProblem } from '../support/problems';
import { tree, useTemporaryFolder } from '../support/temporaryFolder';

const start = Date.parse('2026-11-17T00:00:00Z') / 1000;
const fields = ['error', 'os_name'];

/** Five days; an error every half hour, on the hour twice the same. The fourth day has the most. */
const records: readonly FakeRecord[] = Array.from({ length: 240 }, (_, half) => start + half * 1800).flatMap((at) => {
	const record = { at, error: `e"${at % 5}`, os: 'ios' };
	return at === start + 3.5 * 86_400 ? [record, record, record] : at % 3600 === 0 ? [record, record] : [record];
});

const plan = {
	slicing: 'day',
	range: {
		kind: 'between',
		since: { year: 2026, month: 11, day: 17, hour: 0, minute: 0, second: 0 },
		until: { year: 2026, month: 11, day: 21, hour: 23, minute: 59, second: 59 },
	},
} as const;

const expected = records.map(({ error }) => JSON.stringify([error, 'ios'])).toSorted();

describe('resumeExport', () => {
	const folder = useTemporaryFolder();
	let service: FakeService;
	/** A process each. */
	let stage: ExportStage;
	let next: ExportStage;

	beforeEach(() => {
		service = new FakeService([...records], { zone: { kind: 'offset', seconds: 0 } }, new Random(1));
		stage = new ExportStage(folder.path, service.exportErrors);
		next = new ExportStage(folder.path, service.exportErrors);
	});

	/** Stops before a question is answered. @param count How many are answered. */
	function stoppingAfter(count: number, stop: () => void | Promise<void>): ExportErrors {
		return async (...parameters) => {
			if (service.given.length === count) {
				await stop();
			}
			return service.exportErrors(...parameters);
		};
	}

	async function cancelAfter(count: number, options: StageOptions = {}): Promise<void> {
		const controller = new AbortController();
		const exportErrors = stoppingAfter(count, () => {
			controller.abort();
			throw new AppError({ kind: 'cancelled' });
		});
		await assertProblem(stage.run(plan, { ...options, signal: controller.signal, parts: { exportErrors } }), {
			kind: 'cancelled',
		});
	}

	it('fetches only what is missing, and leaves what one run would have left', async () => {
		await cancelAfter(3);
		const left = await next.only();
		assert.equal(left.outcome, undefined);
		const { bytes = 0, ...resumable } = left.resumable ?? {};
		assert.deepEqual(resumable, { slices: 5, done: 3, rows: 222, queued: false });
		assert.ok(bytes > 0);

		service.asked.length = 0;
		const reports: ExportProgress[] = [];
		const entry = await next.resume(left, { report: (progress) => reports.push(progress) });
		assert.deepEqual(
			service.asked.map(({ since }) => since),
			['2026-11-20 00:00:00', '2026-11-21 00:00:00'],
		);
		assert.deepEqual(recordsIn(textOf(entry), 'csv', fields), expected);
		assert.deepEqual(tree(entry.folder), ['outcome.json', 'question.json', entry.outcome?.file ?? '']);
		assert.deepEqual(await next.only(), entry);

		const overall = reports.flatMap((progress) => (progress.overall ? [progress.overall] : []));
		assert.ok(overall.every(({ reused, slices }) => reused === 3 && slices === 5));
		assert.deepEqual([...new Set(overall.map(({ slice }) => slice))], [4, 5]);
		const checked = reports.filter(({ state }) => state === 'checking').at(-1);
		assert.deepEqual(checked, { state: 'checking', bytes, totalBytes: bytes });
	});

	it('asks what was asked before, to the byte of a question', async () => {
		const zone = { kind: 'named', name: 'Europe/Berlin' } as const;
		const asking: ExportErrors = async (question, _consume, _signal, onState) => {
			service.asked.push(question);
			onState({ state: 'queued', percent: 5 });
			throw new AppError({ kind: 'waitLimit', minutes: 1, percent: 5 });
		};
		const work = stage.run({ range: { kind: 'last24Hours' } }, { zone, parts: { exportErrors: asking } });
		await assertProblem(work, { kind: 'waitLimit' });
		const left = await next.only();
		assert.deepEqual(left.resumable, { slices: 1, done: 0, rows: 0, bytes: 0, queued: true });
		await next.resume(left);
		const [first, second] = service.asked;
		assert.deepEqual(second, first);
	});

	it('leaves nothing when there is nothing to go on from', async () => {
		await cancelAfter(0);
		assert.deepEqual(
			tree(folder.path).filter((path) => path.includes('Z-')),
			[],
		);
	});

	it('asks again when the question alone is there, as of earlier versions', async () => {
		const old = await addExport(folder.path, { plan: { range: plan.range } });
		const entry = await next.resume(old);
		assert.equal(entry.outcome?.rows, service.matching(old.stored.question).length);
	});

	it('gives an export that is whole as it is', async () => {
		const entry = await stage.run(plan);
		service.asked.length = 0;
		assert.deepEqual(await next.resume(entry), entry);
		assert.deepEqual(service.asked, []);
	});

	it('goes on from the slice at which the wait limit was reached', async () => {
		const exportErrors: ExportErrors = async (question, consume, signal, onState, fields) => {
			if (service.given.length === 2) {
				onState({ state: 'queued', percent: 5 });
				throw new AppError({ kind: 'waitLimit', minutes: 1, percent: 5 });
			}
			return service.exportErrors(question, consume, signal, onState, fields);
		};
		await assertProblem(stage.run(plan, { parts: { exportErrors } }), { kind: 'waitLimit' });
		const left = await next.only();
		assert.deepEqual([left.resumable?.done, left.resumable?.slices, left.resumable?.queued], [2, 5, true]);
		service.asked.length = 0;
		const entry = await next.resume(left);
		assert.equal(service.asked.length, 3);
		assert.deepEqual(recordsIn(textOf(entry), 'csv', fields), expected);
	});

	it('keeps every slice when cancelled while joining, and asks for nothing again', async () => {
		const controller = new AbortController();
		const report = ({ state }: ExportProgress) => state === 'joining' && controller.abort();
		await assertProblem(stage.run(plan, { signal: controller.signal, report }), { kind: 'cancelled' });
		const left = await next.only();
		assert.deepEqual([left.outcome, left.resumable?.done], [undefined, 5]);
		service.asked.length = 0;
		const entry = await next.resume(left);
		assert.deepEqual(service.asked, []);
		assert.deepEqual(recordsIn(textOf(entry), 'csv', fields), expected);
	});

	it('asks no other service than the one that has the records', async () => {
		await cancelAfter(3);
		const left = await next.only();
		service.asked.length = 0;
		const elsewhere = { ...left, stored: { ...left.stored, service: 'https://other.example.com' } };
		await assertProblem(next.resume(elsewhere), { kind: 'signedOut' });
		await assertProblem(next.verify(elsewhere), { kind: 'signedOut' });
		assert.deepEqual(service.asked, []);
		assert.deepEqual(await next.only(), left);
	});

	it('refuses what is no export of the library', async () => {
		const entry = await stage.run(plan);
		const elsewhere = new ExportStage(join(folder.path, 'api.example.com-137b9e5e'), service.exportErrors);
		await assertProblem(elsewhere.resume(entry), { kind: 'disk', fault: 'denied' });
	});

	for (const [name, spoil] of [
		['was changed', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('e""0', 'e""1'))],
		['was cut', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, -3))],
		['was removed', (path: string) => rmSync(path)],
	] as const) {
		it(`fetches a slice again that ${name}`, async () => {
			await cancelAfter(4);
			const left = await next.only();
			const path = join(left.folder, 'slice-2.csv');
			chmodSync(path, 0o600);
			spoil(path);
			service.asked.length = 0;
			const entry = await next.resume(left);
			assert.deepEqual(
				service.asked.map(({ since }) => since.slice(8, 10)),
				['18', '21'],
			);
			assert.deepEqual(recordsIn(textOf(entry), 'csv', fields), expected);
		});
	}

	it('goes on from a journal whose last line is broken', async () => {
		await cancelAfter(2);
		const left = await next.only();
		appendFileSync(join(left.folder, 'journal.jsonl'), '{"entry":"held","slice":"3","held":{"file":"sl');
		await cancelResume(left, 4);
		const entry = await new ExportStage(folder.path, service.exportErrors).resume(left);
		assert.deepEqual(recordsIn(textOf(entry), 'csv', fields), expected);
		assert.equal(service.given.length, 5);
	});

	it('keeps every slice although it could not note that the service works on one', async () => {
		const exportErrors: ExportErrors = async (question, consume, signal, onState, fields) => {
			if (service.given.length === 3) {
				throw new AppError({ kind: 'forbidden', words: '' });
			}
			onState({ state: 'queued', percent: 5 });
			return service.exportErrors(question, consume, signal, onState, fields);
		};
		const files = filesTearingLinesWith('queued');
		await assertProblem(stage.run(plan, { parts: { exportErrors, files } }), { kind: 'forbidden' });
		const left = await next.only();
		assert.equal(left.resumable?.done, 3);
		assert.deepEqual(recordsIn(textOf(await next.resume(left)), 'csv', fields), expected);
		assert.equal(service.given.length, 5);
	});

	async function cancelResume(left: Awaited<ReturnType<ExportStage['only']>>, count: number): Promise<void> {
		const controller = new AbortController();
		const exportErrors = stoppingAfter(count, () => {
			controller.abort();
			throw new AppError({ kind: 'cancelled' });
		});
		await assertProblem(next.resume(left, { signal: controller.signal, parts: { exportErrors } }), {
			kind: 'cancelled',
		});
	}

	it('tells what is safe when the disk is full', async () => {
		const perSlice = Buffer.byteLength(
			service.answer({ ...(await questionOfDay()), fields: [...fields, 'error_timestamp'] }),
		);
		const work = stage.run(plan, { parts: { files: filesWithRoomFor(2.5 * perSlice) } });
		await assertProblem(work, { kind: 'disk', fault: 'full', savedRows: 148 });
		const entry = await next.resume(await next.only());
		assert.deepEqual(recordsIn(textOf(entry), 'csv', fields), expected);
	});

	it('needs room for no more than the records when the disk was full at the last file', async () => {
		service = new FakeService(
			records.map((record) => ({ ...record, error: record.error.padEnd(20_000, 'x') })),
			{ zone: { kind: 'offset', seconds: 0 } },
			new Random(1),
		);
		stage = new ExportStage(folder.path, service.exportErrors);
		const open: typeof nodeFiles.open = async (path, ...rest) => {
			if (String(path).includes('outcome.json')) {
				throw systemError('ENOSPC');
			}
			return nodeFiles.open(path, ...rest);
		};
		await assertProblem(stage.run(plan, { parts: { files: { ...quickFiles, open } } }), {
			kind: 'disk',
			fault: 'full',
		});
		const left = await next.only();
		const written = tree(left.folder).filter((name) => name.endsWith('.errors.csv'));
		assert.equal(written.length, 1);
		const [path, size] = [join(left.folder, written[0] ?? ''), 1e9];
		const { size: bytes } = statSync(path);
		// As much as is free once the file is gone that nothing vouches for.
		const files = filesOnDisk(size, () => largestReserve + 1.1 * bytes - (existsSync(path) ? bytes / 2 : 0));
		const entry = await next.resume(left, { parts: { files: { ...quickFiles, statfs: files.statfs } } });
		assert.equal(entry.outcome?.rows, records.length);
	});

	async function questionOfDay() {
		const other = new ExportStage(join(folder.path, 'other'), service.exportErrors);
		const { stored } = await other.run({ range: { ...plan.range, until: { ...plan.range.until, day: 17 } } });
		service.given.length = 0;
		return stored.question;
	}

	it('does not run twice at once: another process waits, and finds it whole', async () => {
		await cancelAfter(2);
		const left = await next.only();
		const other = new ExportStage(folder.path, () => assert.fail('asked twice'));
		const waits: string[] = [];
		const others: Promise<unknown>[] = [];
		const exportErrors: ExportErrors = async (...parameters) => {
			await new Promise<void>((resolve) => {
				others.push(
					other.resume(left, {
						report: ({ state }) => {
							waits.push(state);
							resolve();
						},
					}),
				);
			});
			return service.exportErrors(...parameters);
		};
		const first = next.resume(left, { parts: { exportErrors } });
		const entry = await first;
		assert.deepEqual(await Promise.all(others), [entry, entry, entry]);
		assert.deepEqual(new Set(waits), new Set(['waitingForTurn']));
	});

	it('says once that the service works on it, and keeps the folder then', async () => {
		const controller = new AbortController();
		const exportErrors: ExportErrors = async (_question, _consume, _signal, onState) => {
			onState({ state: 'queued', percent: undefined });
			onState({ state: 'queued', percent: undefined });
			controller.abort();
			throw new AppError({ kind: 'cancelled' });
		};
		const work = stage.run({}, { signal: controller.signal, parts: { exportErrors } });
		await assertProblem(work, { kind: 'cancelled' });
		const { folder: kept } = await next.only();
		const journal = readFileSync(join(kept, 'journal.jsonl'), 'utf8').trim().split('\n');
		assert.deepEqual(
			journal.map((line) => JSON.parse(line).entry),
			['begun', 'asked', 'queued'],
		);
	});

	it('resumes after a power cut at any disk operation, without loss or repetition', async () => {
		const random = new Random(20);
		const days = { ...plan.range, until: { ...plan.range.until, day: 18 } };
		const some = records.filter(({ at }) => at < start + 2 * 86_400).filter((_, index) => index % 4 < 2);
		const twoDays = some.map(({ error }) => JSON.stringify([error, 'ios'])).toSorted();
		let cuts = 0;
		for (let at = 1; ; at++) {
			const library = join(folder.path, String(at));
			const power = new PowerCut(at, random);
			const sent = new FakeService(some, { zone: { kind: 'offset', seconds: 0 }, refuseAbove: 45 }, random);
			const first = new ExportStage(library, sent.exportErrors);
			const running = first.run({ range: days }, { parts: { files: power.files, locks: noLocks } });
			if ((await Promise.race([power.off.then(() => 'off'), running])) !== 'off') {
				break;
			}
			cuts++;
			const second = new ExportStage(library, sent.exportErrors);
			const left = await second.only().catch(() => undefined);
			if (left) {
				const held = left.resumable?.done ?? 0;
				sent.given.length = 0;
				const entry = await second.resume(left, { parts: { locks: noLocks, files: quickFiles } });
				assert.deepEqual(recordsIn(textOf(entry), 'csv', fields), twoDays, `cut at ${at}`);
				assert.ok(sent.given.length <= 3 - held, `${sent.given.length} answers, ${held} held, cut at ${at}`);
				// As the next export of the application does.
				await removeLeftovers(dirname(entry.folder), { locks: noLocks });
				assert.deepEqual(
					tree(entry.folder).filter((name) => isSliceFileName(name) || isUnfinished(name)),
					[],
				);
			}
			rmSync(library, { recursive: true });
		}
		assert.ok(cuts > 50, `only ${cuts} operations`);
	});
});

/** What died cannot let go of its lock. */
const noLock = async () => ({
	token: randomUUID(),
	lost: neverAborted,
	assertHeld: () => Promise.resolve(),
	[Symbol.asyncDispose]: () => Promise.resolve(),
});
const noLocks = { isLocked: async () => false, tryLock: noLock, lock: noLock };

describe('an answer in one piece', () => {
	const folder = useTemporaryFolder();

	it('is not asked for again when only the outcome is missing', async () => {
		let asked = 0;
		const exportErrors: ExportErrors = async (_question, consume, signal) => {
			asked++;
			const consumed = await consume(bodyOf(['error,os_name\na,ios\n']), signal);
			assert.ok(consumed.kind === 'whole');
			return consumed.value;
		};
		const full = { ...filesWithRoomFor(1e9), rename: failingAt('outcome.json') };
		const stage = new ExportStage(folder.path, exportErrors);
		await assertProblem(stage.run({}, { parts: { files: full } }), { kind: 'disk', savedRows: 1 });
		const entry = await stage.resume(await stage.only());
		assert.deepEqual([asked, entry.outcome?.rows], [1, 1]);
	});
});

function failingAt(name: string) {
	return async (from: Parameters<typeof import('node:fs/promises').rename>[0], to: typeof from) => {
		const { rename } = await import('node:fs/promises');
		if (String(to).endsWith(name)) {
			throw Object.assign(new Error('made up'), { code: 'EIO', syscall: 'rename' });
		}
		await rename(from, to);
	};
}
