import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isProblem } from '../../common/errors';
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
import { utc } from '../../plan/range';
import { timeFieldOf } from '../../plan/timeFields';
import { FreshTables } from '../../records/read/freshTables';
import { ComparedAnswers, isDoubtOfCount, mostBefore } from '../model/comparedAnswers';
import { hasFields } from '../model/dayState';
import type { CalendarDay } from '../model/days';
import { type Asked, dayIn, type KeptDay, type KeptSet, type Part } from '../model/keptSet';
import { dayOfFolder, isAskingFolderName, newAskingFolderName, newPartFolderName } from '../model/names';
import { type DayRange, dayRange, questionAbout } from './dayQuestion';
import type { DayWork } from './dayWork';
import { openIndexed, timesByIndex } from './indexedRecords';
import { type Merged, mergePart } from './mergePart';
import { fileOfPart, inspectPart, type PartRecords } from './partRecords';
import { serviceTime } from './serviceTime';

/** An answer in a folder of its own. */
interface Answer {
	/** Name of the folder. */
	readonly name: string;
	readonly stored: StoredQuestion;
	readonly outcome: Outcome;
	readonly file: PartRecords;
}

/**
 * Asks about a day, and makes its part of the answer. Until the set that knows of it is written, nothing that the set names
 * is changed. Stopped, it leaves the answer as far as it came, for the next time that the same is asked.
 * @param set Its parts are on the disk as it says.
 * @returns what is known of the day now
 * @throws AppError `disk`, `cancelled`, and whatever `exportErrors` throws
 */
export async function askDay(day: CalendarDay, set: KeptSet, work: DayWork): Promise<KeptDay> {
	const known = dayIn(set, day.day);
	const former = known?.part;
	const range = dayRange(day, former && hasFields(former, set.plan) ? known : undefined, set, work);
	const question = inPieces(questionAbout(range, set, work.now), known, set);
	// What is merged with a former part is another file in the end.
	const answer = await answerTo(day.day, question, work, former ? undefined : new FreshTables());
	const { stored, outcome, file } = answer;
	const path = join(work.folder, newPartFolderName(day.day));
	const about = questionAbout({ since: day.range.since, until: range.until }, set, work.now);
	const merged = await mergePart({
		question: stored.question,
		answer: file,
		former: former && fileOfPart(work.folder, former),
		others: partsOfOthers(day, set, work),
		target: async () => {
			await onDisk(path, () => makeNewFolder(path, work.files));
			return join(path, recordsFileName(about.question));
		},
		files: work.files,
		signal: work.signal,
	});
	const notGivenAgain = range.fromStart ? merged.notGivenAgain : (known?.asked?.notGivenAgain ?? 0);
	const asked = askedOf(range, answer, { notGivenAgain, before: known?.asked }, work);
	switch (merged.kept) {
		case 'former':
			if (former && range.fromStart) {
				await describePart(join(work.folder, former.folder), former, about, outcome, work);
			}
			return { day: day.day, ...(former && { part: former }), asked };
		case 'answer':
			return { day: day.day, part: await takeOver(answer, path, work), asked };
		case 'target':
			return { day: day.day, part: await complete(path, about, outcome, merged, work), asked };
	}
}

/** An answer whose number of records is in doubt is compared with those for the day's hours. */
function inPieces(stored: StoredQuestion, known: KeptDay | undefined, { days }: KeptSet): StoredQuestion {
	const doubts = known?.asked ? new ComparedAnswers(days).doubtsAbout(known.asked) : [];
	return doubts.some(isDoubtOfCount) ? { ...stored, plan: { ...stored.plan, slicing: 'hour' } } : stored;
}

/** Asks, or goes on with what was asked before by the very same question. */
async function answerTo(
	day: string,
	stored: StoredQuestion,
	work: DayWork,
	indexer: FreshTables | undefined,
): Promise<Answer> {
	const { folder, fields, parts, files, signal, report } = work;
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
		(await fetchRange({ ...workIn(path, question, fields, parts, { signal, report, files }), indexer }));
	const file =
		(indexer && (await saveIndexOf(path, outcome, question, indexer, work))) ??
		(await inspectPart(path, outcome.file, question.question, signal));
	return { name, stored: question, outcome, file };
}

/**
 * Saves what was learned of an answer as it came: whoever opens the set reads the day by it.
 * @returns undefined where it does not tell what a part is known by
 */
async function saveIndexOf(
	folder: string,
	{ file, bytes }: Outcome,
	{ question }: StoredQuestion,
	fresh: FreshTables,
	{ files, signal }: DayWork,
): Promise<PartRecords | undefined> {
	const path = join(folder, file);
	await using table = await openIndexed(path, await fresh.take(path));
	await table?.saveIndex(signal, files).catch((error: unknown) => {
		// It is made when the set is opened.
		if (!isProblem(error, 'disk')) {
			throw error;
		}
	});
	const times = table && (await timesByIndex(table, timeFieldOf(question.dateDimension), signal));
	return times && { path, bytes, ...times.found, fields: question.fields };
}

/** Of the present day each update asks another question, as time goes on. */
async function findAsking(day: string, { question }: StoredQuestion, folder: string): Promise<string | undefined> {
	const names = await foldersIn(folder, (name) => isAskingFolderName(name) && dayOfFolder(name) === day);
	for (const name of names) {
		const entry = await readEntry(join(folder, name));
		// Written and read back, so that both have the same members.
		if (entry && isDeepStrictEqual(entry.stored.question, JSON.parse(JSON.stringify(question)))) {
			return name;
		}
	}
	return undefined;
}

async function takeOver({ name, file, outcome }: Answer, path: string, { folder, files }: DayWork): Promise<Part> {
	await onDisk(path, () => renameDurably(join(folder, name), path, files));
	return partOf(path, outcome.file, file);
}

/** Puts beside merged records what tells what they are. */
async function complete(
	path: string,
	stored: StoredQuestion,
	outcome: Outcome,
	{ more = [], records }: Merged,
	work: DayWork,
): Promise<Part> {
	const name = recordsFileName(stored.question);
	const fields = [...stored.question.fields, ...more];
	const known = records && { path: join(path, name), ...records, fields };
	const part = partOf(
		path,
		name,
		known ?? (await inspectPart(path, name, { ...stored.question, fields }, work.signal)),
	);
	await describePart(path, part, stored, outcome, work);
	return part;
}

async function describePart(
	path: string,
	{ file, rows, bytes }: Part,
	stored: StoredQuestion,
	{ answers: _, ...outcome }: Outcome,
	{ files }: DayWork,
): Promise<void> {
	await onDisk(path, async () => {
		await writeQuestion(path, stored, files);
		await writeOutcome(path, { ...outcome, file, rows, bytes }, files);
	});
}

function partOf(path: string, file: string, { rows, bytes, times, timeless, fields }: PartRecords): Part {
	return { folder: basename(path), file, rows, bytes, ...(times && { times }), timeless, fields };
}

/** By the service's clock, which only the answer has told; what an earlier run asked was not asked later than now. */
function askedOf(
	{ until }: DayRange,
	{ stored, outcome }: Answer,
	{ notGivenAgain, before }: Pick<Asked, 'notGivenAgain'> & { readonly before: Asked | undefined },
	work: DayWork,
): Asked {
	const ahead = work.parts.clockAhead?.() ?? 0;
	const largest = outcome.answers?.largest ?? outcome.rows;
	const at = new Date(Math.min(Date.parse(stored.askedAt) + ahead, serviceTime(work.parts).getTime()));
	const most = mostBefore(before, at);
	return {
		at: at.toISOString(),
		until,
		zone: stored.zone ?? utc,
		largest,
		...(most > largest && { most }),
		proof: outcome.proof,
		doubts: outcome.doubts,
		notGivenAgain,
	};
}

function partsOfOthers({ day }: CalendarDay, { days }: KeptSet, { folder }: DayWork): readonly PartRecords[] {
	return days.flatMap(({ day: other, part }) => (part && other !== day ? [fileOfPart(folder, part)] : []));
}
