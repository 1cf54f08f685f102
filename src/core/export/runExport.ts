import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../errors';
import { throwIfAborted } from '../service/cancellation';
import type { BodyConsumer } from '../service/exportBody';
import type { FieldTable } from '../service/fields';
import { recordsConsumer, type WrittenRecords } from './consumeBody';
import { onDisk } from './diskError';
import { type Files, nodeFiles } from './durableFile';
import type { ExportEntry, ExportProgress, Flag, Outcome, StoredQuestion } from './entry';
import { writeOutcome, writeQuestion } from './entryFiles';
import type { KeyedQueue } from './keyedQueue';
import { applicationFolder, removeFolder } from './library';
import { exportFolderName, normalizeService, recordsFileName } from './names';
import { askNow, findPlanProblem, type Plan, type Question } from './plan';
import type { Zone } from './range';

export interface ExportRequest {
	/** Base address of the service, or `sample`. */
	readonly service: string;
	readonly plan: Plan;
	/** On whose clock the plan's range is read. */
	readonly zone: Zone;
	readonly fields: FieldTable;
	/** Root of the export library; made if need be. */
	readonly library: string;
}

/** Asks the service, and gives what the consumer made of the answer. The consumer may be called more than once. */
export type ExportErrors = (
	question: Question,
	consume: BodyConsumer<WrittenRecords>,
	signal: AbortSignal,
	onState: (progress: ExportProgress) => void,
) => Promise<WrittenRecords>;

/** What exports of one process share. */
export interface ExportParts {
	readonly exportErrors: ExportErrors;
	readonly queue: KeyedQueue;
	/** See `RunningExports`; kept up to date here. */
	readonly running: Set<string>;
	readonly now?: () => Date;
	readonly files?: Files;
}

/**
 * Carries a plan out to a folder of the library. One export at a time per application, since live services queue them
 * so; the range is fixed when the turn has come.
 *
 * The folder is whole or gone: after a failure or an abort nothing of it is left.
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
	return parts.queue.run(
		`${normalizeService(request.service)}/${request.plan.application.id}`,
		() => fillNewFolder(request, parts, signal, report),
		signal,
		() => report({ state: 'waitingForTurn' }),
	);
}

async function fillNewFolder(
	request: ExportRequest,
	parts: ExportParts,
	signal: AbortSignal,
	report: (progress: ExportProgress) => void,
): Promise<ExportEntry> {
	throwIfAborted(signal);
	const stored = fixQuestion(request, (parts.now ?? newDate)());
	const parent = applicationFolder(request.library, request.service, request.plan.application.id);
	const folder = join(parent, exportFolderName(new Date(stored.askedAt)));
	parts.running.add(basename(folder));
	try {
		await makeFolder(parent, folder);
		try {
			return await fillFolder(folder, stored, parts, signal, report);
		} catch (error) {
			// What made the export fail is told; what cannot be removed is later listed as interrupted.
			await removeFolder(folder).catch(() => undefined);
			throw error;
		}
	} finally {
		parts.running.delete(basename(folder));
	}
}

async function fillFolder(
	folder: string,
	stored: StoredQuestion,
	{ exportErrors, now = newDate, files = nodeFiles }: ExportParts,
	signal: AbortSignal,
	report: (progress: ExportProgress) => void,
): Promise<ExportEntry> {
	const { question } = stored;
	const file = recordsFileName(question);
	const started = performance.now();
	await onDisk(folder, () => writeQuestion(folder, stored, files));
	const consumer = recordsConsumer(
		{ path: join(folder, file), format: question.format, fields: question.fields },
		report,
		{ files },
	);
	const { rows, bytes } = await exportErrors(question, consumer, signal, report);
	throwIfAborted(signal);
	const outcome: Outcome = {
		version: 1,
		file,
		rows,
		bytes,
		finishedAt: now().toISOString(),
		durationMs: Math.round(performance.now() - started),
		flags: flagsOf(question, rows),
	};
	await onDisk(folder, () => writeOutcome(folder, outcome, files));
	return { folder, stored, outcome };
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

/** Records can be about people, so only their owner gets into the folder. */
async function makeFolder(parent: string, folder: string): Promise<void> {
	await onDisk(folder, async () => {
		await mkdir(parent, { recursive: true });
		await mkdir(folder, { mode: 0o700 });
	});
}

function flagsOf({ limit, skipUnavailableShards }: Question, rows: number): readonly Flag[] {
	const flags: Flag[] = [];
	if (limit !== undefined && rows >= limit) {
		flags.push('limitReached');
	}
	if (skipUnavailableShards) {
		flags.push('shardsSkipped');
	}
	if (rows === 0) {
		flags.push('empty');
	}
	return flags;
}

function newDate(): Date {
	return new Date();
}
