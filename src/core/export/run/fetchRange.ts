import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { throwIfAborted } from '../../common/cancellation';
import { onDisk } from '../../files/diskError';
import type { Question } from '../../plan/plan';
import type { WrittenRecords } from '../download/consumeBody';
import { writeOutcome } from '../library/entryFiles';
import { keepsSlices, removeSlices } from '../library/leftovers';
import type { Flag, Outcome } from '../model/entry';
import { recordsFileName } from '../model/names';
import { cutByCalendar } from '../slices/cutRange';
import { type ExportWork, zoneOf } from '../slices/exportWork';
import { SliceFetcher } from '../slices/fetchSlices';
import { isAsHeld } from '../slices/inspectSlice';
import { joinSlices } from '../slices/joinSlices';
import { Journal } from '../slices/journal';
import { evidenceOf, evidenceOfOne, type ProofEvidence } from '../slices/proof';
import { extraFieldsOf, type Slice } from '../slices/slice';
import { isHeld, type SliceNode } from '../slices/sliceTree';

/**
 * Brings an export to its end from wherever it is: from nothing, from a journal, or from records that only lack the
 * outcome. Whatever it is stopped by, the journal tells what is left to do.
 *
 * What is on the disk, in this order: the question, the journal, the slices, the final file, the outcome; then the slices
 * and the journal are removed. An export in one piece has no slices: its answer is written into the final file.
 */
export async function fetchRange(work: ExportWork): Promise<Outcome> {
	const { folder, stored, files, signal, indexer } = work;
	const { question } = stored;
	const path = join(folder, recordsFileName(question));
	const journal = (await Journal.open(folder, files)) ?? (await Journal.create(folder, firstSlices(work), files));
	const { tree } = journal;
	await dropChanged(work, journal);
	const fetcher = new SliceFetcher(work, journal);
	const { whole } = tree;
	if (whole) {
		const written = (await findWritten(path, whole)) ?? (await fetcher.fetchWhole(whole, recordsFileName(question)));
		if (written) {
			await journal.write({ entry: 'written', slice: whole.slice.id, written });
			return finish(work, { written, evidence: evidenceOfOne(written), answers: undefined, wasChecked: false });
		}
	}
	await fetcher.fetchWanted();
	const slices = tree.leaves.filter(isHeld).map(({ held }) => held);
	const totalBytes = slices.reduce((sum, { bytes }) => sum + bytes, 0);
	const onBytes = counted(work, 'joining', totalBytes);
	const written = await joinSlices({ folder, slices, question, files, signal, onBytes, indexer }, path);
	const largest = slices.reduce((most, { rows }) => Math.max(most, rows), 0);
	const answers = { count: slices.length, largest };
	return finish(work, { written, evidence: evidenceOf(tree), answers, wasChecked: tree.checked.length > 0 });
}

interface Result {
	readonly written: WrittenRecords;
	readonly evidence: ProofEvidence;
	readonly answers: Outcome['answers'];
	/** A verification found out that the export was cut. */
	readonly wasChecked: boolean;
}

async function finish(work: ExportWork, { written, evidence, answers, wasChecked }: Result): Promise<Outcome> {
	const { folder, stored, files, now, started, signal } = work;
	throwIfAborted(signal);
	const { rows, bytes } = written;
	const flags = flagsOf(stored.question, rows);
	const complete = !flags.includes('limitReached') && !flags.includes('shardsSkipped');
	const outcome: Outcome = {
		version: 1,
		file: recordsFileName(stored.question),
		rows,
		bytes,
		finishedAt: now().toISOString(),
		durationMs: Math.round(performance.now() - started),
		flags,
		proof: complete ? evidence.proof : 'unproven',
		doubts: evidence.doubts,
		...(answers && { answers }),
	};
	await onDisk(folder, () => writeOutcome(folder, outcome, files));
	// Slices that a verification compared would be compared again, with records that are complete by now.
	if (!keepsSlices(outcome) || wasChecked) {
		await removeSlices(folder, files);
	}
	return outcome;
}

/** Fetches again what is not what the journal says. */
async function dropChanged(work: ExportWork, journal: Journal): Promise<void> {
	const held = journal.tree.leaves.filter(isHeld);
	const totalBytes = held.reduce((sum, node) => sum + node.held.bytes, 0);
	const onBytes = counted(work, 'checking', totalBytes);
	for (const node of held) {
		if (!(await isAsHeld(work.folder, node.held, onBytes, work.signal))) {
			await journal.write({ entry: 'lost', slice: node.slice.id });
		}
	}
}

function firstSlices(work: ExportWork): readonly Slice[] {
	const { plan, question } = work.stored;
	const ranges = plan.slicing ? cutByCalendar(question, plan.slicing, zoneOf(work)) : [question];
	const extraFields = ranges.length === 1 ? [] : extraFieldsOf(question);
	return ranges.map(({ since, until }, index) => ({ id: String(index + 1), since, until, extraFields }));
}

/** A file gets its final name when it is whole, and is read-only then. */
async function findWritten(path: string, { written }: SliceNode): Promise<WrittenRecords | undefined> {
	const stats = written && (await stat(path).catch(() => undefined));
	return stats?.size === written?.bytes ? written : undefined;
}

/** About eight reports a second: as many as a person can make out (milliseconds). */
const reportInterval = 125;

/** Turns pieces into reports of the whole. */
export function counted(
	{ report }: ExportWork,
	state: 'checking' | 'joining' | 'comparing',
	totalBytes: number,
): (bytes: number) => void {
	let bytes = 0;
	let last = Number.NEGATIVE_INFINITY;
	return (more) => {
		bytes += more;
		const now = performance.now();
		if (now - last >= reportInterval || bytes === totalBytes) {
			last = now;
			report({ state, bytes, totalBytes });
		}
	};
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
