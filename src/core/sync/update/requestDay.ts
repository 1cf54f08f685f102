import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isProblem } from '../../common/errors';
import { isObject } from '../../common/parseJson';
import { clearUnfinished } from '../../export/library/clearUnfinished';
import { readEntry, writeOutcome, writeQuestion } from '../../export/library/entryFiles';
import { foldersIn } from '../../export/library/library';
import type { Outcome, StoredQuestion } from '../../export/model/entry';
import { recordsFileName } from '../../export/model/names';
import { workIn } from '../../export/run/exportRun';
import { fetchRange } from '../../export/run/fetchRange';
import { onDisk } from '../../files/diskError';
import { assertRoom, minRoomBytes } from '../../files/diskSpace';
import { makeNewFolder, renameDurably } from '../../files/durableFile';
import { digestFile } from '../../files/fileDigest';
import { utc } from '../../plan/range';
import { getTimeField } from '../../plan/timeFields';
import { FreshTables } from '../../records/read/freshTables';
import { ComparedAnswers, isDoubtOfCount, mostBefore } from '../model/compareResponses';
import { hasFields } from '../model/dayState';
import type { CalendarDay } from '../model/days';
import {
	damagedFolderName,
	dayOfFolder,
	isAskingFolderName,
	newAskingFolderName,
	newPartitionFolderName,
} from '../model/names';
import { dayIn, type LastRequest, type Partition, type SyncedDay, type SyncedSet } from '../model/syncedSet';
import { type DayRange, dayRange, questionAbout } from './dayRequest';
import type { DayWork } from './dayWork';
import { openIndexed, timesByIndex } from './indexedRecords';
import type { Merged } from './mergeChangedFields';
import { mergePartition } from './mergePartition';
import { inspectPartition, type PartitionRecords, partitionFile } from './partitionRecords';
import { serviceTime } from './serviceTime';

interface RequestAttempt {
	readonly name: string;
	readonly stored: StoredQuestion;
	readonly outcome: Outcome;
	readonly file: PartitionRecords;
}

/**
 * Requests the records of a day. Files in the current manifest stay unchanged. If a request is interrupted, the next
 * identical request continues it.
 * @param set Synced set whose partitions match the files on disk
 * @throws AppError `disk`, `cancelled`, and any error from `exportErrors`
 */
export async function requestDay(day: CalendarDay, set: SyncedSet, work: DayWork): Promise<SyncedDay> {
	const known = dayIn(set, day.day);
	const former = known?.partition;
	const range = dayRange(day, former && hasFields(former, set.plan) ? known : undefined, set, work);
	const question = inPieces(questionAbout(range, set, work.now, known?.clock), known, set);
	// If the response will be merged into another file, it needs no index.
	const answer = await answerTo(day.day, question, work, former ? undefined : new FreshTables());
	const { stored, file } = answer;
	const path = join(work.folder, newPartitionFolderName(day.day));
	const about = questionAbout({ since: day.range.since, until: range.until }, set, work.now, known?.clock);
	const merged = await mergePartition({
		question: stored.question,
		answer: file,
		former: former && partitionFile(work.folder, former),
		others: otherPartitions(day, set, work),
		target: async () => {
			await onDisk(path, () => makeNewFolder(path, work.files));
			return join(path, recordsFileName(about.question));
		},
		files: work.files,
		signal: work.signal,
	});
	const notGivenAgain = range.fromStart ? merged.notGivenAgain : (known?.asked?.notGivenAgain ?? 0);
	const since = range.fromStart ? range.since : (known?.asked?.since ?? day.range.since);
	const asked = askedOf({ ...range, since }, answer, { notGivenAgain, before: known?.asked }, work);
	const partition = await partitionAfter(merged, { path, about, answer, former, range }, work);
	const setAside = merged.discarded && former ? await moveAside(former, work) : known?.setAside;
	const { clock } = known ?? {};
	return {
		day: day.day,
		...(clock && { clock }),
		...(partition && { partition }),
		asked,
		...(setAside !== undefined && { setAside }),
	};
}

interface MergedDay {
	readonly path: string;
	readonly about: StoredQuestion;
	readonly answer: RequestAttempt;
	readonly former: Partition | undefined;
	readonly range: DayRange;
}

async function partitionAfter(
	merged: Merged,
	{ path, about, answer, former, range }: MergedDay,
	work: DayWork,
): Promise<Partition | undefined> {
	const { outcome } = answer;
	switch (merged.outcome) {
		case 'former':
			if (former && range.fromStart) {
				await describePartition(join(work.folder, former.folder), former, about, outcome, work);
			}
			return former;
		case 'answer':
			return takeOver(answer, path, about, work);
		case 'target':
			return complete(path, about, outcome, merged, work);
	}
}

/** Moves the folder of a damaged partition, so that users can examine records that were not merged. */
async function moveAside({ folder: name }: Partition, { folder, files }: DayWork): Promise<string> {
	const target = damagedFolderName(name);
	await onDisk(join(folder, name), () => renameDurably(join(folder, name), join(folder, target), files));
	return target;
}

/** Splits the request for a day into hourly chunks if its last response may lack records. */
function inPieces(stored: StoredQuestion, known: SyncedDay | undefined, { days }: SyncedSet): StoredQuestion {
	const doubts = known?.asked ? new ComparedAnswers(days).doubtsAbout(known.asked) : [];
	return doubts.some(isDoubtOfCount) ? { ...stored, plan: { ...stored.plan, chunking: 'hour' } } : stored;
}

async function answerTo(
	day: string,
	stored: StoredQuestion,
	work: DayWork,
	indexer: FreshTables | undefined,
): Promise<RequestAttempt> {
	const { folder, fields, dependencies, files, signal, report } = work;
	const name = (await findAsking(day, stored, folder)) ?? newAskingFolderName(day);
	const path = join(folder, name);
	const known = await readEntry(path);
	if (!known) {
		await assertRoom(folder, minRoomBytes, files);
		await onDisk(path, () => makeNewFolder(path, files));
		await onDisk(path, () => writeQuestion(path, stored, files));
	}
	const question = known?.stored ?? stored;
	await clearUnfinished(path, files);
	const outcome =
		known?.outcome ??
		(await fetchRange({ ...workIn(path, question, fields, dependencies, { signal, report, files }), indexer }));
	const file =
		(indexer && (await saveIndexOf(path, outcome, question, indexer, work))) ??
		(await inspectPartition(path, outcome.file, question.question, signal));
	return { name, stored: question, outcome, file };
}

async function saveIndexOf(
	folder: string,
	{ file, bytes }: Outcome,
	{ question }: StoredQuestion,
	fresh: FreshTables,
	{ files, signal }: DayWork,
): Promise<PartitionRecords | undefined> {
	const path = join(folder, file);
	await using table = await openIndexed(path, await fresh.take(path));
	await table?.saveIndex(signal, files).catch((error: unknown) => {
		// Disk errors are ignored, because opening the synced set also creates the index.
		if (!isProblem(error, 'disk')) {
			throw error;
		}
	});
	const times = table && (await timesByIndex(table, getTimeField(question.dateDimension), signal));
	return times && { path, bytes, ...times.found, fields: question.fields };
}

/**
 * Finds the folder of an identical request that was interrupted. The current day has no such folder, because its range
 * differs in each sync.
 */
async function findAsking(day: string, { question }: StoredQuestion, folder: string): Promise<string | undefined> {
	const names = await foldersIn(folder, (name) => isAskingFolderName(name) && dayOfFolder(name) === day);
	for (const name of names) {
		const entry = await readEntry(join(folder, name));
		// Serializing and parsing the request normalizes its members for the comparison.
		if (entry && isDeepStrictEqual(entry.stored.question, JSON.parse(JSON.stringify(question)))) {
			return name;
		}
	}
	return undefined;
}

async function takeOver(
	{ name, file, stored, outcome }: RequestAttempt,
	path: string,
	{ syncedSet }: StoredQuestion,
	{ folder, files, signal }: DayWork,
): Promise<Partition> {
	const asking = join(folder, name);
	const digest = await digestFile(join(asking, outcome.file), signal);
	await onDisk(path, async () => {
		// The settings are written again, because they may have changed after the request was interrupted.
		await writeQuestion(asking, { ...stored, syncedSet }, files);
		await writeOutcome(asking, { ...outcome, digest }, files);
		await renameDurably(asking, path, files);
	});
	return partitionOf(path, outcome.file, file, digest);
}

async function complete(
	path: string,
	stored: StoredQuestion,
	outcome: Outcome,
	{ more = [], sections, records }: Merged,
	work: DayWork,
): Promise<Partition> {
	const name = recordsFileName(stored.question);
	const fields = [...stored.question.fields, ...more];
	const known = records && { path: join(path, name), ...records, fields };
	const found = known ?? (await inspectPartition(path, name, { ...stored.question, fields }, work.signal));
	const digest = await digestFile(join(path, name), work.signal);
	const partition = { ...partitionOf(path, name, found, digest), ...(sections && { sections }) };
	await describePartition(path, partition, stored, outcome, work);
	return partition;
}

async function describePartition(
	path: string,
	{ file, rows, bytes, digest, sections }: Partition,
	{ syncedSet, ...stored }: StoredQuestion,
	{ answers: _, ...outcome }: Outcome,
	{ files }: DayWork,
): Promise<void> {
	await onDisk(path, async () => {
		await writeQuestion(path, { ...stored, syncedSet: withSections(syncedSet, sections) }, files);
		await writeOutcome(path, { ...outcome, file, rows, bytes, ...(digest !== undefined && { digest }) }, files);
	});
}

function withSections(settings: unknown, sections: Partition['sections']): unknown {
	return isObject(settings) && sections ? { ...settings, sections } : settings;
}

function partitionOf(
	path: string,
	file: string,
	{ rows, bytes, times, timeless, fields }: PartitionRecords,
	digest: string,
): Partition {
	return { folder: basename(path), file, rows, bytes, ...(times && { times }), timeless, fields, digest };
}

/**
 * Returns the result of a request. The time is converted to the service's clock, which is known only after the
 * response.
 */
function askedOf(
	{ since, until }: DayRange,
	{ stored, outcome }: RequestAttempt,
	{ notGivenAgain, before }: Pick<LastRequest, 'notGivenAgain'> & { readonly before: LastRequest | undefined },
	work: DayWork,
): LastRequest {
	const ahead = work.dependencies.clockAhead?.() ?? 0;
	const largest = outcome.answers?.largest ?? outcome.rows;
	const at = new Date(Math.min(Date.parse(stored.askedAt) + ahead, serviceTime(work.dependencies).getTime()));
	const most = mostBefore(before, at);
	return {
		at: at.toISOString(),
		since,
		until,
		zone: stored.zone ?? utc,
		largest,
		...(most > largest && { most }),
		proof: outcome.proof,
		doubts: outcome.doubts,
		notGivenAgain,
	};
}

function otherPartitions({ day }: CalendarDay, { days }: SyncedSet, { folder }: DayWork): readonly PartitionRecords[] {
	return days.flatMap(({ day: other, partition }) =>
		partition && other !== day ? [partitionFile(folder, partition)] : [],
	);
}
