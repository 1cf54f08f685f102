import { join } from 'node:path';
import { throwIfAborted } from '../../common/cancellation';
import type { BodyConsumer, ExportBody } from '../../service/exportBody';
import { recordsConsumer, type WrittenRecords } from '../download/consumeBody';
import { warningsIn } from '../model/answerWarnings';
import type { ExportProgress } from '../model/entry';
import { recordsFileName } from '../model/names';
import type { ExportWork } from './exportWork';
import { BrokenOffError, type HalvingRules, isBreak } from './halvingRules';
import { questionOf, type Slice } from './slice';
import { fieldsUnlikeAsked } from './unlikeAsked';

/**
 * Asks for one slice and writes the answer to a file of the folder, whole or not at all.
 * @throws whatever `exportErrors` does, and `BrokenOffError`
 */
export async function askSlice(
	{ folder, stored, fields, exportErrors, rules, files, indexer, signal }: ExportWork,
	slice: Slice,
	file: string,
	report: (progress: ExportProgress) => void,
): Promise<WrittenRecords> {
	const question = questionOf(slice, stored.question);
	const isFinal = file === recordsFileName(stored.question);
	const target = { path: join(folder, file), format: question.format, fields: question.fields };
	const consumer = givingUp(recordsConsumer(target, report, { files, indexer: isFinal ? indexer : undefined }), rules);
	const written = await exportErrors(question, consumer, signal, report, fields);
	throwIfAborted(signal);
	return { ...written, ...warningsIn({ unlikeAsked: await fieldsUnlikeAsked(target.path, question) }) };
}

/** Lets only so many bodies break off, if they do so after so much that their size may be the reason. */
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
