import * as assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { AppError } from '../../../../../src/core/common/errors';
import { KeyedQueue } from '../../../../../src/core/common/keyedQueue';
import { listExports } from '../../../../../src/core/export/library/library';
import type { ExportProgress } from '../../../../../src/core/export/model/entry';
import { isExportFolderName, serviceFolderName } from '../../../../../src/core/export/model/names';
import { type ExportDependencies, type ExportErrors, runExport } from '../../../../../src/core/export/run/runExport';
import { nodeFiles } from '../../../../../src/core/files/durableFile';
import { ExportLocks } from '../../../../../src/core/locks/exportLock';
import { FieldTable } from '../../../../../src/core/plan/fields';
import type { Plan, Question } from '../../../../../src/core/plan/plan';
import { utc, type Zone } from '../../../../../src/core/plan/range';
import { skipBecause } from '../../../../support/skipBecause';
import { getBody, neverAborted, stalledBody } from '../support/bodies';
import { filesThatNote, filesWithRoomFor, systemError } from '../support/failingFiles';
import { service } from '../support/library';
import { getPlan } from '../support/plans';
import { assertProblem } from '../support/problems';
import { permissionsHold, tree, useTemporaryFolder } from '../support/temporaryFolder';

const now = new Date('2026-11-20T23:30:00Z');
const csv = 'error,os_name\na,ios\nb,android\n';

function answering(...pieces: readonly string[]): ExportErrors {
	return async (_question, consume, signal) => {
		const consumed = await consume(getBody(pieces), signal);
		assert.ok(consumed.kind === 'whole');
		return consumed.value;
	};
}

describe('runExport()', () => {
	const folder = useTemporaryFolder();
	const library = () => join(folder.path, 'library');
	let running: Set<string>;
	let queue: KeyedQueue;
	const locks = new ExportLocks();
	beforeEach(() => {
		running = new Set();
		queue = new KeyedQueue();
	});

	interface Options {
		readonly plan?: Partial<Plan>;
		readonly zone?: Zone;
		readonly dependencies?: Partial<ExportDependencies>;
		readonly signal?: AbortSignal;
		readonly report?: (progress: ExportProgress) => void;
	}

	function run(exportErrors: ExportErrors, { plan, zone = utc, dependencies, signal, report }: Options = {}) {
		const request = { service, plan: getPlan(plan), zone, fields: new FieldTable(), library: library() };
		const shared = { exportErrors, queue, running, locks, now: () => now, ...dependencies };
		return runExport(request, shared, signal ?? neverAborted, report ?? (() => {}));
	}

	function files(): string[] {
		return tree(folder.path).filter((path) => statSync(join(folder.path, path)).isFile());
	}

	function exportFolders(): string[] {
		return tree(folder.path).filter((path) => /Z-[0-9a-z]{6}$/.test(path));
	}

	it('writes the query, the records and the outcome of an export to a new folder', async () => {
		const entry = await run(answering(csv));
		const { outcome } = entry;
		assert.ok(outcome);
		assert.match(
			relative(library(), entry.folder).replaceAll('\\', '/'),
			new RegExp(`^${serviceFolderName(service)}/101/2026-11-20T23-30-00Z-[0-9a-z]{6}$`),
		);
		assert.equal(outcome.file, 'shop-for-android_2026-11-13_2026-11-20.errors.csv');
		assert.deepEqual(tree(entry.folder), ['outcome.json', 'request.json', outcome.file]);
		assert.equal(readFileSync(join(entry.folder, outcome.file), 'utf8'), csv);
		assert.equal(statSync(join(entry.folder, outcome.file)).mode & 0o222, 0);
		assert.deepEqual(
			{ ...outcome, durationMs: 0 },
			{
				version: 1,
				file: outcome.file,
				rows: 2,
				bytes: csv.length,
				finishedAt: now.toISOString(),
				durationMs: 0,
				flags: [],
				proof: 'unproven',
				doubts: [],
			},
		);
		assert.deepEqual(await listExports(library(), service, { running, locks: new ExportLocks() }), {
			entries: [entry],
			unreadable: 0,
		});
		assert.equal(running.size, 0);
	});

	it('flushes the query to disk first and the outcome last', async () => {
		const log: string[] = [];
		const { folder: made, outcome } = await run(answering(csv), { dependencies: { files: filesThatNote(log) } });
		const mark = /\.([0-9a-f]{8})\.part/.exec(log.join())?.[1];
		const written = (file: string | undefined) => [
			`sync ${file}.${mark}.${file === outcome?.file ? 'part' : 'tmp'}`,
			`rename to ${file}`,
			`sync ${basename(made)}`,
		];
		const above = [dirname(made), dirname(dirname(made)), library(), folder.path].map(
			(path) => `sync ${basename(path)}`,
		);
		assert.deepEqual(
			log.filter((line) => !above.includes(line)),
			[
				...['request.json', 'journal.jsonl'].flatMap(written),
				'sync journal.jsonl',
				...written(outcome?.file),
				'sync journal.jsonl',
				...written('outcome.json'),
			],
		);
	});

	it('makes the export folder accessible only to the user', async function () {
		if (process.platform === 'win32') {
			skipBecause(this, 'Windows has no file modes.');
		}
		const entry = await run(answering(csv));
		assert.equal(statSync(entry.folder).mode & 0o077, 0);
	});

	it('resolves the range in the given time zone, and requests each field only once', async () => {
		let asked: Question | undefined;
		const entry = await run(
			(question, ...rest) => {
				asked = question;
				return answering(csv)(question, ...rest);
			},
			{
				plan: { range: { kind: 'today' }, fields: ['os_name', 'error', 'os_name'] },
				zone: { kind: 'named', name: 'Europe/Berlin' },
			},
		);
		assert.deepEqual(asked, entry.stored.question);
		assert.deepEqual([asked?.since, asked?.until], ['2026-11-21 00:00:00', '2026-11-21 00:30:00']);
		assert.deepEqual(asked?.fields, ['error', 'os_name']);
		assert.deepEqual(entry.stored.plan.fields, ['os_name', 'error', 'os_name']);
	});

	for (const [name, plan, text, flags] of [
		['limit was reached', { limit: 2 }, csv, ['limitReached']],
		['limit was not reached', { limit: 3 }, csv, []],
		['shards were skipped on request', { skipUnavailableShards: true }, csv, ['shardsSkipped']],
		['CSV response has no records', { limit: 1 }, 'error,os_name\n', ['empty']],
		['JSON response has no records', { format: 'json' }, '{"data":[]}', ['empty']],
	] as const) {
		it(`sets the outcome flags of an export: ${name}`, async () => {
			const { outcome } = await run(answering(text), { plan });
			assert.deepEqual(outcome?.flags, flags);
		});
	}

	it('rejects an invalid export plan before it requests or writes anything', async () => {
		const never: ExportErrors = () => assert.fail('asked');
		await assertProblem(run(never, { plan: { fields: [] } }), { kind: 'invalidPlan', problem: { kind: 'noFields' } });
		assert.deepEqual(tree(folder.path), []);
	});

	it('reports the request state and the download progress of an export', async () => {
		const reports: ExportProgress[] = [];
		await run(
			async (question, consume, signal, onState, ...rest) => {
				onState({ state: 'queued', percent: 5 });
				return answering(csv)(question, consume, signal, onState, ...rest);
			},
			{ report: (progress) => reports.push(progress) },
		);
		const [begun, queued] = reports;
		assert.ok(begun?.state === 'begun');
		assert.deepEqual(exportFolders(), [relative(folder.path, begun.folder).replaceAll('\\', '/')]);
		assert.ok(queued?.state === 'queued' && queued.overall);
		const lastAnswer = { kind: 'queued', at: now.getTime() };
		assert.deepEqual(queued.overall, { chunk: 1, chunks: 1, reused: 0, rows: 0, bytes: 0, lastAnswer });
		assert.equal(reports.at(-1)?.state, 'downloading');
	});

	describe('cleanup after a failed export', () => {
		const failure = new AppError({ kind: 'serviceFailure', status: 500, words: '' });

		afterEach(() => {
			assert.deepEqual(files(), []);
			assert.deepEqual(exportFolders(), []);
			assert.equal(running.size, 0);
		});

		it('deletes the export folder if the service fails', async () => {
			await assert.rejects(
				run(() => Promise.reject(failure)),
				(error) => error === failure,
			);
		});

		it('deletes the export folder if the service fails after it has sent all records', async () => {
			const exportErrors: ExportErrors = async (...parameters) => {
				await answering(csv)(...parameters);
				throw failure;
			};
			await assert.rejects(run(exportErrors), (error) => error === failure);
		});

		it('deletes the export folder if the response body is truncated', async () => {
			await assertProblem(run(answering('error,os_name\n"a,b\n')), { kind: 'brokenBody', fault: 'quoteNotClosed' });
		});

		it('deletes the export folder if the export is aborted while the response body is read', async () => {
			const controller = new AbortController();
			let seen: string[] = [];
			const work = run(
				async (_question, consume, signal) => {
					const body = stalledBody(['error,os_name\na,b\n'], () => {
						seen = files().map((path) => basename(path));
						controller.abort();
					});
					await consume(body, signal);
					assert.fail('went on');
				},
				{ signal: controller.signal },
			);
			await assertProblem(work, { kind: 'cancelled' });
			const unmarked = seen.map((name) => name.replace(/\.[0-9a-f]{8}\.part$/, '.part'));
			assert.deepEqual(unmarked, [
				'journal.jsonl',
				'request.json',
				'running.lock',
				'shop-for-android_2026-11-13_2026-11-20.errors.csv.part',
				'running.lock',
			]);
		});

		it('deletes the export folder if the export is aborted while it creates the folder', async () => {
			const controller = new AbortController();
			const made: string[] = [];
			const mkdir = async (...[path, options]: Parameters<typeof nodeFiles.mkdir>) => {
				if (isExportFolderName(basename(String(path)))) {
					made.push(String(path));
					controller.abort();
				}
				return nodeFiles.mkdir(path, options);
			};
			const dependencies = { files: { ...nodeFiles, mkdir: mkdir as typeof nodeFiles.mkdir } };
			await assertProblem(run(answering(csv), { signal: controller.signal, dependencies }), { kind: 'cancelled' });
			assert.equal(made.length, 1);
		});

		it('deletes the export folder if the disk is full while records are arriving', async () => {
			const dependencies = { files: filesWithRoomFor(10) };
			await assertProblem(run(answering(csv), { dependencies }), { kind: 'disk', fault: 'full' });
		});
	});

	for (const [format, text, complete] of [
		['csv', 'error,os_name\r\na,"io\ns"\r\nb,android\r\nc,andr', 'error,os_name\r\na,"io\ns"\r\nb,android\r\n'],
		['csv', 'error,os_name\na,ios\nb,ios\nc,"open\nd,ios\n', 'error,os_name\na,ios\n'],
		['json', '{"data":[{"error":"a"},{"error":"b"},{"err', '{"data":[\n{"error":"a"}\n]}\n'],
	] as const) {
		it(`keeps the complete ${format} records that arrived before the user stopped the export: ${JSON.stringify(text)}`, async () => {
			const controller = new AbortController();
			const work = run(
				async (_question, consume, signal) => {
					await consume(
						stalledBody([text], () => controller.abort()),
						signal,
					);
					assert.fail('went on');
				},
				{ signal: controller.signal, plan: { format, ...(format === 'json' && { fields: ['error'] }) } },
			);
			await assertProblem(work, { kind: 'cancelled' });
			const { entries } = await listExports(library(), service, { running, locks });
			const [entry] = entries;
			assert.ok(entry?.outcome);
			assert.deepEqual([entry.outcome.flags, entry.outcome.proof], [['stopped'], 'unproven']);
			assert.equal(entry.outcome.bytes, complete.length);
			assert.deepEqual(entry.resumable, { chunks: 8, done: 0, rows: 0, bytes: 0, queued: false });
			assert.equal(readFileSync(join(entry.folder, entry.outcome.file), 'utf8'), complete);
			rmSync(entry.folder, { recursive: true });
		});
	}

	it('keeps the records of an export aborted after the last record, and marks the export as stopped', async () => {
		const controller = new AbortController();
		const exportErrors: ExportErrors = async (...parameters) => {
			const written = await answering(csv)(...parameters);
			controller.abort();
			return written;
		};
		await assertProblem(run(exportErrors, { signal: controller.signal }), { kind: 'cancelled' });
		const [entry] = (await listExports(library(), service, { running, locks })).entries;
		assert.deepEqual([entry?.outcome?.flags, entry?.outcome?.rows], [['stopped'], 1]);
	});

	it("keeps the records of an export and reports a full disk if only the last file can't be written", async () => {
		const dependencies = {
			files: {
				...nodeFiles,
				open: async (...[path, ...rest]: Parameters<typeof nodeFiles.open>) => {
					if (String(path).includes('outcome.json')) {
						throw systemError('ENOSPC');
					}
					return nodeFiles.open(path, ...rest);
				},
			},
		};
		await assertProblem(run(answering(csv), { dependencies }), { kind: 'disk', fault: 'full', savedRows: 2 });
		const [retained] = (await listExports(library(), service, { running, locks })).entries;
		assert.deepEqual(retained?.resumable, { chunks: 1, done: 1, rows: 2, bytes: csv.length, queued: false });
	});

	it('keeps received records if their journal becomes unreadable', async () => {
		let asked = 0;
		const exportErrors: ExportErrors = async (...parameters) => {
			asked++;
			if (asked === 3) {
				const [journal = ''] = files().filter((path) => basename(path) === 'journal.jsonl');
				rmSync(join(folder.path, journal));
				mkdirSync(join(folder.path, journal));
				throw new AppError({ kind: 'serviceFailure', status: 500, words: '' });
			}
			return answering('error,os_name,error_timestamp\na,ios,1\n')(...parameters);
		};
		await assertProblem(run(exportErrors, { plan: { chunking: 'day' } }), { kind: 'serviceFailure' });
		const chunks = files().filter((path) => basename(path).startsWith('chunk-'));
		assert.equal(chunks.length, 2);
	});

	it('reports a disk error if the library path is a file', async () => {
		writeFileSync(library(), 'mine');
		await assertProblem(run(answering(csv)), { kind: 'disk' });
		assert.equal(readFileSync(library(), 'utf8'), 'mine');
		assert.equal(running.size, 0);
	});

	it('reports missing write permission for the library folder', async function () {
		mkdirSync(library());
		if (!permissionsHold(library())) {
			skipBecause(this, "File permissions don't apply to this user.");
		}
		chmodSync(library(), 0o500);
		await assertProblem(run(answering(csv)), { kind: 'disk', fault: 'denied' });
		chmodSync(library(), 0o700);
	});

	it('creates a safe file name for an application whose name is not a valid file name', async () => {
		const { outcome } = await run(answering(csv), { plan: { application: { id: '101', name: '../..\\con:\u202e' } } });
		assert.equal(outcome?.file, 'con_2026-11-13_2026-11-20.errors.csv');
	});

	it('queues two exports of the same application and gives each its own start time', async () => {
		const log: string[] = [];
		let minutes = 0;
		const slow =
			(name: string): ExportErrors =>
			async (...parameters) => {
				log.push(`${name} asks`);
				await new Promise((resolve) => setImmediate(resolve));
				minutes += 5;
				const written = await answering(csv)(...parameters);
				log.push(`${name} ends`);
				return written;
			};
		const dependencies = { now: () => new Date(now.getTime() + minutes * 60_000) };
		const report = (name: string) => (progress: ExportProgress) => {
			if (progress.state === 'waitingForTurn') {
				log.push(`${name} waits`);
			}
		};
		const [first, second, other] = await Promise.all([
			run(slow('first'), { dependencies, report: report('first') }),
			run(slow('second'), { plan: { limit: 7 }, dependencies, report: report('second') }),
			run(answering(csv), { plan: { application: { id: '102' } }, report: report('other') }),
		]);
		assert.deepEqual(log, ['second waits', 'first asks', 'first ends', 'second asks', 'second ends']);
		assert.equal(first.stored.question.until, '2026-11-20 23:30:00');
		assert.equal(second.stored.question.until, '2026-11-20 23:35:00');
		assert.notEqual(dirname(first.folder), dirname(other.folder));
		assert.equal((await listExports(library(), service, { running, locks: new ExportLocks() })).entries.length, 3);
	});

	it('runs identical exports only once if several windows start them at the same time', async () => {
		let requests = 0;
		const counted: ExportErrors = (...parameters) => {
			requests++;
			return answering(csv)(...parameters);
		};
		// Each window has its own queue and set of running exports.
		let ticks = 0;
		const clock = () => new Date(now.getTime() + ++ticks);
		const windows = [1, 2, 3].map(() => ({
			queue: new KeyedQueue(),
			running: new Set<string>(),
			locks: new ExportLocks({ beatMs: 100, checksUntilDead: 160 }),
			now: clock,
		}));
		const entries = await Promise.all([...windows, ...windows].map((dependencies) => run(counted, { dependencies })));
		assert.equal(new Set(entries.map((entry) => entry.folder)).size, 1);
		assert.deepEqual([requests, exportFolders().length], [1, 1]);
		const later = await run(counted, { dependencies: { now: () => new Date(now.getTime() + 60_000) } });
		assert.notEqual(later.folder, entries[0]?.folder);
		assert.equal(requests, 2);
	});

	it('does not list an export while it is running', async () => {
		let listed: unknown;
		await run(async (...parameters) => {
			assert.equal(running.size, 1);
			listed = await listExports(library(), service, { running, locks: new ExportLocks() });
			return answering(csv)(...parameters);
		});
		assert.deepEqual(listed, { entries: [], unreadable: 0 });
	});

	it('stops waiting in the queue when the export is aborted', async () => {
		const controller = new AbortController();
		const first = run(async (...parameters) => {
			controller.abort();
			return answering(csv)(...parameters);
		});
		const second = run(() => assert.fail('asked'), { signal: controller.signal });
		await assertProblem(second, { kind: 'cancelled' });
		await first;
		assert.equal(exportFolders().length, 1);
	});

	it('deletes chunk files that an earlier export left after a power failure', async () => {
		const earlier = await run(answering(csv));
		const chunk = { id: '1', since: '', until: '', extraFields: [] };
		const begun = { entry: 'begun', version: 1, chunks: [chunk] };
		writeFileSync(join(earlier.folder, 'journal.jsonl'), `${JSON.stringify(begun)}\n`);
		writeFileSync(join(earlier.folder, 'chunk-1.csv'), csv, { mode: 0o444 });
		await run(answering(csv));
		assert.deepEqual(tree(earlier.folder), ['outcome.json', 'request.json', earlier.outcome?.file]);
	});

	it('stores the export query without any account data', async () => {
		const entry = await run(answering(csv));
		assert.deepEqual(Object.keys(JSON.parse(readFileSync(join(entry.folder, 'request.json'), 'utf8'))), [
			'version',
			'service',
			'plan',
			'question',
			'askedAt',
			'zone',
		]);
	});
});
