import { throwIfAborted } from '../../common/cancellation';
import type { ChunkRecord } from '../../export/chunks/chunkRecord';
import { FramedFile } from '../../export/chunks/framedFile';
import { type RecordShape, readChunkRecords } from '../../export/chunks/readChunkRecords';
import { formOfRecords, type RecordsForm } from '../../export/chunks/recordsForm';
import { RecordTimes } from '../../export/chunks/recordTimes';
import type { WrittenRecords } from '../../export/download/consumeBody';
import { hasFields } from '../model/dayState';
import { countOthers, countRecords, getTimes, meeting, RecordCounts } from './countRecords';
import { recordsOfTimes } from './indexedRecords';
import { type Merged, type MergeOptions, mergeOtherFields } from './mergeChangedFields';
import type { PartitionRecords } from './partitionRecords';

/**
 * Merges a response into the existing partition. The number of copies of each record is the number in the response
 * minus the number in other partitions, but at least the number in the existing partition. A record at the boundary of
 * two days is therefore stored once (see `mergeChunks`). Merging uses about 100 bytes of memory for each record of the
 * existing partition.
 */
export async function mergePartition({ others, ...options }: MergeOptions): Promise<Merged> {
	const { question, answer, former, signal } = options;
	const neighbours = meeting(answer, others);
	if (former?.damaged || !haveSameFields([answer, ...(former ? [former] : []), ...neighbours])) {
		return mergeOtherFields({ ...options, others: neighbours });
	}
	const form = await formOfRecords((former ?? answer).path, question);
	const elsewhere = await countOthers(answer, neighbours, form.shape, signal);
	if (!former && elsewhere.size === 0) {
		return { outcome: 'answer', notGivenAgain: 0 };
	}
	// Adjacent days overlap by one second. Usually, they have no record in common, and the response stays unchanged.
	if (!former && !(await hasAny(answer, { elsewhere, neighbours, shape: form.shape, signal }))) {
		return { outcome: 'answer', notGivenAgain: 0 };
	}
	const before = former ? await countRecords(former, form.shape, signal) : new RecordCounts();
	const given = new RecordCounts();
	const mayBeKnown = getTimes([...(former ? [former] : []), ...neighbours]);
	const isNew = (record: ChunkRecord) => {
		// A record whose time is new is a new record, so comparing its key isn't necessary. Most records have a new time.
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
	for await (const batch of readChunkRecords(answer.path, form.shape)) {
		throwIfAborted(signal);
		const fresh = batch.filter(isNew);
		written += fresh.length;
		dropped += batch.length - fresh.length;
		// The target file is created when the first new record is found. If there are no new records, an existing file is
		// used.
		if (fresh.length > 0) {
			times.add(fresh);
			await writer.write(fresh);
		}
	}
	if (former ? written === 0 : dropped === 0) {
		return { outcome: former ? 'former' : 'answer', notGivenAgain: lackingIn(given, before, elsewhere) };
	}
	if (former) {
		times.addAll(former);
	}
	const { bytes } = await writer.finish();
	return { outcome: 'target', notGivenAgain: lackingIn(given, before, elsewhere), records: { bytes, ...times.found } };
}

interface Elsewhere {
	readonly elsewhere: RecordCounts;
	readonly neighbours: readonly PartitionRecords[];
	readonly shape: RecordShape;
	readonly signal: AbortSignal;
}

async function hasAny(
	{ path }: PartitionRecords,
	{ elsewhere, neighbours, shape, signal }: Elsewhere,
): Promise<boolean> {
	for await (const batch of recordsOfTimes(path, shape, getTimes(neighbours), signal)) {
		if (batch.some((record) => elsewhere.of(record.key('time')) > 0)) {
			return true;
		}
	}
	return false;
}

function haveSameFields(files: readonly PartitionRecords[]): boolean {
	const [first = [], ...others] = files.map(({ fields }) => fields);
	const areSame = others.every((fields) => fields.length === first.length && hasFields({ fields }, { fields: first }));
	return areSame && files.every(({ sections }) => !sections);
}

/** Writes the target file. It is created as a copy of the existing partition when the first record is added. */
class LateWriter implements AsyncDisposable {
	private file: FramedFile | undefined;

	constructor(
		private readonly options: Omit<MergeOptions, 'others'>,
		private readonly form: RecordsForm,
	) {}

	async write(records: readonly ChunkRecord[]): Promise<void> {
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
			for await (const batch of readChunkRecords(former.path, this.form.shape)) {
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
