import * as assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { AppError } from '../../../../../src/core/common/errors';
import { KeyedQueue } from '../../../../../src/core/common/keyedQueue';
import { listExports } from '../../../../../src/core/export/library/library';
import type { ExportProgress } from '../../../../../src/core/export/model/entry';
import { isExportFolderName, serviceFolderName } from '../../../../../src/core/export/model/names';
import { type ExportErrors, type ExportParts, runExport } from '../../../../../src/core/export/run/runExport';
import { nodeFiles } from '../../../../../src/core/files/durableFile';
import { ExportLocks } from '../../../../../src/core/locks/exportLock';
import { FieldTable } from '../../../../../src/core/plan/fields';
import type { Plan, Question } from '../../../../../src/core/plan/plan';
import { utc, type Zone } from '../../../../../src/core/plan/range';
import { bodyOf, neverAborted, stalledBody } from '../support/bodies';
import { filesThatNote, filesWithRoomFor, systemError } from '../support/failingFiles';
import { service } from '../support/library';
import { planOf } from '../support/plans';
import { assertProblem } from '../support/problems';
import { permissionsHold, tree, useTemporaryFolder } from '../support/temporaryFolder';

const now = new Date('2026-11-20T23:30:00Z');
const csv = 'error,os_name\na,ios\nb,android\n';

/** A service that answers every question with one body. */
function answering(...pieces: readonly string[]): ExportErrors {
	return async (_question, consume, signal) => {
		const consumed = await consume(bodyOf(pieces), signal);
		assert.ok(consumed.kind === 'whole');
		return consumed.value;
	};
}

describe('runExport', () => {
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
		readonly parts?: Partial<ExportParts>;
		readonly signal?: AbortSignal;
		readonly report?: (progress: ExportProgress) => void;
	}

	function run(exportErrors: ExportErrors, { plan, zone = utc, parts, signal, report }: Options = {}) {
		const request = { service, plan: planOf(plan), zone, fields: new FieldTable(), library: library() };
		const shared = { exportErrors, queue, running, locks, now: () => now, ...parts };
		return runExport(request, shared, signal ?? neverAborted, report ?? (() => {}));
	}

	/** Files of the library; folders of services and applications stay. */
	function files(): string[] {
		return tree(folder.path).filter((path) => statSync(join(folder.path, path)).isFile());
	}

	function exportFolders(): string[] {
		return tree(folder.path).filter((path) => /Z-[0-9a-z]{6}$/.test(path));
	}

	it('leaves a folder with the question, the records and the outcome', async () => {
		const entry = await run(answering(csv));
		const { outcome } = entry;
		assert.ok(outcome);
		assert.match(
			relative(library(), entry.folder).replaceAll('\\', '/'),
			new RegExp(`^${serviceFolderName(service)}/101/2026-11-20T23-30-00Z-[0-9a-z]{6}$`),
		);
		assert.equal(outcome.file, 'shop-for-android_2026-11-13_2026-11-20.errors.csv');
		assert.deepEqual(tree(entry.folder), ['outcome.json', 'question.json', outcome.file]);
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

	it('puts the question on the disk first and the outcome last', async () => {
		const log: string[] = [];
		const { folder: made, outcome } = await run(answering(csv), { parts: { files: filesThatNote(log) } });
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
				...['question.json', 'journal.jsonl'].flatMap(written),
				'sync journal.jsonl',
				...written(outcome?.file),
				'sync journal.jsonl',
				...written('outcome.json'),
			],
		);
	});

	it('lets nobody else into the folder', async function () {
		if (process.platform === 'win32') {
			this.skip();
		}
		const entry = await run(answering(csv));
		assert.equal(statSync(entry.folder).mode & 0o077, 0);
	});

	it('asks for the range in the zone’s time, and for each field once, in table order', async () => {
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
		['the limit was reached', { limit: 2 }, csv, ['limitReached']],
		['nothing when the limit was not reached', { limit: 3 }, csv, []],
		['shards were skipped', { skipUnavailableShards: true }, csv, ['shardsSkipped']],
		['there are no records', { limit: 1 }, 'error,os_name\n', ['empty']],
		['JSON has no records', { format: 'json' }, '{"data":[]}', ['empty']],
	] as const) {
		it(`says that ${name}`, async () => {
			const { outcome } = await run(answering(text), { plan });
			assert.deepEqual(outcome?.flags, flags);
		});
	}

	it('refuses a plan before anything is asked or written', async () => {
		const never: ExportErrors = () => assert.fail('asked');
		await assertProblem(run(never, { plan: { fields: [] } }), { kind: 'invalidPlan', problem: { kind: 'noFields' } });
		assert.deepEqual(tree(folder.path), []);
	});

	it('passes on what the service is doing and how the download goes', async () => {
		const reports: ExportProgress[] = [];
		await run(
			async (question, consume, signal, onState, fields) => {
				onState({ state: 'queued', percent: 5 });
				return answering(csv)(question, consume, signal, onState, fields);
			},
			{ report: (progress) => reports.push(progress) },
		);
		const [begun, queued] = reports;
		assert.ok(begun?.state === 'begun');
		assert.deepEqual(exportFolders(), [relative(folder.path, begun.folder).replaceAll('\\', '/')]);
		assert.ok(queued?.state === 'queued' && queued.overall);
		const lastAnswer = { kind: 'queued', at: now.getTime() };
		assert.deepEqual(queued.overall, { slice: 1, slices: 1, reused: 0, rows: 0, bytes: 0, lastAnswer });
		assert.equal(reports.at(-1)?.state, 'downloading');
	});

	describe('leaves nothing', () => {
		const failure = new AppError({ kind: 'serviceFailure', status: 500, words: '' });

		afterEach(() => {
			assert.deepEqual(files(), []);
			assert.deepEqual(exportFolders(), []);
			assert.equal(running.size, 0);
		});

		it('when the service fails', async () => {
			await assert.rejects(
				run(() => Promise.reject(failure)),
				(error) => error === failure,
			);
		});

		it('when the service fails after the records were whole', async () => {
			const exportErrors: ExportErrors = async (...parameters) => {
				await answering(csv)(...parameters);
				throw failure;
			};
			await assert.rejects(run(exportErrors), (error) => error === failure);
		});

		it('when the body is cut', async () => {
			await assertProblem(run(answering('error,os_name\n"a,b\n')), { kind: 'brokenBody', fault: 'quoteNotClosed' });
		});

		it('when it is aborted in the middle of the body', async () => {
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
				'question.json',
				'running.lock',
				'shop-for-android_2026-11-13_2026-11-20.errors.csv.part',
				// Of the application.
				'running.lock',
			]);
		});

		it('when it is aborted while its folder is made', async () => {
			const controller = new AbortController();
			const made: string[] = [];
			const mkdir = async (...[path, options]: Parameters<typeof nodeFiles.mkdir>) => {
				if (isExportFolderName(basename(String(path)))) {
					made.push(String(path));
					controller.abort();
				}
				return nodeFiles.mkdir(path, options);
			};
			const parts = { files: { ...nodeFiles, mkdir: mkdir as typeof nodeFiles.mkdir } };
			await assertProblem(run(answering(csv), { signal: controller.signal, parts }), { kind: 'cancelled' });
			assert.equal(made.length, 1);
		});

		it('when it is aborted after the records were whole', async () => {
			const controller = new AbortController();
			const exportErrors: ExportErrors = async (...parameters) => {
				const written = await answering(csv)(...parameters);
				controller.abort();
				return written;
			};
			await assertProblem(run(exportErrors, { signal: controller.signal }), { kind: 'cancelled' });
		});

		it('when the disk is full while records come', async () => {
			const parts = { files: filesWithRoomFor(10) };
			await assertProblem(run(answering(csv), { parts }), { kind: 'disk', fault: 'full' });
		});
	});

	it('keeps the records when the disk is full at the last file, and says so', async () => {
		const parts = {
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
		await assertProblem(run(answering(csv), { parts }), { kind: 'disk', fault: 'full', savedRows: 2 });
		const [kept] = (await listExports(library(), service, { running, locks })).entries;
		assert.deepEqual(kept?.resumable, { slices: 1, done: 1, rows: 2, bytes: csv.length, queued: false });
	});

	it('keeps what has arrived when nobody can tell what it is', async () => {
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
		await assertProblem(run(exportErrors, { plan: { slicing: 'day' } }), { kind: 'serviceFailure' });
		const slices = files().filter((path) => basename(path).startsWith('slice-'));
		assert.equal(slices.length, 2);
	});

	it('tells a library that is a file', async () => {
		writeFileSync(library(), 'mine');
		await assertProblem(run(answering(csv)), { kind: 'disk' });
		assert.equal(readFileSync(library(), 'utf8'), 'mine');
		assert.equal(running.size, 0);
	});

	it('tells a library that may not be written to', async function () {
		mkdirSync(library());
		if (!permissionsHold(library())) {
			this.skip();
		}
		chmodSync(library(), 0o500);
		await assertProblem(run(answering(csv)), { kind: 'disk', fault: 'denied' });
		chmodSync(library(), 0o700);
	});

	it('keeps the records of an application whose name is no name for a file', async () => {
		const { outcome } = await run(answering(csv), { plan: { application: { id: '101', name: '../..\\con:\u202e' } } });
		assert.equal(outcome?.file, 'con_2026-11-13_2026-11-20.errors.csv');
	});

	it('queues two exports of one application, the second at its own time', async () => {
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
		const parts = { now: () => new Date(now.getTime() + minutes * 60_000) };
		const report = (name: string) => (progress: ExportProgress) => {
			if (progress.state === 'waitingForTurn') {
				log.push(`${name} waits`);
			}
		};
		const [first, second, other] = await Promise.all([
			run(slow('first'), { parts, report: report('first') }),
			run(slow('second'), { parts, report: report('second') }),
			run(answering(csv), { plan: { application: { id: '102' } }, report: report('other') }),
		]);
		assert.deepEqual(log, ['second waits', 'first asks', 'first ends', 'second asks', 'second ends']);
		assert.equal(first.stored.question.until, '2026-11-20 23:30:00');
		assert.equal(second.stored.question.until, '2026-11-20 23:35:00');
		assert.notEqual(dirname(first.folder), dirname(other.folder));
		assert.equal((await listExports(library(), service, { running, locks: new ExportLocks() })).entries.length, 3);
	});

	it('is not listed while it runs', async () => {
		let listed: unknown;
		await run(async (...parameters) => {
			assert.equal(running.size, 1);
			listed = await listExports(library(), service, { running, locks: new ExportLocks() });
			return answering(csv)(...parameters);
		});
		assert.deepEqual(listed, { entries: [], unreadable: 0 });
	});

	it('stops waiting for its turn when aborted', async () => {
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

	it('removes what an earlier export could not before a power cut', async () => {
		const earlier = await run(answering(csv));
		const slice = { id: '1', since: '', until: '', extraFields: [] };
		const begun = { entry: 'begun', version: 1, slices: [slice] };
		writeFileSync(join(earlier.folder, 'journal.jsonl'), `${JSON.stringify(begun)}\n`);
		writeFileSync(join(earlier.folder, 'slice-1.csv'), csv, { mode: 0o444 });
		await run(answering(csv));
		assert.deepEqual(tree(earlier.folder), ['outcome.json', 'question.json', earlier.outcome?.file]);
	});

	it('stores the question, and nothing of the account', async () => {
		const entry = await run(answering(csv));
		assert.deepEqual(Object.keys(JSON.parse(readFileSync(join(entry.folder, 'question.json'), 'utf8'))), [
			'version',
			'service',
			'plan',
			'question',
			'askedAt',
			'zone',
		]);
	});
});
