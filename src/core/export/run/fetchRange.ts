import { join } from 'node:path';
import { throwIfAborted } from '../../common/cancellation';
import { onDisk } from '../../files/diskError';
import type { Question } from '../../plan/plan';
import { type Chunk, getExtraFields } from '../chunks/chunk';
import { type ChunkNode, isHeld } from '../chunks/chunkTree';
import { type ExportWork, getZone } from '../chunks/exportWork';
import { ChunkFetcher, findWritten } from '../chunks/fetchChunks';
import { isAsHeld } from '../chunks/inspectChunk';
import { joinChunks } from '../chunks/joinChunks';
import { Journal } from '../chunks/journal';
import { evidenceOfOne, getEvidence, type ProofEvidence } from '../chunks/proof';
import { splitByCalendar } from '../chunks/splitRange';
import type { WrittenRecords } from '../download/consumeBody';
import { writeOutcome } from '../library/entryFiles';
import { removeChunks, retainsChunks } from '../library/orphans';
import type { Flag, Outcome } from '../model/entry';
import { recordsFileName } from '../model/names';
import { keepBeginning } from './keepBeginning';

/**
 * Completes an export from any state. Writes the request, the journal, the chunks, the final file, and the outcome, in
 * this order.
 */
export async function fetchRange(work: ExportWork): Promise<Outcome> {
	const { folder, stored, files, signal, indexer } = work;
	const { question } = stored;
	const path = join(folder, recordsFileName(question));
	const journal = (await Journal.open(folder, files)) ?? (await Journal.create(folder, firstChunks(work), files));
	const { tree } = journal;
	await dropChanged(work, journal);
	const fetcher = new ChunkFetcher(work, journal);
	const { whole } = tree;
	if (whole) {
		const written =
			(await findWritten(work, whole, recordsFileName(question))) ?? (await fetchWhole(work, fetcher, whole));
		if (written) {
			await journal.writeCheckpoint({ entry: 'written', chunk: whole.chunk.id, written });
			return finish(work, { written, evidence: evidenceOfOne(written), answers: undefined, wasChecked: false });
		}
	}
	await fetcher.fetchWanted();
	const chunks = tree.leaves.filter(isHeld).map(({ held }) => held);
	const totalBytes = chunks.reduce((sum, { bytes }) => sum + bytes, 0);
	const onBytes = counted(work, 'joining', totalBytes);
	const written = await joinChunks({ folder, chunks, question, files, signal, onBytes, indexer }, path);
	const largest = chunks.reduce((most, { rows }) => Math.max(most, rows), 0);
	const answers = { count: chunks.length, largest };
	return finish(work, { written, evidence: getEvidence(tree), answers, wasChecked: tree.checked.length > 0 });
}

/** Fetches the export in one request. If the user stops the export, the received records are saved. */
async function fetchWhole(work: ExportWork, fetcher: ChunkFetcher, whole: ChunkNode) {
	try {
		return await fetcher.fetchWhole(whole, recordsFileName(work.stored.question));
	} catch (error) {
		if (work.signal.aborted) {
			// If the received records can't be saved, the original error is still thrown.
			await keepBeginning(work).catch(() => undefined);
		}
		throw error;
	}
}

interface Result {
	readonly written: WrittenRecords;
	readonly evidence: ProofEvidence;
	readonly answers: Outcome['answers'];
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
	// Chunks that a verification has compared are removed, so that they aren't compared again.
	if (!retainsChunks(outcome) || wasChecked) {
		await removeChunks(folder, files);
	}
	return outcome;
}

/** Marks chunks as lost if their files differ from the journal, so that these chunks are fetched again. */
async function dropChanged(work: ExportWork, journal: Journal): Promise<void> {
	const held = journal.tree.leaves.filter(isHeld);
	const totalBytes = held.reduce((sum, node) => sum + node.held.bytes, 0);
	const onBytes = counted(work, 'checking', totalBytes);
	for (const node of held) {
		if (!(await isAsHeld(work.folder, node.held, onBytes, work.signal))) {
			await journal.writeCheckpoint({ entry: 'lost', chunk: node.chunk.id });
		}
	}
}

function firstChunks(work: ExportWork): readonly Chunk[] {
	const { plan, question } = work.stored;
	const ranges = plan.chunking ? splitByCalendar(question, plan.chunking, getZone(work)) : [question];
	const extraFields = ranges.length === 1 ? [] : getExtraFields(question);
	return ranges.map(({ since, until }, index) => ({ id: String(index + 1), since, until, extraFields }));
}

const reportIntervalMs = 125;

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
		if (now - last >= reportIntervalMs || bytes === totalBytes) {
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
