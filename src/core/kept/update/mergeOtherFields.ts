import { throwIfAborted } from '../../common/cancellation';
import { FramedFile } from '../../export/slices/framedFile';
import { formOfRecords } from '../../export/slices/recordsForm';
import type { SliceRecord } from '../../export/slices/sliceRecord';
import { type RecordShape, sliceRecords } from '../../export/slices/sliceRecords';
import { hasFields } from '../model/dayState';
import { countOthers, countRecords, RecordCounts } from './countRecords';
import type { Merged, MergeOptions } from './mergePart';

interface OtherFields extends MergeOptions {
	/** The fields that all of the files have. */
	readonly shared: readonly string[];
}

/**
 * Does what `mergePart` does where the files have other fields than each other: records are the same when they are in the
 * fields that all have. The part has the answer's records and, behind them, those of the former part that are not given any
 * more: with the fields that they had, and nothing in those that they never had.
 */
export async function mergeOtherFields(options: OtherFields): Promise<Merged> {
	const { question, answer, former, others, shared, signal } = options;
	const { shape } = await formOfRecords(answer.path, question);
	const keyed: RecordShape = { ...shape, keyColumns: shared };
	const elsewhere = await countOthers(answer, others, keyed, signal);
	const before = former ? await countRecords(former, keyed, signal) : new RecordCounts();
	const isOurs = beyond(elsewhere);
	let fresh = 0;
	let dropped = 0;
	for await (const batch of sliceRecords(answer.path, keyed)) {
		throwIfAborted(signal);
		for (const record of batch) {
			if (!isOurs(record)) {
				dropped++;
			} else if (!before.take(record.key('time'))) {
				fresh++;
			}
		}
	}
	const notGivenAgain = before.total;
	if (former && fresh === 0 && hasFields(former, question)) {
		return { kept: 'former', notGivenAgain };
	}
	if (dropped === 0 && notGivenAgain === 0) {
		return { kept: 'answer', notGivenAgain };
	}
	const more = former && notGivenAgain > 0 ? former.fields.filter((field) => !question.fields.includes(field)) : [];
	await write(options, { elsewhere, lacking: before }, more);
	return { kept: 'target', notGivenAgain, more };
}

interface Counted {
	/** Records that parts of other days have. */
	readonly elsewhere: RecordCounts;
	/** Records of the former part that the answer does not have. */
	readonly lacking: RecordCounts;
}

async function write(options: OtherFields, { elsewhere, lacking }: Counted, more: readonly string[]): Promise<void> {
	const { question, answer, former, shared, target, files, signal } = options;
	const { shape, frame } = await formOfRecords(answer.path, question, more);
	const keyed: RecordShape = { ...shape, keyColumns: shared };
	const isOurs = beyond(elsewhere);
	const announced = answer.bytes + (former?.bytes ?? 0);
	await using file = await FramedFile.create(await target(), frame, { question, files, announced });
	const isLacking = (record: SliceRecord) => lacking.take(record.key('time'));
	const sources = [
		{ path: answer.path, isWanted: isOurs },
		...(former && lacking.total > 0 ? [{ path: former.path, isWanted: isLacking }] : []),
	];
	for (const { path, isWanted } of sources) {
		for await (const batch of sliceRecords(path, keyed)) {
			throwIfAborted(signal);
			const wanted = batch.filter(isWanted);
			if (wanted.length > 0) {
				await file.write(wanted);
			}
		}
	}
	await file.finish();
}

/** Whether a record is one more than those of the same key that parts of other days have. */
function beyond(elsewhere: RecordCounts): (record: SliceRecord) => boolean {
	const left = new RecordCounts();
	return (record) => {
		const key = record.key('time');
		return left.add(key) > elsewhere.of(key);
	};
}
