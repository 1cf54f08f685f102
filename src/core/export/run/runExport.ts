import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { throwIfAborted } from '../../common/cancellation';
import { AppError } from '../../common/errors';
import { onDisk } from '../../files/diskError';
import { assertRoom, minRoomBytes } from '../../files/diskSpace';
import { type Files, makeNewFolder, nodeFiles } from '../../files/durableFile';
import type { FieldTable } from '../../plan/fields';
import { askNow, findPlanProblem, type Plan } from '../../plan/plan';
import type { Zone } from '../../plan/range';
import { writeQuestion } from '../library/entryFiles';
import type { ExportParts } from '../library/exportParts';
import { removeLeftovers } from '../library/leftovers';
import { applicationFolder, removeFolder } from '../library/library';
import type { ExportEntry, ExportProgress, StoredQuestion } from '../model/entry';
import { exportFolderName, normalizeService } from '../model/names';
import { readTree } from '../slices/journal';
import { holding, inTurn, workIn } from './exportRun';
import { fetchRange } from './fetchRange';

export type { ExportErrors } from '../download/exportErrors';
export type { ExportParts } from '../library/exportParts';

interface ExportRequest {
	/** Base address of the service, or `sample`. */
	readonly service: string;
	readonly plan: Plan;
	/** On whose clock the plan's range is read. */
	readonly zone: Zone;
	readonly fields: FieldTable;
	/** Root of the export library; made if need be. */
	readonly library: string;
}

/**
 * Carries a plan out to a folder of the library. One export at a time per application, since live services queue them
 * so; the range is fixed when the turn has come.
 *
 * After a failure or an abort the folder is kept if there is something to go on from: a slice that is whole, or one that
 * the service is preparing. Otherwise nothing of it is left.
 * @throws AppError `invalidPlan`, `disk`, `cancelled`, and whatever `exportErrors` throws
 */
export async function runExport(
	request: ExportRequest,
	parts: ExportParts,
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
	return inTurn({ service, applicationId, folder }, parts, { signal, report }, async () => {
		const entry = await fillNewFolder(request, parts, signal, report);
		await removeLeftovers(folder, parts);
		return entry;
	});
}

async function fillNewFolder(
	request: ExportRequest,
	parts: ExportParts,
	signal: AbortSignal,
	report: (progress: ExportProgress) => void,
): Promise<ExportEntry> {
	throwIfAborted(signal);
	const { files = nodeFiles, now = newDate } = parts;
	const stored = fixQuestion(request, now());
	const parent = applicationFolder(request.library, request.service, request.plan.application.id);
	const folder = join(parent, exportFolderName(new Date(stored.askedAt)));
	await assertRoom(parent, minRoomBytes, files);
	await onDisk(folder, () => makeNewFolder(folder, files));
	const work = holding(folder, parts, signal, async (ours, held) => {
		try {
			await onDisk(folder, () => writeQuestion(folder, stored, held));
			report({ state: 'begun', folder });
			const outcome = await fetchRange(
				workIn(folder, stored, request.fields, parts, { signal: ours, report, files: held }),
			);
			return { folder, stored, outcome };
		} catch (error) {
			// A folder that somebody else has taken over is theirs.
			if (!ours.aborted || signal.aborted) {
				// What cannot be looked at, as on a drive that is away, stays; what cannot be removed is listed as interrupted.
				await removeIfUseless(folder, held).catch(() => undefined);
			}
			throw error;
		}
	});
	try {
		return await work;
	} catch (error) {
		// Nothing is in it where it could not be held in the first place.
		await rmdir(folder).catch(() => undefined);
		throw error;
	}
}

/** Where there is nothing to go on from, nothing is left. */
async function removeIfUseless(folder: string, files: Files): Promise<void> {
	const { done = 0, queued = false } = (await readTree(folder))?.resumable ?? {};
	if (done === 0 && !queued) {
		await removeFolder(folder, files);
	}
}

/** The fields in the order in which they are sent, each once. */
function fixQuestion({ service, plan, zone, fields }: ExportRequest, now: Date): StoredQuestion {
	return {
		version: 1,
		service: normalizeService(service),
		plan,
		question: { ...askNow(plan, now, zone), fields: fields.ordered(plan.fields) },
		askedAt: now.toISOString(),
		zone,
	};
}

function newDate(): Date {
	return new Date();
}
