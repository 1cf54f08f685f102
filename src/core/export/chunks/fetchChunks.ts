import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { throwIfAborted } from '../../common/cancellation';
import type { Question } from '../../plan/plan';
import { getTimeField } from '../../plan/timeFields';
import type { BodyConsumer, ExportBody } from '../../service/exportBody';
import { recordsConsumer, type WrittenRecords } from '../download/consumeBody';
import type { ExportProgress, LastAnswer, OverallProgress } from '../model/entry';
import { recordsFileName } from '../model/names';
import { warningsIn } from '../model/responseWarnings';
import { type Chunk, chunkFileName, getExtraFields, getQuestion } from './chunk';
import { type ChunkNode, isHeld } from './chunkTree';
import { type ExportWork, getZone } from './exportWork';
import { inspectChunk } from './inspectChunk';
import { countJoined, type JoinOptions } from './joinChunks';
import type { Journal } from './journal';
import { findMismatchedFields } from './mismatches';
import { halve } from './splitRange';
import { BrokenOffError, type HalvingRules, isBreak, whyHalve } from './splitRules';

export class ChunkFetcher {
	private lastAnswer: LastAnswer | undefined;
	private readonly reused: number;

	constructor(
		private readonly work: ExportWork,
		private readonly journal: Journal,
	) {
		this.reused = journal.tree.leaves.filter(isHeld).length;
	}

	fetchAll(): Promise<void> {
		return this.fetchUntil(async () => false);
	}

	fetchWanted(): Promise<void> {
		return this.fetchUntil(() => this.isLimitReached());
	}

	async ask(chunk: Chunk, file: string): Promise<{ readonly rows: number }> {
		return requestChunk(this.work, { chunk, queued: false }, file, (progress) => this.report(progress, undefined));
	}

	/**
	 * Fetches the export in one request. Returns undefined if the service requires smaller requests. The journal then
	 * contains the two halves of the chunk.
	 */
	fetchWhole(node: ChunkNode, file: string): Promise<WrittenRecords | undefined> {
		return this.fetch(node, file);
	}

	private async fetchUntil(isEnough: () => Promise<boolean>): Promise<void> {
		const { tree } = this.journal;
		for (let { next } = tree; next && !(await isEnough()); { next } = tree) {
			await this.fetchOne(next);
		}
	}

	private async fetchOne(node: ChunkNode): Promise<void> {
		const { folder, stored, signal } = this.work;
		const { format, fields, dateDimension } = stored.question;
		const file = chunkFileName(node.chunk.id, format);
		const written = (await findWritten(this.work, node, file)) ?? (await this.fetch(node, file));
		if (!written) {
			return;
		}
		const shape = { format, timeField: getTimeField(dateDimension), columns: fields };
		const inspected = await inspectChunk(folder, file, shape, signal);
		// A field that was requested only for merging doesn't have to be in the response.
		const fieldsMissing = written.fieldsMissing?.filter((name) => fields.includes(name)) ?? [];
		const held = { ...inspected, ...warningsIn({ ...written, fieldsMissing }) };
		await this.journal.writeCheckpoint({ entry: 'held', chunk: node.chunk.id, held });
	}

	private async fetch({ chunk, queued }: ChunkNode, file: string): Promise<WrittenRecords | undefined> {
		const { journal, work } = this;
		await journal.writeCheckpoint({ entry: 'asked', chunk: chunk.id, at: work.now().toISOString() });
		let noting: Promise<void> | undefined;
		const report = (progress: ExportProgress) => {
			if (progress.state === 'queued') {
				// If the export is interrupted, this entry shows that the service was preparing the chunk. The entry isn't
				// essential, so errors are ignored.
				noting ??= journal.writeCheckpoint({ entry: 'queued', chunk: chunk.id }).catch(() => undefined);
			}
			this.report(progress, chunk);
		};
		try {
			return await requestChunk(work, { chunk, queued }, file, report, (written) =>
				journal.writeCheckpoint({ entry: 'written', chunk: chunk.id, written }),
			);
		} catch (error) {
			const reason = whyHalve(error, work.rules);
			if (!reason) {
				throw error;
			}
			await noting;
			if (!(await this.halve(chunk, reason.floor))) {
				throw reason.error;
			}
			return undefined;
		} finally {
			await noting;
		}
	}

	async halve(chunk: Chunk, floor: number, near?: number): Promise<boolean> {
		const { question } = this.work.stored;
		const halves = halve(chunk, getZone(this.work), { floor, ...(near !== undefined && { near }) });
		if (!halves) {
			return false;
		}
		const extraFields = getExtraFields(question);
		const [first, second] = halves;
		const into = [
			{ id: `${chunk.id}a`, ...first, extraFields },
			{ id: `${chunk.id}b`, ...second, extraFields },
		] as const;
		await this.journal.writeCheckpoint({ entry: 'halved', chunk: chunk.id, into });
		return true;
	}

	private async isLimitReached(): Promise<boolean> {
		const { folder, stored, files, signal } = this.work;
		const { question } = stored;
		const { tree } = this.journal;
		if (question.limit === undefined || tree.resumable.rows < question.limit) {
			return false;
		}
		const chunks = tree.leaves.filter(isHeld).map(({ held }) => held);
		const options: JoinOptions = { folder, chunks, question, files, signal, onBytes: () => {} };
		return (await countJoined(options)) >= question.limit;
	}

	private report(progress: ExportProgress, chunk: Chunk | undefined): void {
		const kind = answerIn(progress);
		if (kind) {
			this.lastAnswer = { kind, at: this.work.now().getTime() };
		}
		this.work.report({ ...progress, overall: this.overall(chunk) });
	}

	private overall(chunk: Chunk | undefined): OverallProgress {
		const { tree } = this.journal;
		const { resumable } = tree;
		return {
			chunk: (chunk && tree.getPlace(chunk.id)) ?? resumable.chunks,
			chunks: resumable.chunks,
			reused: this.reused,
			rows: resumable.rows,
			bytes: resumable.bytes,
			...(this.lastAnswer && { lastAnswer: this.lastAnswer }),
		};
	}
}

function answerIn({ state }: ExportProgress): LastAnswer['kind'] | undefined {
	switch (state) {
		case 'queued':
		case 'throttled':
			return state;
		case 'downloading':
			return 'records';
		default:
			return undefined;
	}
}

async function requestChunk(
	{ folder, stored, fields, exportErrors, rules, files, indexer, signal }: ExportWork,
	{ chunk, queued }: Pick<ChunkNode, 'chunk' | 'queued'>,
	file: string,
	report: (progress: ExportProgress) => void,
	onRefused?: (written: WrittenRecords) => Promise<void>,
): Promise<WrittenRecords> {
	const question = getQuestion(chunk, stored.question);
	const isFinal = file === recordsFileName(stored.question);
	const keepsBeginning = () => isFinal && signal.aborted;
	const target = {
		path: join(folder, file),
		format: question.format,
		fields: question.fields,
		keepsBeginning,
		onRefused,
	};
	const consumer = givingUp(recordsConsumer(target, report, { files, indexer: isFinal ? indexer : undefined }), rules);
	const written = await exportErrors(question, consumer, signal, report, fields, queued);
	throwIfAborted(signal);
	return withMismatches(written, target.path, question);
}

async function withMismatches(written: WrittenRecords, path: string, question: Question): Promise<WrittenRecords> {
	return { ...written, ...warningsIn({ mismatches: await findMismatchedFields(path, question) }) };
}

/** Returns the description of a downloaded file, or undefined if the file doesn't have the recorded size. */
export async function findWritten(
	{ folder, stored }: Pick<ExportWork, 'folder' | 'stored'>,
	{ chunk, written }: ChunkNode,
	file: string,
): Promise<WrittenRecords | undefined> {
	const path = join(folder, file);
	const stats = written && (await stat(path).catch(() => undefined));
	return written && stats?.size === written.bytes
		? withMismatches(written, path, getQuestion(chunk, stored.question))
		: undefined;
}

/**
 * Stops retrying after several broken transfers if the amount of received data suggests that the response is too large.
 */
function givingUp(consumer: BodyConsumer<WrittenRecords>, rules: HalvingRules): BodyConsumer<WrittenRecords> {
	let breaks = 0;
	let most = 0;
	return async (body, signal, redact) => {
		const counted = countBytes(body);
		try {
			return await consumer(counted.body, signal, redact);
		} catch (error) {
			if (!isBreak(error)) {
				throw error;
			}
			breaks++;
			most = Math.max(most, counted.bytes());
			throw breaks >= rules.breaks && most >= rules.minBeforeBreak ? new BrokenOffError(error) : error;
		}
	};
}

function countBytes(body: ExportBody): { readonly body: ExportBody; readonly bytes: () => number } {
	let bytes = 0;
	async function* chunks() {
		for await (const chunk of body.chunks) {
			bytes += chunk.length;
			yield chunk;
		}
	}
	return { body: { ...body, chunks: chunks() }, bytes: () => bytes };
}
