import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cancelled, throwIfAborted } from '../common/cancellation';
import { AppError } from '../common/errors';
import { lastStep, lockFileName, makeStep, removeChain, waitingPrefix } from './lockFiles';
import { Heartbeat } from './lockHeartbeat';
import { encodeOwner, newOwner } from './lockOwner';
import type { BeatenFile } from './lockThread';
import { type LockTiming, type OwnerState, OwnerWatch } from './ownerWatch';

/*
 * The owner of a lock is recorded on disk (see `lockFiles.ts`) and counts as alive while it has a heartbeat (see
 * `ownerWatch.ts`).
 */

/**
 * A lock of another computer expires after 16 s without a heartbeat. A lock of an unresponsive engine expires after ten
 * minutes.
 */
const lockTiming: LockTiming = { beatMs: 2_000, checksUntilDead: 8, silentBeats: 300 };

/** Lock that is held until it is disposed of. Disposing of a lock never throws. */
export interface ExportLock extends AsyncDisposable {
	/** Aborted with an AppError when the lock is lost. The holder must then stop writing. */
	readonly lost: AbortSignal;
	/** Unique token of this lock. Tokens are never reused. */
	readonly token: string;
	/**
	 * Verifies that the lock is held. Call this right before each change to locked files, because a suspended process
	 * does not notice the loss of its lock.
	 * @throws AppError with the reason of `lost`, or `disk` if the disk does not respond
	 */
	assertHeld(): Promise<void>;
}

/** Locks on export folders. Create one instance per process, because it remembers observed heartbeats. */
export class ExportLocks {
	/** States of this process's locks, by token. A `dead` lock was released, but its files could not be deleted. */
	private readonly own = new Map<string, 'living' | 'dead'>();
	/** Folders whose locks were released by this process while other processes were waiting for them. */
	private readonly waitedFor = new Set<string>();
	private readonly watch: OwnerWatch;
	private readonly timing: LockTiming;
	private readonly heartbeat: Heartbeat;

	/** @param endedThreads IDs of threads of this process that have ended. Locks left by these threads are ignored. */
	constructor(timing: Partial<LockTiming> = {}, endedThreads: ReadonlySet<number> = new Set()) {
		this.timing = { ...lockTiming, ...timing };
		this.watch = new OwnerWatch(this.timing, endedThreads);
		this.heartbeat = new Heartbeat(this.timing);
	}

	/**
	 * Tries to acquire a lock. Returns undefined if another owner holds the lock. A dead owner is detected after
	 * `checksUntilDead` heartbeats.
	 * @param onBusy Called after each check if another owner may hold the lock.
	 */
	async tryLock(
		folder: string,
		signal: AbortSignal = new AbortController().signal,
		onBusy: () => Promise<void> = async () => undefined,
	): Promise<ExportLock | undefined> {
		for (;;) {
			throwIfAborted(signal);
			const { state, next } = await this.readOwner(folder);
			if (state === 'dead') {
				const lock = await this.take(folder, next);
				if (lock) {
					return lock;
				}
				continue;
			}
			await onBusy();
			if (state === 'living') {
				return undefined;
			}
			await this.pause(signal);
		}
	}

	/** @param onWaiting Called if another owner holds the lock or is likely to acquire it first. */
	async lock(folder: string, signal: AbortSignal, onWaiting?: () => void): Promise<ExportLock> {
		const isWaitedFor = this.waitedFor.delete(folder);
		if (isWaitedFor || (await this.isLocked(folder))) {
			onWaiting?.();
		}
		if (isWaitedFor) {
			// Another process was already waiting for the lock, so it gets time to acquire the lock first.
			await this.pause(signal, this.timing.beatMs * 1.5);
		}
		// The file that marks this process as waiting isn't essential, so errors are ignored.
		const mark = join(folder, waitingPrefix + crypto.randomUUID());
		const leaveMark = () => writeFile(mark, '', { mode: 0o600 }).catch(() => undefined);
		try {
			for (;;) {
				const lock = await this.tryLock(folder, signal, leaveMark);
				if (lock) {
					return lock;
				}
				await this.pause(signal);
			}
		} finally {
			await rm(mark, { force: true }).catch(() => undefined);
		}
	}

	/**
	 * Returns true if a folder is locked. Doesn't wait for heartbeats: an owner counts as alive until it is found to be
	 * dead, so callers must poll.
	 */
	async isLocked(folder: string): Promise<boolean> {
		return (await this.readOwner(folder)).state !== 'dead';
	}

	/** Returns the owner's state, and the path of the file that another process creates to take over a dead lock. */
	private async readOwner(folder: string): Promise<{ readonly state: OwnerState; readonly next: string }> {
		const last = await lastStep(folder);
		if (!last) {
			return { state: 'dead', next: join(folder, lockFileName) };
		}
		const { owner, text, successor } = last;
		const own = owner && this.own.get(owner.token);
		return { state: own ?? (await this.watch.judge(folder, owner, text)), next: successor };
	}

	private async take(folder: string, path: string): Promise<ExportLock | undefined> {
		const owner = newOwner(await this.watch.machine);
		const { token } = owner;
		if (!(await makeStep(path, encodeOwner(owner)))) {
			return undefined;
		}
		const last = await lastStep(folder);
		// If the previous owner has released the lock in the meantime, the file created here has no effect and is
		// deleted.
		if (last?.owner?.token !== token) {
			await rm(path, { force: true });
			return undefined;
		}
		return this.hold(folder, { token, path, successor: last.successor });
	}

	private hold(folder: string, file: BeatenFile): ExportLock {
		const { token, successor } = file;
		const lost = new AbortController();
		const lose = async () => lost.abort(await whyLost(folder));
		this.own.set(token, 'living');
		this.heartbeat.begin(file, lose);
		return {
			token,
			lost: lost.signal,
			assertHeld: async () => {
				if (!lost.signal.aborted && (await lastStep(folder))?.owner?.token !== token) {
					await lose();
				}
				lost.signal.throwIfAborted();
			},
			[Symbol.asyncDispose]: async () => {
				await this.heartbeat.end(token);
				const removed = lost.signal.aborted ? undefined : await removeChain(folder, successor).catch(() => undefined);
				if (removed) {
					this.own.delete(token);
				} else {
					this.own.set(token, 'dead');
				}
				if (removed?.isWaitedFor) {
					this.waitedFor.add(folder);
				}
			},
		};
	}

	private async pause(signal: AbortSignal, milliseconds = this.timing.beatMs): Promise<void> {
		try {
			await delay(milliseconds, undefined, { signal });
		} catch {
			throw cancelled();
		}
	}
}

async function whyLost(folder: string): Promise<AppError> {
	// If the folder contains any file, another process took over the lock and may have already released it. Otherwise,
	// the folder was deleted.
	const taken = (await lastStep(folder).catch(() => undefined)) ?? (await readdir(folder).catch(() => []))[0];
	return new AppError(
		taken
			? { kind: 'exportRunning', where: 'takenOver' }
			: { kind: 'disk', fault: 'missing', path: folder, code: 'ENOENT' },
	);
}
