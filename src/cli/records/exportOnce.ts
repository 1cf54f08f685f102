import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { applicationFolder } from '../../core/export/library/library';
import { type ExportEntry, isStopped } from '../../core/export/model/entry';
import { type ExportLock, ExportLocks } from '../../core/locks/exportLock';

const betweenListingsMs = 1_000;

const lockFolderName = '.requests';

interface OnceOptions {
	readonly library: string;
	readonly service: string;
	readonly application: string;
	/** Start time of the command. An identical export that has finished since then is reused. */
	readonly startedAt: Date;
	readonly signal: AbortSignal;
	readonly listEqual: () => Promise<readonly ExportEntry[]>;
	/** Starts an export, or resumes the export `begun`. Calls `onBegun` when other processes can detect the export. */
	readonly start: (begun: ExportEntry | undefined, onBegun: () => void) => Promise<ExportEntry>;
	readonly onWaiting: () => void;
}

/** Runs an export, or waits for an identical export of another process. A lock prevents starting the export twice. */
export async function exportOnce(
	options: OnceOptions,
): Promise<{ readonly entry: ExportEntry; readonly isResumed: boolean }> {
	const { startedAt, signal, listEqual, start, onWaiting } = options;
	const locks = new ExportLocks();
	for (;;) {
		await using lock = new ReleasedOnce(await lockRequests(options, locks));
		const equal = await listEqual();
		if (equal.some(({ runsElsewhere }) => runsElsewhere)) {
			await lock.release();
			do {
				onWaiting();
				await wait(betweenListingsMs, undefined, { signal });
			} while ((await listEqual()).some(({ runsElsewhere }) => runsElsewhere));
			continue;
		}
		const isWhole = ({ outcome }: ExportEntry) => outcome !== undefined && !isStopped(outcome);
		const finished = equal
			.filter(isWhole)
			.find(({ outcome }) => outcome && Date.parse(outcome.finishedAt) >= startedAt.getTime());
		if (finished) {
			return { entry: finished, isResumed: false };
		}
		const begun = equal.find((entry) => !isWhole(entry) && entry.resumable);
		const entry = await start(begun, () => void lock.release());
		return { entry, isResumed: begun !== undefined };
	}
}

/** Prevents concurrent commands from creating the same export or the same synced set twice. */
export async function lockRequests(
	{ library, service, application, signal }: Pick<OnceOptions, 'library' | 'service' | 'application' | 'signal'>,
	locks: ExportLocks,
): Promise<ExportLock> {
	// The lock has its own folder, because running exports lock the application's folder.
	const folder = join(applicationFolder(library, service, application), lockFolderName);
	await mkdir(folder, { recursive: true });
	return locks.lock(folder, signal);
}

class ReleasedOnce implements AsyncDisposable {
	private released: PromiseLike<void> | undefined;

	constructor(private readonly lock: ExportLock) {}

	async release(): Promise<void> {
		this.released ??= this.lock[Symbol.asyncDispose]();
		await this.released;
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.release();
	}
}
