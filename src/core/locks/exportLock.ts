import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cancelled, throwIfAborted } from '../common/cancellation';
import { AppError } from '../common/errors';
import {
	getSuccessor,
	type LockStep,
	lastStep,
	leaveMark,
	lockFileName,
	makeStep,
	removeChain,
	removeMark,
	waitingMark,
} from './lockFiles';
import { Heartbeat } from './lockHeartbeat';
import { aroundBeat, type LockOwner, nameMachine, newOwner } from './lockOwner';
import { type LockTiming, lockTiming } from './lockTiming';
import { type OwnerState, OwnerWatch } from './ownerWatch';

/* The owner of a lock is recorded on disk (`lockFiles.ts`) and is alive while it has a heartbeat (`ownerWatch.ts`). */

/** Lock that is held until it is disposed. Disposing never throws. */
export interface ExportLock extends AsyncDisposable {
	/** Aborted with an AppError when the lock is lost, after which the holder must stop writing. */
	readonly lost: AbortSignal;
	/** Unique token of this lock. Tokens are never reused. */
	readonly token: string;
	/**
	 * Must be called right before each change to locked files, because a suspended process does not notice a loss.
	 * @throws AppError with the reason of `lost`, or `disk` if the disk does not respond
	 */
	assertHeld(): Promise<void>;
}

/** Create only one instance per process, because an instance caches observed heartbeats. */
export class ExportLocks {
	private readonly machine = nameMachine();
	private readonly held = new Set<string>();
	/** Tokens of released locks whose files could not be deleted, for example because the disk became read-only. */
	private readonly left = new Set<string>();
	/** Folders whose locks another process was waiting for when this process released them. */
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

	/** Returns undefined if another owner holds the lock. A dead owner is detected after `looksUntilDead` heartbeats. */
	tryLock(folder: string, signal: AbortSignal = new AbortController().signal): Promise<ExportLock | undefined> {
		return this.tryOnce(folder, signal);
	}

	/** @param onWaiting Called if another owner holds the lock or held it a moment ago. */
	async lock(folder: string, signal: AbortSignal, onWaiting?: () => void): Promise<ExportLock> {
		const isWaitedFor = this.waitedFor.delete(folder);
		if (isWaitedFor || (await this.isLocked(folder))) {
			onWaiting?.();
		}
		if (isWaitedFor) {
			// Gives waiting processes time for their next check.
			await this.pause(signal, this.timing.beatMs * 1.5);
		}
		const mark = waitingMark(folder, crypto.randomUUID());
		try {
			for (;;) {
				const lock = await this.tryOnce(folder, signal, () => leaveMark(mark));
				if (lock) {
					return lock;
				}
				await this.pause(signal);
			}
		} finally {
			await removeMark(mark);
		}
	}

	/** Never waits for heartbeats: an owner counts as alive until it is observed to be dead, so the UI must poll. */
	async isLocked(folder: string): Promise<boolean> {
		const last = await this.look(folder);
		return last !== undefined && (await this.judge(folder, last)) !== 'dead';
	}

	private async tryOnce(
		folder: string,
		signal: AbortSignal,
		onBusy: () => Promise<void> = async () => undefined,
	): Promise<ExportLock | undefined> {
		for (;;) {
			throwIfAborted(signal);
			const last = await this.look(folder);
			const state = last ? await this.judge(folder, last) : 'dead';
			if (state !== 'dead') {
				await onBusy();
			}
			if (state === 'living') {
				return undefined;
			}
			if (state === 'unclear') {
				await this.pause(signal);
				continue;
			}
			const lock = await this.take(folder, last?.successor ?? join(folder, lockFileName));
			if (lock) {
				return lock;
			}
		}
	}

	private async look(folder: string): Promise<LockStep | undefined> {
		const last = await lastStep(folder);
		if (!last) {
			this.watch.forget(folder);
		}
		return last;
	}

	private async judge(folder: string, { owner, text }: LockStep): Promise<OwnerState> {
		if (owner && this.held.has(owner.token)) {
			return 'living';
		}
		return owner && this.left.has(owner.token) ? 'dead' : this.watch.judge(folder, owner, text, await this.machine);
	}

	private async take(folder: string, path: string): Promise<ExportLock | undefined> {
		const owner = newOwner(await this.machine);
		if (!(await makeStep(path, owner))) {
			return undefined;
		}
		// The new file has no effect if the previous owner released the lock in the meantime. Then, it is deleted.
		if ((await lastStep(folder))?.owner?.token !== owner.token) {
			await rm(path, { force: true });
			return undefined;
		}
		this.held.add(owner.token);
		return this.hold(folder, path, owner);
	}

	private hold(folder: string, path: string, owner: LockOwner): ExportLock {
		const { token } = owner;
		const successor = getSuccessor(folder, path, owner);
		const lost = new AbortController();
		const lose = async () => {
			const reason = await whyLost(folder);
			if (!lost.signal.aborted) {
				this.left.add(token);
				lost.abort(reason);
			}
		};
		this.heartbeat.begin({ token, path, successor, ...aroundBeat(owner) }, lose);
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
				if (!lost.signal.aborted) {
					await this.giveBack(folder, successor).catch(() => this.left.add(token));
				}
				this.held.delete(token);
			},
		};
	}

	private async giveBack(folder: string, successor: string): Promise<void> {
		if (await removeChain(folder, successor)) {
			this.waitedFor.add(folder);
		}
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
	// The process that took over the lock may have released it already.
	const taken = (await lastStep(folder).catch(() => undefined)) ?? (await readdir(folder).catch(() => []))[0];
	return new AppError(
		taken
			? { kind: 'exportRunning', where: 'takenOver' }
			: { kind: 'disk', fault: 'missing', path: folder, code: 'ENOENT' },
	);
}
