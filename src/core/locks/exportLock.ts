import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cancelled, throwIfAborted } from '../common/cancellation';
import { AppError } from '../common/errors';
import {
	type LockStep,
	lastStep,
	leaveMark,
	lockFileName,
	makeStep,
	removeChain,
	removeMark,
	successorOf,
	waitingMark,
} from './lockFiles';
import { Heartbeat } from './lockHeartbeat';
import { aroundBeat, type LockOwner, nameMachine, newOwner } from './lockOwner';
import { type LockTiming, lockTiming } from './lockTiming';
import { type OwnerState, OwnerWatch } from './ownerWatch';

/*
 * One runner per folder, across the windows, processes and machines that share it. Who holds a lock is on disk
 * (`lockFiles.ts`), and lives as long as its heartbeat (`ownerWatch.ts`).
 */

/** Held until it is disposed, which never throws. */
export interface ExportLock extends AsyncDisposable {
	/**
	 * Aborted, with an AppError for its reason, when the lock is not held any more: `exportRunning` when another one took
	 * it over, as from a process that was stopped for long, or `disk` when its folder is gone. Its holder must write nothing
	 * from then on.
	 */
	readonly lost: AbortSignal;
	/** Of this one lock; never used again. */
	readonly token: string;
	/**
	 * Looks at the disk: a process that was stopped is the last to learn that it lost something. Whatever else holds, nothing
	 * that is under the lock may be changed without this right before it.
	 * @throws AppError the reason of `lost`, and `disk` when the disk does not answer
	 */
	assertHeld(): Promise<void>;
}

/** The locks of one process. It remembers what it saw, which makes later answers quick: make one and pass it around. */
export class ExportLocks {
	private readonly machine = nameMachine();
	/** Tokens of the locks held here. */
	private readonly held = new Set<string>();
	/** Tokens of those given back here whose files could not be removed, as on a disk that became read-only. */
	private readonly left = new Set<string>();
	/** Folders whose lock somebody else waited for when it was given back here. */
	private readonly waitedFor = new Set<string>();
	private readonly watch: OwnerWatch;
	private readonly timing: LockTiming;
	private readonly heartbeat: Heartbeat;

	/** @param endedThreads IDs of threads of this process that run no more, whatever they left. */
	constructor(timing: Partial<LockTiming> = {}, endedThreads: ReadonlySet<number> = new Set()) {
		this.timing = { ...lockTiming, ...timing };
		this.watch = new OwnerWatch(this.timing, endedThreads);
		this.heartbeat = new Heartbeat(this.timing);
	}

	/**
	 * Undefined when somebody else holds it, here or elsewhere. It can take a heartbeat or two to see that one lives, and
	 * `looksUntilDead` of them that one does not.
	 * @param folder Exists.
	 * @throws AppError `disk` or `cancelled`
	 */
	tryLock(folder: string, signal: AbortSignal = new AbortController().signal): Promise<ExportLock | undefined> {
		return this.tryOnce(folder, signal);
	}

	/**
	 * Waits until nobody else holds it. Whoever waits while this process holds it has it before this process has it again.
	 * @param onWaiting Called if somebody does, or did so a moment ago.
	 * @throws AppError `disk` or `cancelled`
	 */
	async lock(folder: string, signal: AbortSignal, onWaiting?: () => void): Promise<ExportLock> {
		const isWaitedFor = this.waitedFor.delete(folder);
		if (isWaitedFor || (await this.isLocked(folder))) {
			onWaiting?.();
		}
		if (isWaitedFor) {
			// Within that time whoever waits looks again.
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

	/**
	 * Whether somebody holds it, here or elsewhere. Answers at once: an owner counts as living until it was looked at often
	 * enough, so whoever shows this asks again.
	 * @throws AppError `disk`
	 */
	async isLocked(folder: string): Promise<boolean> {
		const last = await this.look(folder);
		return last !== undefined && (await this.judge(folder, last)) !== 'dead';
	}

	/** @param onBusy Called each time that somebody else may hold it. */
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

	/** Undefined when another one was quicker. */
	private async take(folder: string, path: string): Promise<ExportLock | undefined> {
		const owner = newOwner(await this.machine);
		if (!(await makeStep(path, owner))) {
			return undefined;
		}
		// What was to be taken over may have ended meanwhile; then this file holds nothing.
		if ((await lastStep(folder))?.owner?.token !== owner.token) {
			await rm(path, { force: true });
			return undefined;
		}
		this.held.add(owner.token);
		return this.hold(folder, path, owner);
	}

	private hold(folder: string, path: string, owner: LockOwner): ExportLock {
		const { token } = owner;
		const successor = successorOf(folder, path, owner);
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
	// Who took it over may have given it back.
	const taken = (await lastStep(folder).catch(() => undefined)) ?? (await readdir(folder).catch(() => []))[0];
	return new AppError(
		taken
			? { kind: 'exportRunning', where: 'takenOver' }
			: { kind: 'disk', fault: 'missing', path: folder, code: 'ENOENT' },
	);
}
