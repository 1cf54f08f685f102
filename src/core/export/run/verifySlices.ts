import { join } from 'node:path';
import { formatCivil } from '../../../shared/civilTime';
import { throwIfAborted } from '../../common/cancellation';
import { calendarOf, clockAt } from '../../plan/civilClock';
import { timeFieldOf } from '../../plan/timeFields';
import { removeQuietly, removeSlices } from '../library/leftovers';
import { type AnswerWarnings, doubtsAboutEnds, isAboutShape, mayLackRecords } from '../model/answerWarnings';
import type { Doubt, Outcome, Proof } from '../model/entry';
import { compareRecords } from '../slices/compareRecords';
import { secondsOf } from '../slices/cutRange';
import { type ExportWork, zoneOf } from '../slices/exportWork';
import { SliceFetcher } from '../slices/fetchSlices';
import { whyHalve } from '../slices/halvingRules';
import { inspectSlice, isAsHeld } from '../slices/inspectSlice';
import { countJoined, shapeOf } from '../slices/joinSlices';
import { Journal } from '../slices/journal';
import { unsureLeaves } from '../slices/proof';
import { extraFieldsOf, isPartOf } from '../slices/slice';
import type { SliceRecord } from '../slices/sliceRecord';
import { sliceRecords } from '../slices/sliceRecords';
import { type HeldNode, isHeld } from '../slices/sliceTree';
import { unionOfSlices } from '../slices/unionOfSlices';
import { counted } from './fetchRange';

interface Verdict {
	readonly proof: Proof;
	readonly doubts: readonly Doubt[];
}

/**
 * Asks for the halves of what may have been cut, and compares.
 *
 * Halves that have the same records prove the answer. When they have more, records came in since, or the answer was cut;
 * which of the two, other answers tell. The maximum is no less than any of them, so an answer that is smaller than another
 * one was not cut: what its halves have more has come since. Where none is larger, the range is asked for once more in one
 * piece, after the halves: if it still has fewer records than they have together, the answer is cut whenever it is asked
 * for; if not, it is now larger than it was, and was not cut then. Where the service does not give it in one piece nothing
 * tells, and what would be missing from a cut answer counts as missing.
 *
 * An answer whose end was not told, or that says itself that it may not be all, may have lost records anyhow, so whatever its
 * halves have more is missing from it. Halves that say so as well tell nothing.
 */
export async function verifySlices(work: ExportWork, outcome: Outcome): Promise<Verdict> {
	const journal = (await openIntact(work)) ?? (await beginWithWhole(work, outcome));
	const fetcher = new SliceFetcher(work, journal);
	const indivisible = await refine(work, journal, fetcher);
	const unsure = unsureLeaves(journal.tree).filter(({ held }) => held.endNotTold);
	const partial = journal.tree.leaves.filter(isHeld).filter(({ held }) => held.saidPartial);
	const lacking = [...new Set([...unsure, ...partial])].map(({ held }) => held);
	const verdicts: Verdict[] = [];
	for (const target of outermost(journal.tree.checked)) {
		const again = () => askAgain(work, fetcher, target);
		verdicts.push(await compare(work, journal, target, again));
	}
	if (indivisible > 0) {
		verdicts.push({ proof: 'unproven', doubts: [{ kind: 'indivisible', rows: indivisible }] });
	}
	if (lacking.length > 0) {
		verdicts.push({ proof: 'unproven', doubts: doubtsAboutEnds(lacking) });
	}
	// What was kept once where slices met is kept once where halves meet, so to find the same again tells nothing.
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

/** One doubt of each kind, about all records that are in doubt so. */
function summed(doubts: readonly Doubt[]): readonly Doubt[] {
	const byKind = new Map<Doubt['kind'], Doubt>();
	for (const doubt of doubts) {
		const rows = doubt.rows + (byKind.get(doubt.kind)?.rows ?? 0);
		byKind.set(doubt.kind, { ...doubt, rows });
	}
	return [...byKind.values()];
}

/** A record of a second that two slices share is missing from both: what they lack together is counted in the whole. */
async function withMissingOnce(
	{ folder, stored, files, signal }: ExportWork,
	{ tree }: Journal,
	outcome: Outcome,
	doubts: readonly Doubt[],
): Promise<readonly Doubt[]> {
	const slices = tree.leaves.filter(isHeld).map(({ held }) => held);
	const question = { ...stored.question, limit: undefined };
	const found = await countJoined({ folder, slices, question, files, signal, onBytes: () => {} });
	const rowsOf = (kind: Doubt['kind']) => doubts.find((doubt) => doubt.kind === kind)?.rows ?? 0;
	const rows = found - outcome.rows + rowsOf('notFoundAgain') - rowsOf('arrivedMeanwhile');
	return doubts.map((doubt) => (doubt.kind === 'missing' ? { ...doubt, rows: Math.max(1, rows) } : doubt));
}

/** Undefined when there is none, or its slices are not what they were. */
async function openIntact(work: ExportWork): Promise<Journal | undefined> {
	const { folder, files, signal } = work;
	const journal = await Journal.open(folder, files);
	const held = journal?.tree.all.filter(isHeld).map((node) => node.held) ?? [];
	const totalBytes = held.reduce((sum, { bytes }) => sum + bytes, 0);
	const onBytes = counted(work, 'checking', totalBytes);
	for (const slice of held) {
		if (!(await isAsHeld(folder, slice, onBytes, signal))) {
			await removeSlices(folder, files);
			return undefined;
		}
	}
	return journal;
}

/** The final file takes the place of a slice: there are no others any more. */
async function beginWithWhole({ folder, stored, files, signal }: ExportWork, outcome: Outcome): Promise<Journal> {
	const { question } = stored;
	const { since, until, format, fields, dateDimension } = question;
	const shape = { format, timeField: timeFieldOf(dateDimension), columns: fields };
	const held = await inspectSlice(folder, outcome.file, shape, signal);
	const journal = await Journal.create(folder, [{ id: '1', since, until, extraFields: [] }], files);
	const largestAnswer = outcome.answers?.largest ?? held.rows;
	const whole = { ...held, largestAnswer, ...warningsBehind(outcome.doubts) };
	await journal.write({ entry: 'held', slice: '1', held: whole });
	return journal;
}

/** What was odd about some answer by which it may lack records, and so is odd about what is made of all of them. */
function warningsBehind(doubts: readonly Doubt[]): AnswerWarnings {
	const untold = doubts.some(({ kind }) => kind === 'endNotTold');
	const partial = doubts.find((doubt) => doubt.kind === 'saidPartial');
	return { ...(untold && { endNotTold: untold }), ...(partial && { saidPartial: partial.names }) };
}

/**
 * Halves slices until none can have been cut.
 * @returns the records of those that cannot be halved and may have been cut at a maximum
 */
async function refine(work: ExportWork, journal: Journal, fetcher: SliceFetcher): Promise<number> {
	for (;;) {
		await fetcher.fetchAll();
		let halved = false;
		let indivisible = 0;
		for (const { slice, held } of unsureLeaves(journal.tree)) {
			// Between its records, so that each half has fewer.
			const { first, last } = held.times ?? { first: 0, last: 0 };
			const near = first < last ? clockAt(Math.floor((first + last) / 2), zoneOf(work)) : undefined;
			if (await fetcher.halve(slice, work.rules.floor, near)) {
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

/** Those that are not part of another one. */
function outermost(nodes: readonly HeldNode[]): readonly HeldNode[] {
	return nodes.filter(({ slice }) => !nodes.some((other) => isPartOf(slice.id, other.slice.id)));
}

async function compare(
	work: ExportWork,
	journal: Journal,
	{ slice, held }: HeldNode,
	askAgain: () => Promise<number | undefined>,
): Promise<Verdict> {
	const { folder, stored, signal } = work;
	const leaves = journal.tree
		.leavesOf(slice.id)
		.filter(isHeld)
		.map((leaf) => leaf.held);
	const shape = await shapeOf(folder, [held], stored.question);
	const timed = slice.extraFields.length > 0 || stored.question.fields.includes(shape.timeField);
	const onBytes = counted(
		work,
		'comparing',
		[held, ...leaves].reduce((sum, { bytes }) => sum + bytes, 0),
	);
	let found = 0;
	const difference = await compareRecords(
		() =>
			watched(
				sliceRecords(join(folder, held.file), shape, (chunk) => onBytes(chunk.length)),
				signal,
			),
		async function* () {
			found = 0;
			for await (const batch of watched(unionOfSlices(folder, leaves, shape, onBytes), signal)) {
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
		journal.tree.all.some((node) => isHeld(node) && node.slice.id !== slice.id && node.held.largestAnswer > largest)
	) {
		return { proof: 'proven', doubts: later };
	}
	const now = more > 0 ? await askAgain() : undefined;
	if (now !== undefined && now > largest) {
		return { proof: 'proven', doubts: later };
	}
	if (more > 0 && (now === undefined || now < found)) {
		return { proof: 'cut', doubts: [{ kind: 'missing', rows: more }, ...later.slice(1)] };
	}
	return { proof: 'unproven', doubts: later };
}

/**
 * How many records one answer has now; undefined when the service does not give it in one piece. A service that keeps its
 * answers would give the old one for the same question, so this one ends a second later.
 */
async function askAgain(work: ExportWork, fetcher: SliceFetcher, { slice }: HeldNode): Promise<number | undefined> {
	const { question } = work.stored;
	const [, until] = secondsOf(slice);
	const file = `slice-${slice.id}-again.${question.format}`;
	const longer = { ...slice, until: formatCivil(calendarOf(until + 1)), extraFields: extraFieldsOf(question) };
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
	batches: AsyncIterable<readonly SliceRecord[]>,
	signal: AbortSignal,
): AsyncGenerator<readonly SliceRecord[], void, void> {
	for await (const batch of batches) {
		throwIfAborted(signal);
		yield batch;
	}
}
