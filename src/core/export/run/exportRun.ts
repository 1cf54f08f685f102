import { basename } from 'node:path';
import { AppError, isProblem } from '../../common/errors';
import { onDisk } from '../../files/diskError';
import { type Files, makeFolders, nodeFiles } from '../../files/durableFile';
import { heldFiles } from '../../locks/heldFiles';
import type { FieldTable } from '../../plan/fields';
import type { ExportParts } from '../library/exportParts';
import type { ExportProgress, StoredQuestion } from '../model/entry';
import type { ExportWork } from '../slices/exportWork';
import { usualHalving } from '../slices/halvingRules';
import { readJournal } from '../slices/journal';

export interface RunOptions {
	readonly signal: AbortSignal;
	readonly report: (progress: ExportProgress) => void;
}

/** Where exports of an application wait for each other. */
interface Turn {
	readonly service: string;
	readonly applicationId: string;
	/** Of the application, in the library. */
	readonly folder: string;
}

/**
 * One export at a time per application, since live services queue them so: in this window, and in all that share the
 * library.
 */
export function inTurn<T>(
	{ service, applicationId, folder }: Turn,
	{ queue, locks, files = nodeFiles }: ExportParts,
	{ signal, report }: RunOptions,
	task: () => Promise<T>,
): Promise<T> {
	const onWaiting = () => report({ state: 'waitingForTurn' });
	const takeTurn = async () => {
		await onDisk(folder, () => makeFolders(folder, files));
		// A turn that is lost has cost its holder minutes already; the service sees to what comes at once then.
		await using _turn = await locks.lock(folder, signal, onWaiting);
		return await task();
	};
	return queue.run(`${service}/${applicationId}`, takeTurn, signal, onWaiting);
}

/**
 * Does something in an export's folder while nobody else does, here or elsewhere.
 * @param task Its signal is also aborted when somebody else has taken the folder over. It writes with the files that it gets,
 * which throw from then on.
 * @throws AppError `exportRunning`, `disk`, `cancelled`
 */
export async function holding<T>(
	folder: string,
	{ running, locks, files = nodeFiles }: ExportParts,
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
			throw lock.lost.aborted ? lock.lost.reason : await tellingSaved(folder, error);
		}
	} finally {
		running.delete(name);
	}
}

/** Trouble with the disk, with what is safe on it. */
async function tellingSaved(folder: string, error: unknown): Promise<unknown> {
	if (!isProblem(error, 'disk')) {
		return error;
	}
	const { done = 0, rows = 0 } = (await readJournal(folder))?.resumable ?? {};
	return done > 0 ? new AppError({ ...error.problem, savedRows: rows }, { cause: error }) : error;
}

/** Puts together what a run works with. */
export function workIn(
	folder: string,
	stored: StoredQuestion,
	fields: FieldTable,
	{ exportErrors, rules = usualHalving, now = () => new Date(), ...parts }: ExportParts,
	{ signal, report, files }: RunOptions & { readonly files: Files },
): ExportWork {
	const indexer = stored.plan.view === 'results' ? parts.indexer : undefined;
	const started = performance.now();
	return { folder, stored, fields, exportErrors, rules, files, indexer, now, started, signal, report };
}
