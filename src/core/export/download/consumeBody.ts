import { throwIfAborted } from '../../common/cancellation';
import { AppError, isProblem } from '../../common/errors';
import { itemsUntilAborted } from '../../common/itemsUntilAborted';
import { type Files, nodeFiles } from '../../files/durableFile';
import type { RecordsIndexer } from '../../records/read/recordsIndexer';
import type { BodyConsumer } from '../../service/exportBody';
import type { Redactor } from '../../service/redaction';
import type { ExpectedBody } from '../check/bodyCheck';
import { readHead } from '../check/bodyHead';
import { plainWords } from '../check/plainWords';
import type { AnswerScan } from '../check/recordScan';
import { scanOfAnswer } from '../check/scanOfAnswer';
import { type AnswerWarnings, warningsIn } from '../model/answerWarnings';
import type { ExportProgress } from '../model/entry';
import { DownloadProgress } from './downloadProgress';
import { RecordsFile } from './recordsFile';

interface RecordsTarget extends ExpectedBody {
	/** Where the records go; its folder exists. */
	readonly path: string;
}

export interface WrittenRecords extends AnswerWarnings {
	readonly rows: number;
	readonly bytes: number;
}

interface ConsumerOptions {
	readonly files?: Files;
	/** Milliseconds that never go back. */
	readonly clock?: () => number;
	/** Of the file, made on the way. */
	readonly indexer?: RecordsIndexer | undefined;
}

/**
 * Writes a body to a file as it comes, byte for byte, and counts its records on the way. The file gets its name only
 * when the body was what was asked for, and whole.
 *
 * A CSV cut exactly behind a record, or inside the last cell of an unquoted one, is whole to anyone who reads it: only
 * the transport can tell, by the announced length or the last chunk. Where it has neither, the end is said to be not told.
 * A service that announces less than it sends is found out as long as the connection stays open. Where it closes it, what
 * came behind the announced length is seen if it came along with what is before it, and the end is not told then either.
 */
export function recordsConsumer(
	target: RecordsTarget,
	report: (progress: ExportProgress) => void,
	{ files = nodeFiles, clock = () => performance.now(), indexer }: ConsumerOptions = {},
): BodyConsumer<WrittenRecords> {
	return async (body, signal, redact = (text) => text) => {
		const chunks = itemsUntilAborted(body.chunks, signal);
		try {
			const { verdict, read } = await readHead(chunks, target);
			if (verdict.kind === 'queued') {
				return verdict;
			}
			await using file = await RecordsFile.create(target.path, files, body.totalBytes);
			const index = indexer?.begin(target.format, body.totalBytes);
			const scan = scanOfAnswer(target, index);
			const progress = new DownloadProgress(body.totalBytes, report, clock);
			let bytes = 0;
			for await (const chunk of follow(read, chunks)) {
				scan.push(chunk);
				if (scan.malformed) {
					break;
				}
				await file.write(chunk);
				bytes += chunk.length;
				progress.update(bytes, scan.rows);
			}
			assertWhole(scan, read);
			if (body.totalBytes !== undefined && bytes < body.totalBytes) {
				throw new AppError({ kind: 'brokenBody', fault: 'shorterThanAnnounced' });
			}
			const warnings = warningsOf(scan, redact);
			throwIfAborted(signal);
			await file.finish();
			await index?.keep(target.path);
			progress.end(bytes, scan.rows);
			const endNotTold = target.format === 'csv' && (body.untilClosed === true || body.moreCame?.() === true);
			const found = warningsIn({ ...warnings, ...(endNotTold && { endNotTold }) });
			return { kind: 'whole', value: { rows: scan.rows, bytes, ...found } };
		} finally {
			await chunks.return();
		}
	};
}

function assertWhole(scan: AnswerScan, [beginning]: readonly Uint8Array[]): void {
	const end = scan.end();
	switch (end) {
		case 'whole':
			return;
		case 'noRecords': {
			const words = plainWords(new TextDecoder().decode(beginning));
			throw new AppError({ kind: 'unexpectedBody', found: 'json', words });
		}
		case 'errorTold':
			throw new AppError({ kind: 'unexpectedBody', found: 'error', words: plainWords(scan.errorWords) });
		case 'valuesForRecords':
			// What it is would be the text of a record.
			throw new AppError({ kind: 'unexpectedBody', found: 'values', words: '' });
		default:
			throw new AppError({ kind: 'brokenBody', fault: end });
	}
}

/** With names that are the service's words. @throws AppError `wrongHeader` */
function warningsOf(scan: AnswerScan, redact: Redactor): AnswerWarnings {
	try {
		const { saidPartial = [], fieldsUnasked = [], ...others } = scan.warnings();
		return { ...others, saidPartial: saidPartial.map(redact), fieldsUnasked: fieldsUnasked.map(redact) };
	} catch (error) {
		if (isProblem(error, 'wrongHeader')) {
			const { problem } = error;
			throw new AppError({ ...problem, unexpected: problem.unexpected.map(redact) });
		}
		throw error;
	}
}

async function* follow<T>(first: Iterable<T>, rest: AsyncIterable<T>): AsyncGenerator<T, void, void> {
	yield* first;
	yield* rest;
}
