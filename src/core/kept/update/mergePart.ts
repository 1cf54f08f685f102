import { throwIfAborted } from '../../common/cancellation';
import { FramedFile } from '../../export/slices/framedFile';
import { formOfRecords, type RecordsForm } from '../../export/slices/recordsForm';
import type { SliceRecord } from '../../export/slices/sliceRecord';
import { sliceRecords } from '../../export/slices/sliceRecords';
import type { Files } from '../../files/durableFile';
import type { Question } from '../../plan/plan';
import type { PartRecords } from './partRecords';

interface MergeOptions {
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

interface Merged {
	/** Which file has the day's records now. */
	readonly kept: 'answer' | 'former' | 'target';
	/** Records of the former part that the answer does not have. */
	readonly notGivenAgain: number;
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
export async function mergePart(options: MergeOptions): Promise<Merged> {
	const { question, answer, former, signal } = options;
	const form = await formOfRecords((former ?? answer).path, question);
	const elsewhere = await countOthers(options, form);
	if (!former && elsewhere.size === 0) {
		return { kept: 'answer', notGivenAgain: 0 };
	}
	const before = former ? await countKeys(former.path, form, signal, () => true) : new Map<string, number>();
	const given = new Map<string, number>();
	const isNew = (record: SliceRecord) => {
		const key = record.key('time');
		const count = (given.get(key) ?? 0) + 1;
		given.set(key, count);
		return count > (elsewhere.get(key) ?? 0) + (before.get(key) ?? 0);
	};
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
			await writer.write(fresh);
		}
	}
	if (former ? written === 0 : dropped === 0) {
		return { kept: former ? 'former' : 'answer', notGivenAgain: lackingIn(given, before, elsewhere) };
	}
	await writer.finish();
	return { kept: 'target', notGivenAgain: lackingIn(given, before, elsewhere) };
}

/** Begins its file with the former part, once there is something to add to it. */
class LateWriter implements AsyncDisposable {
	private file: FramedFile | undefined;

	constructor(
		private readonly options: MergeOptions,
		private readonly form: RecordsForm,
	) {}

	async write(records: readonly SliceRecord[]): Promise<void> {
		this.file ??= await this.begin();
		await this.file.write(records);
	}

	async finish(): Promise<void> {
		this.file ??= await this.begin();
		await this.file.finish();
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

/** How often parts of other days have each of the records that the answer may have too. */
async function countOthers({ answer, others, signal }: MergeOptions, form: RecordsForm): Promise<Map<string, number>> {
	const counts = new Map<string, number>();
	const { times, timeless } = answer;
	for (const other of others) {
		const meets = times && other.times && other.times.first <= times.last && times.first <= other.times.last;
		const bothTimeless = timeless > 0 && other.timeless > 0;
		if (meets || bothTimeless) {
			const mayBeShared = ({ time }: SliceRecord) =>
				time === undefined ? bothTimeless : meets === true && times.first <= time && time <= times.last;
			for (const [key, count] of await countKeys(other.path, form, signal, mayBeShared)) {
				counts.set(key, (counts.get(key) ?? 0) + count);
			}
		}
	}
	return counts;
}

async function countKeys(
	path: string,
	{ shape }: RecordsForm,
	signal: AbortSignal,
	isWanted: (record: SliceRecord) => boolean,
): Promise<Map<string, number>> {
	const counts = new Map<string, number>();
	for await (const batch of sliceRecords(path, shape)) {
		throwIfAborted(signal);
		for (const record of batch.filter(isWanted)) {
			const key = record.key('time');
			counts.set(key, (counts.get(key) ?? 0) + 1);
		}
	}
	return counts;
}

type Counts = ReadonlyMap<string, number>;

function lackingIn(given: Counts, before: Counts, elsewhere: Counts): number {
	let lacking = 0;
	for (const [key, count] of before) {
		const ours = Math.max(0, (given.get(key) ?? 0) - (elsewhere.get(key) ?? 0));
		lacking += Math.max(0, count - ours);
	}
	return lacking;
}
