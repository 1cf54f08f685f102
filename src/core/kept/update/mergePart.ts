import { throwIfAborted } from '../../common/cancellation';
import type { WrittenRecords } from '../../export/download/consumeBody';
import { FramedFile } from '../../export/slices/framedFile';
import { formOfRecords, type RecordsForm } from '../../export/slices/recordsForm';
import { RecordTimes } from '../../export/slices/recordTimes';
import type { SliceRecord } from '../../export/slices/sliceRecord';
import { type RecordShape, sliceRecords } from '../../export/slices/sliceRecords';
import type { Files } from '../../files/durableFile';
import type { Question } from '../../plan/plan';
import { countOthers, countRecords, meeting, RecordCounts, timesOf } from './countRecords';
import { recordsOfTimes } from './indexedRecords';
import { mergeOtherFields } from './mergeOtherFields';
import type { PartRecords } from './partRecords';

export interface MergeOptions {
	/** Of the answer. */
	readonly question: Question;
	readonly answer: PartRecords;
	/** What the day has so far. */
	readonly former: PartRecords | undefined;
	/** The parts of other days, which may share moments with this one. */
	readonly others: readonly PartRecords[];
	/** Where the merged records go, in a folder that is made when there are any. */
	readonly target: () => Promise<string>;
	readonly files: Files;
	readonly signal: AbortSignal;
}

export interface Merged {
	/** Which file has the day's records now. */
	readonly kept: 'answer' | 'former' | 'target';
	/** Records of the former part that the answer does not have. */
	readonly notGivenAgain: number;
	/** Of the target, where that is known without reading it. */
	readonly records?: Pick<PartRecords, 'rows' | 'bytes' | 'times' | 'timeless'>;
	/** Columns of the target that the question does not have. */
	readonly more?: readonly string[];
}

/**
 * Makes a day's part of an answer: of each record as many as the answer has beyond those that parts of other days have, and
 * never fewer than the day had before. So the parts of a set together have each record as often as any answer had it, and
 * what they share in moments at the edges of days is in one of them. Neither the clock of the service nor what it makes of
 * the ends of a range matters; `unionOfSlices` says why.
 *
 * It takes about 100 bytes of memory for each record of the former part.
 * @throws AppError `disk` or `cancelled`
 */
export async function mergePart({ others, ...options }: MergeOptions): Promise<Merged> {
	const { question, answer, former, signal } = options;
	const neighbours = meeting(answer, others);
	const shared = sharedFields([answer, ...(former ? [former] : []), ...neighbours]);
	if (shared) {
		return mergeOtherFields({ ...options, others: neighbours, shared });
	}
	const form = await formOfRecords((former ?? answer).path, question);
	const elsewhere = await countOthers(answer, neighbours, form.shape, signal);
	if (!former && elsewhere.size === 0) {
		return { kept: 'answer', notGivenAgain: 0 };
	}
	// Mostly what is shared is a second at the edge of the day, of which nothing was given twice.
	if (!former && !(await hasAny(answer, { elsewhere, neighbours, shape: form.shape, signal }))) {
		return { kept: 'answer', notGivenAgain: 0 };
	}
	const before = former ? await countRecords(former, form.shape, signal) : new RecordCounts();
	const given = new RecordCounts();
	const mayBeKnown = timesOf([...(former ? [former] : []), ...neighbours]);
	const isNew = (record: SliceRecord) => {
		// Most records come at moments of which nothing is known, and need not be told from others.
		if (!mayBeKnown(record)) {
			return true;
		}
		const key = record.key('time');
		return given.add(key) > elsewhere.of(key) + before.of(key);
	};
	const times = new RecordTimes();
	let written = 0;
	let dropped = 0;
	const writer = new LateWriter(options, form);
	await using _file = writer;
	for await (const batch of sliceRecords(answer.path, form.shape)) {
		throwIfAborted(signal);
		const fresh = batch.filter(isNew);
		written += fresh.length;
		dropped += batch.length - fresh.length;
		// Without a former part the answer may turn out to be the part as it is.
		if (fresh.length > 0) {
			times.add(fresh);
			await writer.write(fresh);
		}
	}
	if (former ? written === 0 : dropped === 0) {
		return { kept: former ? 'former' : 'answer', notGivenAgain: lackingIn(given, before, elsewhere) };
	}
	if (former) {
		times.addAll(former);
	}
	const { bytes } = await writer.finish();
	return { kept: 'target', notGivenAgain: lackingIn(given, before, elsewhere), records: { bytes, ...times.found } };
}

interface Elsewhere {
	readonly elsewhere: RecordCounts;
	readonly neighbours: readonly PartRecords[];
	readonly shape: RecordShape;
	readonly signal: AbortSignal;
}

/** Whether a file has any of the records that are elsewhere. */
async function hasAny({ path }: PartRecords, { elsewhere, neighbours, shape, signal }: Elsewhere): Promise<boolean> {
	for await (const batch of recordsOfTimes(path, shape, timesOf(neighbours), signal)) {
		if (batch.some((record) => elsewhere.of(record.key('time')) > 0)) {
			return true;
		}
	}
	return false;
}

/** The fields that all of them have, where they have not the same; in no order. */
function sharedFields(files: readonly PartRecords[]): readonly string[] | undefined {
	const [first = [], ...others] = files.map(({ fields }) => fields);
	const shared = first.filter((field) => others.every((fields) => fields.includes(field)));
	return files.every(({ fields }) => fields.length === shared.length) ? undefined : shared;
}

/** Begins its file with the former part, once there is something to add to it. */
class LateWriter implements AsyncDisposable {
	private file: FramedFile | undefined;

	constructor(
		private readonly options: Omit<MergeOptions, 'others'>,
		private readonly form: RecordsForm,
	) {}

	async write(records: readonly SliceRecord[]): Promise<void> {
		this.file ??= await this.begin();
		await this.file.write(records);
	}

	async finish(): Promise<WrittenRecords> {
		this.file ??= await this.begin();
		return this.file.finish();
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.file?.[Symbol.asyncDispose]();
	}

	private async begin(): Promise<FramedFile> {
		const { question, answer, former, target, files, signal } = this.options;
		const announced = answer.bytes + (former?.bytes ?? 0);
		const file = await FramedFile.create(await target(), this.form.frame, { question, files, announced });
		if (former) {
			for await (const batch of sliceRecords(former.path, this.form.shape)) {
				throwIfAborted(signal);
				await file.write(batch);
			}
		}
		return file;
	}
}

function lackingIn(given: RecordCounts, before: RecordCounts, elsewhere: RecordCounts): number {
	let lacking = 0;
	for (const [key, count] of before.entries()) {
		const ours = Math.max(0, given.of(key) - elsewhere.of(key));
		lacking += Math.max(0, count - ours);
	}
	return lacking;
}
