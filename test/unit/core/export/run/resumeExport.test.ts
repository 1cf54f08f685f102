import * as assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../../../../../src/core/common/errors';
import { isChunkFileName } from '../../../../../src/core/export/chunks/chunk';
import type { ExportErrors } from '../../../../../src/core/export/download/exportErrors';
import { removeOrphans } from '../../../../../src/core/export/library/orphans';
import type { ExportProgress } from '../../../../../src/core/export/model/entry';
import { largestReserveBytes } from '../../../../../src/core/files/diskSpace';
import { nodeFiles } from '../../../../../src/core/files/durableFile';
import { isUnfinished } from '../../../../../src/core/files/unfinished';
import { inParts } from '../../../../support/length';
import { Random } from '../../../../support/random';
import { getBody, neverAborted, stalledBody } from '../support/bodies';
import { ExportHarness, getText, type HarnessOptions } from '../support/exportHarness';
import { filesOnDisk, filesTearingLinesWith, filesWithRoomFor, quickFiles, systemError } from '../support/failingFiles';
import { type FakeRecord, FakeService, recordsIn } from '../support/fakeService';
import { addExport } from '../support/library';
import { PowerCut } from '../support/powerCut';
import { assertProblem } from '../support/problems';
import { tree, useTemporaryFolder } from '../support/temporaryFolder';

const start = Date.parse('2026-11-17T00:00:00Z') / 1000;
const fields = ['error', 'os_name'];

/** Errors of five days, one every half hour and two identical ones on the hour. The fourth day has the most records. */
const records: readonly FakeRecord[] = Array.from({ length: 240 }, (_, half) => start + half * 1800).flatMap((at) => {
	const record = { at, error: `e"${at % 5}`, os: 'ios' };
	return at === start + 3.5 * 86_400 ? [record, record, record] : at % 3600 === 0 ? [record, record] : [record];
});

const plan = {
	chunking: 'day',
	range: {
		kind: 'between',
		since: { year: 2026, month: 11, day: 17, hour: 0, minute: 0, second: 0 },
		until: { year: 2026, month: 11, day: 21, hour: 23, minute: 59, second: 59 },
	},
} as const;

const expected = records.map(({ error }) => JSON.stringify([error, 'ios'])).toSorted();

describe('resumeExport()', () => {
	const folder = useTemporaryFolder();
	let service: FakeService;
	/** Each harness represents a separate process. */
	let stage: ExportHarness;
	let next: ExportHarness;

	beforeEach(() => {
		service = new FakeService([...records], { zone: { kind: 'offset', seconds: 0 } }, new Random(1));
		stage = new ExportHarness(folder.path, service.exportErrors);
		next = new ExportHarness(folder.path, service.exportErrors);
	});

	function stoppingAfter(count: number, stop: () => void | Promise<void>): ExportErrors {
		return async (...parameters) => {
			if (service.given.length === count) {
				await stop();
			}
			return service.exportErrors(...parameters);
		};
	}

	async function cancelAfter(count: number, options: HarnessOptions = {}): Promise<void> {
		const controller = new AbortController();
		const exportErrors = stoppingAfter(count, () => {
			controller.abort();
			throw new AppError({ kind: 'cancelled' });
		});
		await assertProblem(stage.run(plan, { ...options, signal: controller.signal, dependencies: { exportErrors } }), {
			kind: 'cancelled',
		});
	}

	it('downloads only the missing chunks and produces the same files as an uninterrupted export', async () => {
		await cancelAfter(3);
		const left = await next.only();
		assert.equal(left.outcome, undefined);
		const { bytes = 0, ...resumable } = left.resumable ?? {};
		assert.deepEqual(resumable, { chunks: 5, done: 3, rows: 222, queued: false });
		assert.ok(bytes > 0);

		service.asked.length = 0;
		const reports: ExportProgress[] = [];
		const entry = await next.resume(left, { report: (progress) => reports.push(progress) });
		assert.deepEqual(
			service.asked.map(({ since }) => since),
			['2026-11-20 00:00:00', '2026-11-21 00:00:00'],
		);
		assert.deepEqual(recordsIn(getText(entry), 'csv', fields), expected);
		assert.deepEqual(tree(entry.folder), ['outcome.json', 'request.json', entry.outcome?.file ?? '']);
		assert.deepEqual(await next.only(), entry);

		const overall = reports.flatMap((progress) => (progress.overall ? [progress.overall] : []));
		assert.ok(overall.every(({ reused, chunks }) => reused === 3 && chunks === 5));
		assert.deepEqual([...new Set(overall.map(({ chunk }) => chunk))], [4, 5]);
		const checked = reports.filter(({ state }) => state === 'checking').at(-1);
		assert.deepEqual(checked, { state: 'checking', bytes, totalBytes: bytes });
	});

	it('resends the original query unchanged when an export is resumed', async () => {
		const zone = { kind: 'named', name: 'Europe/Berlin' } as const;
		const queued: boolean[] = [];
		const asking: ExportErrors = async (question, _consume, _signal, onState, _fields, isQueued) => {
			queued.push(isQueued);
			service.asked.push(question);
			onState({ state: 'queued', percent: 5 });
			throw new AppError({ kind: 'waitLimit', minutes: 1, percent: 5 });
		};
		const work = stage.run({ range: { kind: 'last24Hours' } }, { zone, dependencies: { exportErrors: asking } });
		await assertProblem(work, { kind: 'waitLimit' });
		const left = await next.only();
		assert.deepEqual(left.resumable, { chunks: 1, done: 0, rows: 0, bytes: 0, queued: true });
		const exportErrors: ExportErrors = (...parameters) => {
			queued.push(parameters[5]);
			return service.exportErrors(...parameters);
		};
		await next.resume(left, { dependencies: { exportErrors } });
		const [first, second] = service.asked;
		assert.deepEqual(second, first);
		assert.deepEqual(queued, [false, true]);
	});

	it('resumes a stopped export in chunks, and replaces the saved records with the complete records', async () => {
		const controller = new AbortController();
		const whole = { ...plan, chunking: undefined };
		const exportErrors: ExportErrors = async (_question, consume, signal) => {
			await consume(
				stalledBody(['error,os_name\n"e""1",ios\n"e""2",ios\n'], () => controller.abort()),
				signal,
			);
			throw new AppError({ kind: 'cancelled' });
		};
		await assertProblem(stage.run(whole, { signal: controller.signal, dependencies: { exportErrors } }), {
			kind: 'cancelled',
		});
		const left = await next.only();
		assert.deepEqual([left.outcome?.rows, left.outcome?.flags], [1, ['stopped']]);
		await removeOrphans(dirname(left.folder), next);
		const entry = await next.resume(await next.only());
		assert.equal(service.asked.length, 5);
		assert.deepEqual(entry.outcome?.flags, []);
		assert.deepEqual(recordsIn(getText(entry), 'csv', fields), expected);
		assert.deepEqual(tree(entry.folder), ['outcome.json', 'request.json', entry.outcome?.file ?? '']);
		assert.deepEqual(await next.only(), entry);
	});

	it('leaves no export folder if no records were downloaded', async () => {
		await cancelAfter(0);
		assert.deepEqual(
			tree(folder.path).filter((path) => path.includes('Z-')),
			[],
		);
	});

	it('restarts an export if an older version of the extension stored only its query', async () => {
		const old = await addExport(folder.path, { plan: { range: plan.range } });
		const entry = await next.resume(old);
		assert.equal(entry.outcome?.rows, service.matching(old.stored.question).length);
	});

	it('returns a complete export unchanged without sending a request', async () => {
		const entry = await stage.run(plan);
		service.asked.length = 0;
		assert.deepEqual(await next.resume(entry), entry);
		assert.deepEqual(service.asked, []);
	});

	it('resumes an export at the chunk whose wait time reached the limit', async () => {
		const exportErrors: ExportErrors = async (question, consume, signal, onState, ...rest) => {
			if (service.given.length === 2) {
				onState({ state: 'queued', percent: 5 });
				throw new AppError({ kind: 'waitLimit', minutes: 1, percent: 5 });
			}
			return service.exportErrors(question, consume, signal, onState, ...rest);
		};
		await assertProblem(stage.run(plan, { dependencies: { exportErrors } }), { kind: 'waitLimit' });
		const left = await next.only();
		assert.deepEqual([left.resumable?.done, left.resumable?.chunks, left.resumable?.queued], [2, 5, true]);
		service.asked.length = 0;
		const entry = await next.resume(left);
		assert.equal(service.asked.length, 3);
		assert.deepEqual(recordsIn(getText(entry), 'csv', fields), expected);
	});

	it('keeps all downloaded chunks if the export is canceled during the merge', async () => {
		const controller = new AbortController();
		const report = ({ state }: ExportProgress) => state === 'joining' && controller.abort();
		await assertProblem(stage.run(plan, { signal: controller.signal, report }), { kind: 'cancelled' });
		const left = await next.only();
		assert.deepEqual([left.outcome, left.resumable?.done], [undefined, 5]);
		service.asked.length = 0;
		const entry = await next.resume(left);
		assert.deepEqual(service.asked, []);
		assert.deepEqual(recordsIn(getText(entry), 'csv', fields), expected);
	});

	it('sends requests only to the service that the export came from', async () => {
		await cancelAfter(3);
		const left = await next.only();
		service.asked.length = 0;
		const elsewhere = { ...left, stored: { ...left.stored, service: 'https://other.example.com' } };
		await assertProblem(next.resume(elsewhere), { kind: 'signedOut' });
		await assertProblem(next.verify(elsewhere), { kind: 'signedOut' });
		assert.deepEqual(service.asked, []);
		assert.deepEqual(await next.only(), left);
	});

	it('refuses to resume a folder that is not an export in the library', async () => {
		const entry = await stage.run(plan);
		const elsewhere = new ExportHarness(join(folder.path, 'api.example.com-137b9e5e'), service.exportErrors);
		await assertProblem(elsewhere.resume(entry), { kind: 'disk', fault: 'denied' });
	});

	for (const [name, spoil] of [
		['was changed', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('e""0', 'e""1'))],
		['was truncated', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, -3))],
		['was deleted', (path: string) => rmSync(path)],
	] as const) {
		it(`downloads a chunk again if its file ${name}`, async () => {
			await cancelAfter(4);
			const left = await next.only();
			const path = join(left.folder, 'chunk-2.csv');
			chmodSync(path, 0o600);
			spoil(path);
			service.asked.length = 0;
			const entry = await next.resume(left);
			assert.deepEqual(
				service.asked.map(({ since }) => since.slice(8, 10)),
				['18', '21'],
			);
			assert.deepEqual(recordsIn(getText(entry), 'csv', fields), expected);
		});
	}

	it('resumes from a journal whose last line is incomplete', async () => {
		await cancelAfter(2);
		const left = await next.only();
		appendFileSync(join(left.folder, 'journal.jsonl'), '{"entry":"held","slice":"3","held":{"file":"sl');
		await cancelResume(left, 4);
		const entry = await new ExportHarness(folder.path, service.exportErrors).resume(left);
		assert.deepEqual(recordsIn(getText(entry), 'csv', fields), expected);
		assert.equal(service.given.length, 5);
	});

	it("keeps all chunks if the journal entry for a queued request can't be written", async () => {
		const exportErrors: ExportErrors = async (question, consume, signal, onState, ...rest) => {
			if (service.given.length === 3) {
				throw new AppError({ kind: 'forbidden', words: '' });
			}
			onState({ state: 'queued', percent: 5 });
			return service.exportErrors(question, consume, signal, onState, ...rest);
		};
		const files = filesTearingLinesWith('queued');
		await assertProblem(stage.run(plan, { dependencies: { exportErrors, files } }), { kind: 'forbidden' });
		const left = await next.only();
		assert.equal(left.resumable?.done, 3);
		assert.deepEqual(recordsIn(getText(await next.resume(left)), 'csv', fields), expected);
		assert.equal(service.given.length, 5);
	});

	async function cancelResume(left: Awaited<ReturnType<ExportHarness['only']>>, count: number): Promise<void> {
		const controller = new AbortController();
		const exportErrors = stoppingAfter(count, () => {
			controller.abort();
			throw new AppError({ kind: 'cancelled' });
		});
		await assertProblem(next.resume(left, { signal: controller.signal, dependencies: { exportErrors } }), {
			kind: 'cancelled',
		});
	}

	it('reports the number of saved records when the disk is full', async () => {
		const perChunk = Buffer.byteLength(
			service.answer({ ...(await questionOfDay()), fields: [...fields, 'error_timestamp'] }),
		);
		const work = stage.run(plan, { dependencies: { files: filesWithRoomFor(2.5 * perChunk) } });
		await assertProblem(work, { kind: 'disk', fault: 'full', savedRows: 148 });
		const entry = await next.resume(await next.only());
		assert.deepEqual(recordsIn(getText(entry), 'csv', fields), expected);
	});

	it('deletes a leftover records file before it checks the disk space for a resumed export', async () => {
		service = new FakeService(
			records.map((record) => ({ ...record, error: record.error.padEnd(20_000, 'x') })),
			{ zone: { kind: 'offset', seconds: 0 } },
			new Random(1),
		);
		stage = new ExportHarness(folder.path, service.exportErrors);
		const open: typeof nodeFiles.open = async (path, ...rest) => {
			if (String(path).includes('outcome.json')) {
				throw systemError('ENOSPC');
			}
			return nodeFiles.open(path, ...rest);
		};
		await assertProblem(stage.run(plan, { dependencies: { files: { ...quickFiles, open } } }), {
			kind: 'disk',
			fault: 'full',
		});
		const left = await next.only();
		const written = tree(left.folder).filter((name) => name.endsWith('.errors.csv'));
		assert.equal(written.length, 1);
		const [path, size] = [join(left.folder, written[0] ?? ''), 1e9];
		const { size: bytes } = statSync(path);
		// The free space is sufficient only after the file without a journal entry has been deleted.
		const files = filesOnDisk(size, () => largestReserveBytes + 1.1 * bytes - (existsSync(path) ? bytes / 2 : 0));
		const entry = await next.resume(left, { dependencies: { files: { ...quickFiles, statfs: files.statfs } } });
		assert.equal(entry.outcome?.rows, records.length);
	});

	async function questionOfDay() {
		const other = new ExportHarness(join(folder.path, 'other'), service.exportErrors);
		const { stored } = await other.run({ range: { ...plan.range, until: { ...plan.range.until, day: 17 } } });
		service.given.length = 0;
		return stored.question;
	}

	it('waits while another process resumes the same export and then returns the complete export', async () => {
		await cancelAfter(2);
		const left = await next.only();
		const other = new ExportHarness(folder.path, () => assert.fail('asked twice'));
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
		const first = next.resume(left, { dependencies: { exportErrors } });
		const entry = await first;
		assert.deepEqual(await Promise.all(others), [entry, entry, entry]);
		assert.deepEqual(new Set(waits), new Set(['waitingForTurn']));
	});

	it('writes a queued request to the journal only once, and keeps the folder of the canceled export', async () => {
		const controller = new AbortController();
		const exportErrors: ExportErrors = async (_question, _consume, _signal, onState) => {
			onState({ state: 'queued', percent: undefined });
			onState({ state: 'queued', percent: undefined });
			controller.abort();
			throw new AppError({ kind: 'cancelled' });
		};
		const work = stage.run({}, { signal: controller.signal, dependencies: { exportErrors } });
		await assertProblem(work, { kind: 'cancelled' });
		const { folder: retained } = await next.only();
		const journal = readFileSync(join(retained, 'journal.jsonl'), 'utf8').trim().split('\n');
		assert.deepEqual(
			journal.map((line) => JSON.parse(line).entry),
			['begun', 'asked', 'queued'],
		);
	});

	inParts(
		'resumes after a power failure during any disk operation without losing or repeating records',
		4,
		async (part) => {
			const random = new Random(20 + part);
			const days = { ...plan.range, until: { ...plan.range.until, day: 18 } };
			const some = records.filter(({ at }) => at < start + 2 * 86_400).filter((_, index) => index % 4 < 2);
			const twoDays = some.map(({ error }) => JSON.stringify([error, 'ios'])).toSorted();
			let cuts = 0;
			for (let at = 1 + part; ; at += 4) {
				const library = join(folder.path, String(at));
				const power = new PowerCut(at, random);
				const sent = new FakeService(some, { zone: { kind: 'offset', seconds: 0 }, refuseAbove: 45 }, random);
				const first = new ExportHarness(library, sent.exportErrors);
				const running = first.run({ range: days }, { dependencies: { files: power.files, locks: noLocks } });
				if ((await Promise.race([power.off.then(() => 'off'), running])) !== 'off') {
					break;
				}
				cuts++;
				const second = new ExportHarness(library, sent.exportErrors);
				const left = await second.only().catch(() => undefined);
				if (left) {
					const held = left.resumable?.done ?? 0;
					sent.given.length = 0;
					const entry = await second.resume(left, { dependencies: { locks: noLocks, files: quickFiles } });
					assert.deepEqual(recordsIn(getText(entry), 'csv', fields), twoDays, `cut at ${at}`);
					assert.ok(sent.given.length <= 3 - held, `${sent.given.length} answers, ${held} held, cut at ${at}`);
					// The next export of the application does the same.
					await removeOrphans(dirname(entry.folder), { locks: noLocks });
					assert.deepEqual(
						tree(entry.folder).filter((name) => isChunkFileName(name) || isUnfinished(name)),
						[],
					);
				}
				rmSync(library, { recursive: true });
			}
			assert.ok(cuts > 12, `only ${cuts} operations`);
		},
	);
});

/** A process that was killed can't release its lock. */
const noLock = async () => ({
	token: randomUUID(),
	lost: neverAborted,
	assertHeld: () => Promise.resolve(),
	[Symbol.asyncDispose]: () => Promise.resolve(),
});
const noLocks = { isLocked: async () => false, tryLock: noLock, lock: noLock };

describe('unchunked export', () => {
	const folder = useTemporaryFolder();

	it('does not request an unchunked export again if only its outcome file is missing', async () => {
		let asked = 0;
		const exportErrors: ExportErrors = async (_question, consume, signal) => {
			asked++;
			const consumed = await consume(getBody(['error,os_name\na,ios\n']), signal);
			assert.ok(consumed.kind === 'whole');
			return consumed.value;
		};
		const full = { ...filesWithRoomFor(1e9), rename: failingAt('outcome.json') };
		const stage = new ExportHarness(folder.path, exportErrors);
		await assertProblem(stage.run({}, { dependencies: { files: full } }), { kind: 'disk', savedRows: 1 });
		const entry = await stage.resume(await stage.only());
		assert.deepEqual([asked, entry.outcome?.rows], [1, 1]);
	});

	for (const chunking of [undefined, 'day'] as const) {
		it(`completes a download whose file could not be renamed, without another request (chunks: ${chunking ?? 'none'})`, async () => {
			let asked = 0;
			const exportErrors: ExportErrors = async (_question, consume, signal) => {
				asked++;
				const consumed = await consume(
					getBody([chunking ? 'error,os_name,error_timestamp\na,ios,1763337600\n' : 'error,os_name\na,ios\n']),
					signal,
				);
				assert.ok(consumed.kind === 'whole');
				return consumed.value;
			};
			const suffix = chunking ? 'chunk-1.csv' : '.errors.csv';
			const rename = failingAt(suffix, 'EPERM');
			const stage = new ExportHarness(folder.path, exportErrors);
			const oneDay = {
				...plan,
				chunking,
				range: { ...plan.range, until: { ...plan.range.until, day: chunking ? 18 : 17 } },
			};
			await assertProblem(stage.run(oneDay, { dependencies: { files: { ...nodeFiles, rename, maxBusyMs: 100 } } }), {
				kind: 'disk',
			});
			const left = await stage.only();
			assert.ok(tree(left.folder).some((name) => name.includes(suffix) && isUnfinished(name)));
			const entry = await stage.resume(left);
			assert.equal(asked, chunking ? 2 : 1);
			assert.ok(entry.outcome);
			assert.ok(!tree(entry.folder).some(isUnfinished));
		}).timeout(20_000);
	}
});

function failingAt(name: string, code = 'EIO') {
	return async (from: Parameters<typeof import('node:fs/promises').rename>[0], to: typeof from) => {
		const { rename } = await import('node:fs/promises');
		if (String(to).endsWith(name)) {
			throw Object.assign(new Error('made up'), { code, syscall: 'rename' });
		}
		await rename(from, to);
	};
}
