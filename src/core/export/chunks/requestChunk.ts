import { join } from 'node:path';
import { throwIfAborted } from '../../common/cancellation';
import type { BodyConsumer, ExportBody } from '../../service/exportBody';
import { recordsConsumer, type WrittenRecords } from '../download/consumeBody';
import type { ExportProgress } from '../model/entry';
import { recordsFileName } from '../model/names';
import { warningsIn } from '../model/responseWarnings';
import { getQuestion } from './chunk';
import type { ChunkNode } from './chunkTree';
import type { ExportWork } from './exportWork';
import { findMismatchedFields } from './mismatches';
import { BrokenOffError, type HalvingRules, isBreak } from './splitRules';

/** Requests one chunk and writes the response to a file, but only if it is complete. Throws `BrokenOffError`. */
export async function requestChunk(
	{ folder, stored, fields, exportErrors, rules, files, indexer, signal }: ExportWork,
	{ chunk, queued }: Pick<ChunkNode, 'chunk' | 'queued'>,
	file: string,
	report: (progress: ExportProgress) => void,
): Promise<WrittenRecords> {
	const question = getQuestion(chunk, stored.question);
	const isFinal = file === recordsFileName(stored.question);
	const target = { path: join(folder, file), format: question.format, fields: question.fields };
	const consumer = givingUp(recordsConsumer(target, report, { files, indexer: isFinal ? indexer : undefined }), rules);
	const written = await exportErrors(question, consumer, signal, report, fields, queued);
	throwIfAborted(signal);
	return { ...written, ...warningsIn({ mismatches: await findMismatchedFields(target.path, question) }) };
}

/** Stops retrying after several broken transfers if enough data arrived that the size may be the reason. */
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
