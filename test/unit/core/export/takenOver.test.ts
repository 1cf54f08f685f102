import * as assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../../../src/core/common/errors';
import { isWindows } from '../../../../src/core/common/system';
import { type Files, nodeFiles } from '../../../../src/core/files/durableFile';
import { getMark, isMarked, isUnfinished } from '../../../../src/core/files/unfinished';
import { ExportLocks } from '../../../../src/core/locks/exportLock';
import { encodeOwner, newOwner } from '../../../../src/core/locks/lockOwner';
import { Random } from '../../../support/random';
import { ExportHarness } from './support/exportHarness';
import { type FakeRecord, FakeService } from './support/fakeService';
import { assertProblem } from './support/problems';
import { useTemporaryFolder } from './support/temporaryFolder';

const start = Date.parse('2026-11-17T00:00:00Z') / 1000;
const records: FakeRecord[] = Array.from({ length: 48 }, (_, hour) => ({
	at: start + hour * 3600,
	error: `e${hour}`,
	os: 'ios',
}));
const day = { year: 2026, month: 11, day: 17, hour: 0, minute: 0, second: 0 };
const range = { kind: 'between', since: day, until: { ...day, day: 18, hour: 23, minute: 59, second: 59 } } as const;

interface Successor {
	readonly folder: string;
	/** Whether the export was already complete and only had to be cleaned up. */
	readonly wasWhole: boolean;
	readonly contents: ReadonlyMap<string, string>;
}

describe('suspended export that another process takes over', () => {
	const temporary = useTemporaryFolder();
	const locks = new ExportLocks();

	for (const [state, givesBack] of [
		['is being run by another process', false],
		['was completed by another process', true],
	] as const) {
		it(`suspended process reports a problem and changes no files after it resumes if its export ${state}`, async () => {
			let moments = 0;
			for (let at = 1; ; at++) {
				const library = join(temporary.path, String(at));
				const still = new StandStill(library, at, givesBack);
				const service = new FakeService(records, { zone: { kind: 'offset', seconds: 0 } }, new Random(1));
				const stage = new ExportHarness(library, async (...question) => {
					still.step();
					return service.exportErrors(...question);
				});
				const running = stage.run({ chunking: 'day', range }, { dependencies: { files: still.files, locks } });
				await running.catch(() => undefined);
				const { successor } = still;
				if (!successor) {
					break;
				}
				moments++;
				if (!successor.wasWhole) {
					await assertProblem(running, { kind: 'exportRunning', where: 'takenOver' });
				}
				assert.deepEqual(getContents(successor.folder), successor.contents, `it stood still at moment ${at}`);
				rmSync(library, { recursive: true });
			}
			// Windows can't flush folders, so an export has fewer moments there.
			assert.ok(moments > (isWindows ? 9 : 10), `only ${moments} moments`);
		});
	}

	it('reports the error that ended an export even if the deleted export folder also causes an error', async () => {
		const problem = { kind: 'throttled', status: 420, words: '' } as const;
		const stage = new ExportHarness(temporary.path, () => Promise.reject(new AppError(problem)));
		const lost = new AbortController();
		const lock = async () => ({
			token: randomUUID(),
			lost: lost.signal,
			assertHeld: async () => lost.signal.throwIfAborted(),
			[Symbol.asyncDispose]: async () => undefined,
		});
		const files: Files = {
			...nodeFiles,
			rm: async (path, options) => {
				await nodeFiles.rm(path, options);
				if (!isUnfinished(basename(String(path))))
					lost.abort(new AppError({ kind: 'disk', fault: 'missing', path: String(path), code: 'ENOENT' }));
			},
		};
		const dependencies = { files, locks: { isLocked: async () => false, tryLock: lock, lock } };
		await assertProblem(stage.run({ range }, { dependencies }), problem);
		assert.ok(lost.signal.aborted);
	});

	it('deletes the temporary files of a killed export when the next export runs', async () => {
		const service = new FakeService(records, { zone: { kind: 'offset', seconds: 0 } }, new Random(1));
		const stage = new ExportHarness(temporary.path, service.exportErrors);
		const { folder } = await stage.run({ range });
		for (const name of ['chunk-1.csv.0123abcd.part', 'outcome.json.0123abcd.tmp', 'earlier.errors.csv.part']) {
			writeFileSync(join(folder, name), 'half');
		}
		await stage.run({ range });
		assert.deepEqual(readdirSync(folder).filter(isUnfinished), []);
	});
});

/** File system of a process that is suspended at an operation until another one has finished its export. */
class StandStill {
	successor: Successor | undefined;
	private steps = 0;

	constructor(
		private readonly library: string,
		private readonly at: number,
		private readonly givesBack: boolean,
	) {}

	readonly files: Files = {
		...nodeFiles,
		open: async (path, flags, mode) => {
			const handle = await nodeFiles.open(path, flags, mode);
			if (isUnfinished(basename(String(path))) || flags === 'r') {
				const [write, sync] = [handle.write.bind(handle), handle.sync.bind(handle)];
				handle.write = (async (...parameters: Parameters<typeof write>) => {
					this.step();
					return write(...parameters);
				}) as typeof handle.write;
				handle.sync = async () => {
					await sync();
					this.step();
				};
			}
			return handle;
		},
	};

	step(): void {
		const lock = readdirSync(this.library, { recursive: true, encoding: 'utf8' })
			.map((path) => join(this.library, path))
			.find((path) => basename(path) === 'running.lock' && readdirSync(dirname(path)).includes('request.json'));
		if (lock !== undefined && !this.successor && ++this.steps === this.at) {
			this.takeOver(lock);
		}
	}

	private takeOver(lock: string): void {
		const folder = dirname(lock);
		const token = /"token":"([^"]+)"/.exec(readFileSync(lock, 'utf8'))?.[1] ?? '';
		if (this.givesBack) {
			rmSync(lock);
		} else {
			writeFileSync(`${lock}.${token}`, encodeOwner(newOwner('f'.repeat(16))));
		}
		const wasWhole = readdirSync(folder).includes('outcome.json');
		const records = 'shop-for-android_2026-11-17_2026-11-18.errors.csv';
		for (const name of ['journal.jsonl', 'chunk-1.csv', 'chunk-2.csv.0123abcd.part', records, 'outcome.json']) {
			writeFileSync(join(folder, name), `of the other: ${name}`);
		}
		this.successor = { folder, wasWhole, contents: getContents(folder, getMark(token)) };
	}
}

function getContents(folder: string, mark = 'nobody'): ReadonlyMap<string, string> {
	const names = readdirSync(folder).filter((name) => !isMarked(name, mark));
	return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
