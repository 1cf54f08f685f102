import { join } from 'node:path';
import { formatCivil } from '../../../shared/civilTime';
import { throwIfAborted } from '../../common/cancellation';
import { clockAt, getCalendar } from '../../plan/civilClock';
import { getTimeField } from '../../plan/timeFields';
import { getExtraFields, isPartOf } from '../chunks/chunk';
import type { ChunkRecord, KeyOf } from '../chunks/chunkRecord';
import { type HeldNode, isHeld } from '../chunks/chunkTree';
import { type ExportWork, getZone } from '../chunks/exportWork';
import { ChunkFetcher } from '../chunks/fetchChunks';
import { inspectChunk, isAsHeld } from '../chunks/inspectChunk';
import { countJoined, getShape } from '../chunks/joinChunks';
import { Journal } from '../chunks/journal';
import { mergeChunks } from '../chunks/mergeChunks';
import { unsureLeaves } from '../chunks/proof';
import { readChunkRecords } from '../chunks/readChunkRecords';
import { getSeconds } from '../chunks/splitRange';
import { whyHalve } from '../chunks/splitRules';
import { removeChunks, removeQuietly } from '../library/orphans';
import type { Doubt, Outcome, Proof } from '../model/entry';
import { type AnswerWarnings, doubtsAboutEnds, isAboutShape, mayLackRecords } from '../model/responseWarnings';
import { counted } from './fetchRange';

interface Verdict {
	readonly proof: Proof;
	readonly doubts: readonly Doubt[];
}

/**
 * Requests the halves of chunks whose responses may have been truncated, and compares the records. Additional records
 * in the halves either arrived later or were missing from a truncated response. A response that is smaller than another
 * response can't have been truncated. The range of the largest response is requested once more. If the new response has
 * fewer records than both halves together, the service truncates responses.
 *
 * If a response has no end marker, or the service can't return the range in one response, the additional records in the
 * halves count as missing. If the halves have no end marker either, nothing is proven.
 */
export async function verifyChunks(work: ExportWork, outcome: Outcome): Promise<Verdict> {
	const journal = (await openIntact(work)) ?? (await beginWithWhole(work, outcome));
	const fetcher = new ChunkFetcher(work, journal);
	const indivisible = await refine(work, journal, fetcher);
	const unsure = unsureLeaves(journal.tree).filter(({ held }) => held.endNotAnnounced);
	const partial = journal.tree.leaves.filter(isHeld).filter(({ held }) => held.saidPartial);
	const lacking = [...new Set([...unsure, ...partial])].map(({ held }) => held);
	const verdicts: Verdict[] = [];
	for (const target of outermost(journal.tree.checked)) {
		const again = () => requestAgain(work, fetcher, target);
		verdicts.push(await compare(work, journal, target, again));
	}
	if (indivisible > 0) {
		verdicts.push({ proof: 'unproven', doubts: [{ kind: 'indivisible', rows: indivisible }] });
	}
	if (lacking.length > 0) {
		verdicts.push({ proof: 'unproven', doubts: doubtsAboutEnds(lacking) });
	}
	// Identical records without a time are included only once if they occur in both halves of a chunk. Therefore, the
	// response can be incomplete even if the halves contain no additional records.
	const timeless = outcome.doubts.filter(({ kind }) => kind === 'recordsWithoutTime');
	if (timeless.length > 0) {
		verdicts.push({ proof: 'unproven', doubts: timeless });
	}
	const proof =
		(['cut', 'unproven'] as const).find((worst) => verdicts.some(({ proof }) => proof === worst)) ?? 'proven';
	const shape = outcome.doubts.filter(isAboutShape);
	const doubts = summed([...verdicts.flatMap(({ doubts }) => doubts), ...shape]);
	const severalCut = verdicts.filter((verdict) => verdict.proof === 'cut').length > 1;
	return { proof, doubts: severalCut ? await withMissingOnce(work, journal, outcome, doubts) : doubts };
}

function summed(doubts: readonly Doubt[]): readonly Doubt[] {
	const byKind = new Map<Doubt['kind'], Doubt>();
	for (const doubt of doubts) {
		const rows = doubt.rows + (byKind.get(doubt.kind)?.rows ?? 0);
		byKind.set(doubt.kind, { ...doubt, rows });
	}
	return [...byKind.values()];
}

/** Counts the missing records by merging the chunks, so that records at chunk boundaries are counted only once. */
async function withMissingOnce(
	{ folder, stored, files, signal }: ExportWork,
	{ tree }: Journal,
	outcome: Outcome,
	doubts: readonly Doubt[],
): Promise<readonly Doubt[]> {
	const chunks = tree.leaves.filter(isHeld).map(({ held }) => held);
	const question = { ...stored.question, limit: undefined };
	const found = await countJoined({ folder, chunks, question, files, signal, onBytes: () => {} });
	const getRows = (kind: Doubt['kind']) => doubts.find((doubt) => doubt.kind === kind)?.rows ?? 0;
	const rows = found - outcome.rows + getRows('notFoundAgain') - getRows('arrivedMeanwhile');
	return doubts.map((doubt) => (doubt.kind === 'missing' ? { ...doubt, rows: Math.max(1, rows) } : doubt));
}

async function openIntact(work: ExportWork): Promise<Journal | undefined> {
	const { folder, files, signal } = work;
	const journal = await Journal.open(folder, files);
	const held = journal?.tree.all.filter(isHeld).map((node) => node.held) ?? [];
	const totalBytes = held.reduce((sum, { bytes }) => sum + bytes, 0);
	const onBytes = counted(work, 'checking', totalBytes);
	for (const chunk of held) {
		if (!(await isAsHeld(folder, chunk, onBytes, signal))) {
			await removeChunks(folder, files);
			return undefined;
		}
	}
	return journal;
}

async function beginWithWhole({ folder, stored, files, signal }: ExportWork, outcome: Outcome): Promise<Journal> {
	const { question } = stored;
	const { since, until, format, fields, dateDimension } = question;
	const shape = { format, timeField: getTimeField(dateDimension), columns: fields };
	const held = await inspectChunk(folder, outcome.file, shape, signal);
	const journal = await Journal.create(folder, [{ id: '1', since, until, extraFields: [] }], files);
	const largestAnswer = outcome.answers?.largest ?? held.rows;
	const whole = { ...held, largestAnswer, ...warningsBehind(outcome.doubts) };
	await journal.writeCheckpoint({ entry: 'held', chunk: '1', held: whole });
	return journal;
}

function warningsBehind(doubts: readonly Doubt[]): AnswerWarnings {
	const unannounced = doubts.some(({ kind }) => kind === 'endNotAnnounced');
	const partial = doubts.find((doubt) => doubt.kind === 'saidPartial');
	return { ...(unannounced && { endNotAnnounced: unannounced }), ...(partial && { saidPartial: partial.names }) };
}

async function refine(work: ExportWork, journal: Journal, fetcher: ChunkFetcher): Promise<number> {
	for (;;) {
		await fetcher.fetchAll();
		let halved = false;
		let indivisible = 0;
		for (const { chunk, held } of unsureLeaves(journal.tree)) {
			// The range is cut in the middle of the record times, so that each half contains only some of the records.
			const { first, last } = held.times ?? { first: 0, last: 0 };
			const near = first < last ? clockAt(Math.floor((first + last) / 2), getZone(work)) : undefined;
			if (await fetcher.halve(chunk, work.rules.floor, near)) {
				halved = true;
			} else if (!mayLackRecords(held)) {
				indivisible += held.rows;
			}
		}
		if (!halved) {
			return indivisible;
		}
	}
}

function outermost(nodes: readonly HeldNode[]): readonly HeldNode[] {
	return nodes.filter(({ chunk }) => !nodes.some((other) => isPartOf(chunk.id, other.chunk.id)));
}

async function compare(
	work: ExportWork,
	journal: Journal,
	{ chunk, held }: HeldNode,
	requestAgain: () => Promise<number | undefined>,
): Promise<Verdict> {
	const { folder, stored, signal } = work;
	const leaves = journal.tree
		.leavesOf(chunk.id)
		.filter(isHeld)
		.map((leaf) => leaf.held);
	const shape = await getShape(folder, [held], stored.question);
	const timed = chunk.extraFields.length > 0 || stored.question.fields.includes(shape.timeField);
	const onBytes = counted(
		work,
		'comparing',
		[held, ...leaves].reduce((sum, { bytes }) => sum + bytes, 0),
	);
	let found = 0;
	const difference = await compareRecords(
		() =>
			watched(
				readChunkRecords(join(folder, held.file), shape, (chunk) => onBytes(chunk.length)),
				signal,
			),
		async function* () {
			found = 0;
			for await (const batch of watched(mergeChunks(folder, leaves, shape, onBytes), signal)) {
				found += batch.length;
				yield batch;
			}
		},
		{ about: timed ? 'time' : 'text', rows: 2 * held.rows },
	);
	const { onlyFirst: gone, onlySecond: more } = difference;
	const later: Doubt[] = more > 0 ? [{ kind: 'arrivedMeanwhile', rows: more }] : [];
	if (gone > 0) {
		later.push({ kind: 'notFoundAgain', rows: gone });
	}
	if (later.length === 0) {
		return { proof: 'proven', doubts: [] };
	}
	if (mayLackRecords(held)) {
		return more > 0
			? { proof: 'cut', doubts: [{ kind: 'missing', rows: more }, ...later.slice(1)] }
			: { proof: 'unproven', doubts: later };
	}
	const largest = held.largestAnswer;
	if (
		journal.tree.all.some((node) => isHeld(node) && node.chunk.id !== chunk.id && node.held.largestAnswer > largest)
	) {
		return { proof: 'proven', doubts: later };
	}
	const now = more > 0 ? await requestAgain() : undefined;
	if (now !== undefined && now > largest) {
		return { proof: 'proven', doubts: later };
	}
	if (more > 0 && (now === undefined || now < found)) {
		return { proof: 'cut', doubts: [{ kind: 'missing', rows: more }, ...later.slice(1)] };
	}
	return { proof: 'unproven', doubts: later };
}

/**
 * Requests the range again, but one second longer, because the service could answer an identical request from a cache.
 */
async function requestAgain(work: ExportWork, fetcher: ChunkFetcher, { chunk }: HeldNode): Promise<number | undefined> {
	const { question } = work.stored;
	const [, until] = getSeconds(chunk);
	const file = `chunk-${chunk.id}-again.${question.format}`;
	const longer = { ...chunk, until: formatCivil(getCalendar(until + 1)), extraFields: getExtraFields(question) };
	try {
		return (await fetcher.ask(longer, file)).rows;
	} catch (error) {
		if (whyHalve(error, work.rules)) {
			return undefined;
		}
		throw error;
	} finally {
		await removeQuietly(join(work.folder, file), work.files);
	}
}

async function* watched(
	batches: AsyncIterable<readonly ChunkRecord[]>,
	signal: AbortSignal,
): AsyncGenerator<readonly ChunkRecord[], void, void> {
	for await (const batch of batches) {
		throwIfAborted(signal);
		yield batch;
	}
}

const maxKeys = 500_000;

type Batches = AsyncIterable<readonly ChunkRecord[]>;

interface Comparison {
	/** Number of records, including duplicates, that only the first source contains. */
	readonly onlyFirst: number;
	readonly onlySecond: number;
}

/**
 * Compares two sources of records, including the number of duplicates. Reads the sources several times to save memory.
 * `rows` is the estimated number of records.
 */
async function compareRecords(
	first: () => Batches,
	second: () => Batches,
	{ about, rows }: { readonly about: KeyOf; readonly rows: number },
): Promise<Comparison> {
	const parts = Math.max(1, Math.ceil(rows / maxKeys));
	let [onlyFirst, onlySecond] = [0, 0];
	for (let part = 0; part < parts; part++) {
		const counts = new Map<string, number>();
		await count(first(), 1);
		await count(second(), -1);
		for (const difference of counts.values()) {
			onlyFirst += Math.max(0, difference);
			onlySecond += Math.max(0, -difference);
		}

		async function count(batches: Batches, step: number): Promise<void> {
			for await (const batch of batches) {
				for (const record of batch) {
					const key = record.key(about);
					if (Buffer.from(key, 'base64').readUInt32BE() % parts !== part) {
						continue;
					}
					const counted = (counts.get(key) ?? 0) + step;
					if (counted === 0) {
						counts.delete(key);
					} else {
						counts.set(key, counted);
					}
				}
			}
		}
	}
	return { onlyFirst, onlySecond };
}
