import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { throwIfAborted } from '../../common/cancellation';
import { AppError } from '../../common/errors';
import { onDisk } from '../../files/diskError';
import { assertRoom, minRoomBytes } from '../../files/diskSpace';
import { type Files, makeNewFolder, nodeFiles } from '../../files/durableFile';
import type { FieldTable } from '../../plan/fields';
import { findPlanProblem, type Plan, resolveQuestion } from '../../plan/plan';
import type { Zone } from '../../plan/range';
import { readTree } from '../chunks/journal';
import { readEntry, readOutcome, writeQuestion } from '../library/entryFiles';
import type { ExportDependencies } from '../library/exportDependencies';
import { applicationFolder, foldersIn, removeFolder } from '../library/library';
import { removeOrphans } from '../library/orphans';
import { requestsSameRecords } from '../library/sameRecords';
import { type ExportEntry, type ExportProgress, isStopped, type StoredQuestion } from '../model/entry';
import { exportFolderName, isExportFolderName, normalizeService } from '../model/names';
import { holding, inTurn, workIn } from './exportRun';
import { fetchRange } from './fetchRange';

export type { ExportErrors } from '../download/exportErrors';
export type { ExportDependencies } from '../library/exportDependencies';

interface ExportRequest {
	readonly service: string;
	readonly plan: Plan;
	readonly zone: Zone;
	readonly fields: FieldTable;
	readonly library: string;
}

/**
 * Runs an export. Services queue the exports of an application, so this function runs them one at a time. If another
 * call has exported the same records in the meantime, returns that export. After a failure or abort, the folder remains
 * only if the export can be resumed.
 * @throws AppError `invalidPlan`, `disk`, `cancelled`, and any error from `exportErrors`
 */
export async function runExport(
	request: ExportRequest,
	dependencies: ExportDependencies,
	signal: AbortSignal,
	report: (progress: ExportProgress) => void,
): Promise<ExportEntry> {
	const problem = findPlanProblem(request.plan, request.fields);
	if (problem) {
		throw new AppError({ kind: 'invalidPlan', problem });
	}
	const service = normalizeService(request.service);
	const applicationId = request.plan.application.id;
	const folder = applicationFolder(request.library, service, applicationId);
	const { now = newDate } = dependencies;
	const askedAt = now();
	return inTurn({ service, applicationId, folder }, dependencies, { signal, report }, async () => {
		const equal = await findEqual(request, folder, askedAt);
		if (equal) {
			return equal;
		}
		const entry = await fillNewFolder(request, dependencies, signal, report);
		await removeOrphans(folder, dependencies);
		return entry;
	});
}

/** Finds an export of the same records that finished after the given time. */
async function findEqual({ plan, zone }: ExportRequest, folder: string, since: Date): Promise<ExportEntry | undefined> {
	const isSame = requestsSameRecords(plan, zone, since);
	// Folder names begin with the start time. Exports of an application don't overlap, so the newest export ended last.
	const newestFirst = (await foldersIn(folder, isExportFolderName)).sort().reverse();
	for (const name of newestFirst) {
		const entry = await readEntry(join(folder, name));
		if (entry?.outcome && Date.parse(entry.outcome.finishedAt) <= since.getTime()) {
			return undefined;
		}
		if (entry?.outcome && !isStopped(entry.outcome) && isSame(entry)) {
			return entry;
		}
	}
	return undefined;
}

async function fillNewFolder(
	request: ExportRequest,
	dependencies: ExportDependencies,
	signal: AbortSignal,
	report: (progress: ExportProgress) => void,
): Promise<ExportEntry> {
	throwIfAborted(signal);
	const { files = nodeFiles, now = newDate } = dependencies;
	const stored = fixQuestion(request, now());
	const parent = applicationFolder(request.library, request.service, request.plan.application.id);
	const folder = join(parent, exportFolderName(new Date(stored.askedAt)));
	await assertRoom(parent, minRoomBytes, files);
	await onDisk(folder, () => makeNewFolder(folder, files));
	const work = holding(folder, dependencies, signal, async (ours, held) => {
		try {
			await onDisk(folder, () => writeQuestion(folder, stored, held));
			report({ state: 'begun', folder });
			const outcome = await fetchRange(
				workIn(folder, stored, request.fields, dependencies, { signal: ours, report, files: held }),
			);
			return { folder, stored, outcome };
		} catch (error) {
			// If another process has taken over the folder, the folder must not be deleted.
			if (!ours.aborted || signal.aborted) {
				// If the deletion fails, the folder is listed as an interrupted export.
				await removeIfUseless(folder, held).catch(() => undefined);
			}
			throw error;
		}
	});
	try {
		return await work;
	} catch (error) {
		// The lock couldn't be acquired, so the folder is still empty and is deleted.
		await rmdir(folder).catch(() => undefined);
		throw error;
	}
}

async function removeIfUseless(folder: string, files: Files): Promise<void> {
	const { done = 0, queued = false } = (await readTree(folder))?.resumable ?? {};
	if (done === 0 && !queued && !(await readOutcome(folder))) {
		await removeFolder(folder, files);
	}
}

function fixQuestion({ service, plan, zone, fields }: ExportRequest, now: Date): StoredQuestion {
	return {
		version: 1,
		service: normalizeService(service),
		plan,
		question: { ...resolveQuestion(plan, now, zone), fields: fields.ordered(plan.fields) },
		askedAt: now.toISOString(),
		zone,
	};
}

function newDate(): Date {
	return new Date();
}
