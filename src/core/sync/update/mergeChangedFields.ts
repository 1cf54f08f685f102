import { Bitset } from '../../common/bitset';
import { throwIfAborted } from '../../common/cancellation';
import type { ChunkRecord, KeyOf } from '../../export/chunks/chunkRecord';
import { FramedFile } from '../../export/chunks/framedFile';
import { type RecordShape, readChunkRecords } from '../../export/chunks/readChunkRecords';
import { formOfRecords } from '../../export/chunks/recordsForm';
import type { Files } from '../../files/durableFile';
import type { Question } from '../../plan/plan';
import { hasFields } from '../model/dayState';
import type { FieldsSection } from '../model/syncedSet';
import { countOthers, countRecords, RecordCounts } from './countRecords';
import { isIntact, isUnterminated, type PartitionRecords } from './partitionRecords';
import { placesIn, sectionsAfter, sectionsOf } from './sections';

/** Existing records with the same fields, which are compared with the response by these fields. */
interface Level {
	readonly shape: RecordShape;
	readonly about: KeyOf;
	readonly isOf: (section: FieldsSection) => boolean;
	readonly isNarrow: boolean;
}

interface Matches {
	/** Positions of the response's records that are also in other partitions. */
	readonly elsewhere: Bitset;
	/** Positions of the response's records that are also in the existing partition. */
	readonly matched: Bitset;
	/**
	 * Number of positions in each bitset. `filled` is the number of matched records that have fewer fields in the
	 * existing partition.
	 */
	readonly rows: { elsewhere: number; matched: number; filled: number };
	readonly remaining: readonly Remaining[];
}

interface Remaining {
	readonly level: Level;
	/** Existing records that are missing from the response, with the number of copies of each record. */
	readonly counts: RecordCounts;
}

/**
 * Merges records that don't all have the same fields. Records are identical if the values of their common fields are
 * equal. Existing records that the service no longer returns are appended to the response, and their new fields stay
 * empty.
 */
export async function mergeOtherFields(options: MergeOptions): Promise<Merged> {
	const { question, answer, former, signal } = options;
	const { shape } = await formOfRecords(answer.path, question);
	const matches = await matchRecords(options, shape);
	const { rows, remaining } = matches;
	const ours = answer.rows - rows.elsewhere;
	const lacking = remaining.reduce((sum, { counts }) => sum + counts.total, 0);
	const isReplaced = former?.damaged && lacking > 0 ? await replacedIn(options, former, matches, shape) : () => false;
	const retained =
		former && lacking > 0 ? await findRetained(former, remaining, isReplaced, signal) : new Set<number>();
	const notGivenAgain = retained.size;
	const isUseful = ours > rows.matched || rows.filled > 0;
	if (former && !former.damaged && !isUseful && hasFields(former, question)) {
		return { outcome: 'former', notGivenAgain };
	}
	const discarded = lacking > notGivenAgain || former?.damaged?.hasUnread ? { discarded: true } : {};
	if (rows.elsewhere === 0 && notGivenAgain === 0) {
		return { outcome: 'answer', notGivenAgain, ...discarded };
	}
	const more = former && notGivenAgain > 0 ? former.fields.filter((field) => !question.fields.includes(field)) : [];
	await write(options, { ...matches, retained }, more);
	const sections = sectionsAfter({ rows: ours, fields: question.fields }, former, retained);
	return { outcome: 'target', notGivenAgain, more, ...(sections && { sections }), ...discarded };
}

async function matchRecords(options: MergeOptions, shape: RecordShape): Promise<Matches> {
	const { answer, former, others, signal } = options;
	const [elsewhere, matched] = [new Bitset(answer.rows), new Bitset(answer.rows)];
	const rows = { elsewhere: 0, matched: 0, filled: 0 };
	const remaining: Remaining[] = [];
	for (const level of levelsOf(options, shape)) {
		const { about, isOf } = level;
		const hasAny = (file: PartitionRecords) => sectionsOf(file).some(isOf);
		const elsewhereCounts = await countOthers(answer, others.filter(hasAny), level.shape, signal, {
			about,
			placesIn: (other) => placesIn(other, isOf),
		});
		const counts =
			former && hasAny(former)
				? await countRecords(former, level.shape, signal, { about, isPlaced: placesIn(former, isOf) })
				: new RecordCounts();
		remaining.push({ level, counts });
		if (elsewhereCounts.size + counts.size === 0) {
			continue;
		}
		await forEachRecord(answer.path, level.shape, signal, (record, position) => {
			if (elsewhere.has(position) || matched.has(position)) {
				return;
			}
			const key = record.key(about);
			if (elsewhereCounts.take(key)) {
				elsewhere.add(position);
				rows.elsewhere++;
			} else if (counts.take(key)) {
				matched.add(position);
				rows.matched++;
				rows.filled += level.isNarrow ? 1 : 0;
			}
		});
	}
	return { elsewhere, matched, rows, remaining };
}

/** Returns the levels from most to fewest fields, so that exact matches are found first. */
function levelsOf({ answer, former, others }: MergeOptions, shape: RecordShape): readonly Level[] {
	const commonFields = ({ fields }: FieldsSection) => answer.fields.filter((field) => fields.includes(field));
	const sections = [...(former ? [former] : []), ...others].flatMap(sectionsOf);
	const byName = new Map(sections.map(commonFields).map((fields) => [JSON.stringify(fields), fields]));
	return [...byName]
		.sort(([, a], [, b]) => b.length - a.length)
		.map(([name, keyColumns]) => ({
			shape: { ...shape, keyColumns },
			about: keyColumns.includes(shape.timeField) ? 'time' : 'text',
			isOf: (section) => JSON.stringify(commonFields(section)) === name,
			isNarrow: keyColumns.length < answer.fields.length,
		}));
}

async function findRetained(
	former: PartitionRecords,
	remaining: readonly Remaining[],
	isReplaced: ReplacedTest,
	signal: AbortSignal,
): Promise<ReadonlySet<number>> {
	const retained = new Set<number>();
	for (const { level, counts } of remaining.filter(({ counts }) => counts.total > 0)) {
		const isPlaced = placesIn(former, level.isOf) ?? (() => true);
		await forEachRecord(former.path, level.shape, signal, (record, position) => {
			if (isPlaced(position) && counts.take(record.key(level.about)) && !isReplaced(record, position)) {
				retained.add(position);
			}
		});
	}
	return retained;
}

type ReplacedTest = (record: ChunkRecord, position: number) => boolean;

/**
 * Returns a function that returns true for existing records to drop: broken records, records with the time of a new
 * record (probably changed copies of it), records outside the day, and more copies than there were originally.
 */
async function replacedIn(
	{ answer, signal }: MergeOptions,
	{ path, fields, rows, damaged }: PartitionRecords,
	{ elsewhere, matched, rows: found, remaining }: Matches,
	shape: RecordShape,
): Promise<ReplacedTest> {
	const { format, timeField } = shape;
	const fresh = new RecordCounts();
	await forEachRecord(answer.path, shape, signal, ({ time }, position) => {
		if (!elsewhere.has(position) && !matched.has(position)) {
			fresh.add(String(time));
		}
	});
	let left = (damaged?.rows ?? rows) - found.matched;
	const { first = Number.NEGATIVE_INFINITY, last: latest = Number.POSITIVE_INFINITY } = damaged?.times ?? {};
	const hasTimes = answer.timeless === 0 && fields.includes(timeField);
	const last = remaining.reduce((sum, { counts }) => sum + counts.total, found.matched) - 1;
	const cutAt = (await isUnterminated(path, format)) ? last : undefined;
	return (record, position) =>
		position === cutAt ||
		!isIntact(record, format) ||
		(hasTimes && record.time === undefined) ||
		(record.time !== undefined && (record.time < first || record.time > latest)) ||
		fresh.take(String(record.time)) ||
		left-- <= 0;
}

interface Wanted extends Pick<Matches, 'elsewhere'> {
	readonly retained: ReadonlySet<number>;
}

async function write(options: MergeOptions, { elsewhere, retained }: Wanted, more: readonly string[]): Promise<void> {
	const { question, answer, former, target, files, signal } = options;
	const { shape, frame } = await formOfRecords(answer.path, question, more);
	const announced = answer.bytes + (former?.bytes ?? 0);
	await using file = await FramedFile.create(await target(), frame, { question, files, announced });
	const sources = [
		{ path: answer.path, isWanted: (position: number) => !elsewhere.has(position) },
		...(former && retained.size > 0
			? [{ path: former.path, isWanted: (position: number) => retained.has(position) }]
			: []),
	];
	for (const { path, isWanted } of sources) {
		let position = -1;
		for await (const batch of readChunkRecords(path, shape)) {
			throwIfAborted(signal);
			const wanted = batch.filter(() => isWanted(++position));
			if (wanted.length > 0) {
				await file.write(wanted);
			}
		}
	}
	await file.finish();
}

async function forEachRecord(
	path: string,
	shape: RecordShape,
	signal: AbortSignal,
	visit: (record: ChunkRecord, position: number) => void,
): Promise<void> {
	let position = -1;
	for await (const batch of readChunkRecords(path, shape)) {
		throwIfAborted(signal);
		for (const record of batch) {
			visit(record, ++position);
		}
	}
}

export interface MergeOptions {
	readonly question: Question;
	readonly answer: PartitionRecords;
	readonly former: PartitionRecords | undefined;
	readonly others: readonly PartitionRecords[];
	readonly target: () => Promise<string>;
	readonly files: Files;
	readonly signal: AbortSignal;
}

export interface Merged {
	/** File with the merged records of the day: the response, the previous file, or the new file `target`. */
	readonly outcome: 'answer' | 'former' | 'target';
	/** Number of records in the existing partition that are missing from the response. */
	readonly notGivenAgain: number;
	/** Properties of the target file. Undefined if they must be determined by reading the file. */
	readonly records?: Pick<PartitionRecords, 'rows' | 'bytes' | 'times' | 'timeless'>;
	/** Columns of the target file that weren't requested. */
	readonly more?: readonly string[];
	/** Sections of the target file. Undefined if all its records have the same fields. */
	readonly sections?: readonly FieldsSection[];
	/** True if the merged file lacks some records of a damaged partition. */
	readonly discarded?: boolean;
}
