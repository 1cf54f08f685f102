import { basename } from 'node:path';
import { AppError, isCancellation, isProblem } from '../../common/errors';
import { onDisk } from '../../files/diskError';
import { type Files, makeFolders, nodeFiles } from '../../files/durableFile';
import { heldFiles } from '../../locks/heldFiles';
import type { FieldTable } from '../../plan/fields';
import type { ExportWork } from '../chunks/exportWork';
import { readJournal } from '../chunks/journal';
import { usualHalving } from '../chunks/splitRules';
import type { ExportDependencies } from '../library/exportDependencies';
import type { ExportProgress, StoredQuestion } from '../model/entry';

export interface RunOptions {
	readonly signal: AbortSignal;
	readonly report: (progress: ExportProgress) => void;
}

interface Turn {
	readonly service: string;
	readonly applicationId: string;
	readonly folder: string;
}

/** Runs an application's exports one at a time, even across processes, because services would queue them anyway. */
export function inTurn<T>(
	{ service, applicationId, folder }: Turn,
	{ queue, locks, files = nodeFiles }: ExportDependencies,
	{ signal, report }: RunOptions,
	task: () => Promise<T>,
): Promise<T> {
	const onWaiting = () => report({ state: 'waitingForTurn' });
	const takeTurn = async () => {
		await onDisk(folder, () => makeFolders(folder, files));
		// If this lock is lost, the task continues, because the service queues concurrent exports.
		await using _turn = await locks.lock(folder, signal, onWaiting);
		return await task();
	};
	return queue.run(`${service}/${applicationId}`, takeTurn, signal, onWaiting);
}

/**
 * @param task Receives a signal and file functions. If another process takes over the folder, the signal is aborted and
 * the file functions throw an error.
 */
export async function holding<T>(
	folder: string,
	{ running, locks, files = nodeFiles }: ExportDependencies,
	signal: AbortSignal,
	task: (signal: AbortSignal, files: Files) => Promise<T>,
): Promise<T> {
	const name = basename(folder);
	if (running.has(name)) {
		throw new AppError({ kind: 'exportRunning', where: 'here' });
	}
	running.add(name);
	try {
		await using lock = await locks.tryLock(folder, signal);
		if (!lock) {
			throw new AppError({ kind: 'exportRunning', where: 'elsewhere' });
		}
		try {
			return await task(AbortSignal.any([signal, lock.lost]), heldFiles(files, lock));
		} catch (error) {
			throw lock.lost.aborted ? causeOf(error, lock.lost.reason) : await reportingSaved(folder, error);
		}
	} finally {
		running.delete(name);
	}
}

/**
 * Returns the error to report after a lock was lost. If a task fails, it may delete the folder that contains the lock.
 * The error of the task is then reported instead of the loss of the lock.
 */
function causeOf(error: unknown, reason: unknown): unknown {
	const followsFromLoss = isCancellation(error) || isProblem(error, 'disk');
	return error instanceof AppError && isProblem(reason, 'disk') && !followsFromLoss ? error : reason;
}

async function reportingSaved(folder: string, error: unknown): Promise<unknown> {
	if (!isProblem(error, 'disk')) {
		return error;
	}
	const { done = 0, rows = 0 } = (await readJournal(folder))?.resumable ?? {};
	return done > 0 ? new AppError({ ...error.problem, savedRows: rows }, { cause: error }) : error;
}

export function workIn(
	folder: string,
	stored: StoredQuestion,
	fields: FieldTable,
	{ exportErrors, rules = usualHalving, now = () => new Date(), ...parts }: ExportDependencies,
	{ signal, report, files }: RunOptions & { readonly files: Files },
): ExportWork {
	const indexer = stored.plan.view === 'results' ? parts.indexer : undefined;
	const started = performance.now();
	return { folder, stored, fields, exportErrors, rules, files, indexer, now, started, signal, report };
}
