import { throwIfAborted, untilAborted } from '../../common/cancellation';
import { AppError, isProblem } from '../../common/errors';
import { isBusy } from '../../files/busyFiles';
import { type Files, nodeFiles } from '../../files/durableFile';
import type { RecordsIndexer } from '../../records/read/recordsIndexer';
import type { BodyConsumer } from '../../service/exportBody';
import type { Redactor } from '../../service/redaction';
import { type BodyVerdict, checkBody, type ExpectedBody } from '../check/bodyCheck';
import { plainWords } from '../check/plainWords';
import type { AnswerScan } from '../check/recordScan';
import { scanOfAnswer } from '../check/scanResponse';
import type { ExportProgress } from '../model/entry';
import { type AnswerWarnings, warningsIn } from '../model/responseWarnings';
import { RecordsFile } from './recordsFile';

interface RecordsTarget extends ExpectedBody {
	readonly path: string;
	/** Called after an error. Returns true to save the received part of the body. */
	readonly keepsBeginning?: () => boolean;
	/**
	 * Called if the body is complete but its file can't be renamed, for example because another program has opened the
	 * target file.
	 */
	readonly onRefused?: ((written: WrittenRecords) => Promise<void>) | undefined;
}

export interface WrittenRecords extends AnswerWarnings {
	readonly rows: number;
	readonly bytes: number;
}

interface ConsumerOptions {
	readonly files?: Files;
	readonly clock?: () => number;
	readonly indexer?: RecordsIndexer | undefined;
}

const windowMs = 1000;

/**
 * Writes a body to a file unchanged. The file gets its final name only if the body is complete and has the expected
 * content.
 *
 * A CSV file that was truncated after a record or inside the last cell looks complete. Therefore, CSV counts as
 * complete only if the server announces its length or sends a last chunk.
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
			try {
				for await (const chunk of follow(read, chunks)) {
					scan.push(chunk);
					if (scan.malformed) {
						break;
					}
					await file.write(chunk);
					bytes += chunk.length;
					progress.update(bytes, scan.rows);
				}
			} catch (error) {
				if (target.keepsBeginning?.()) {
					await file.finish();
				}
				throw error;
			}
			assertWhole(scan, read);
			if (body.totalBytes !== undefined && bytes < body.totalBytes) {
				throw new AppError({ kind: 'brokenBody', fault: 'shorterThanAnnounced' });
			}
			const warnings = warningsOf(scan, redact);
			throwIfAborted(signal);
			const endNotAnnounced = target.format === 'csv' && (body.untilClosed === true || body.moreCame?.() === true);
			const found = warningsIn({ ...warnings, ...(endNotAnnounced && { endNotAnnounced }) });
			const value = { rows: scan.rows, bytes, ...found };
			try {
				await file.finish();
			} catch (error) {
				if (isBusy(error)) {
					await target.onRefused?.(value).catch(() => undefined);
				}
				throw error;
			}
			await index?.keep(target.path);
			progress.end(bytes, scan.rows);
			return { kind: 'whole', value };
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
		case 'errorReported':
			throw new AppError({ kind: 'unexpectedBody', found: 'error', words: plainWords(scan.errorWords) });
		case 'valuesForRecords':
			// The error doesn't contain the value, because the value could be text from a record.
			throw new AppError({ kind: 'unexpectedBody', found: 'values', words: '' });
		default:
			throw new AppError({ kind: 'brokenBody', fault: end });
	}
}

/** Redacts the names in the warnings, because these names come from the service. */
function warningsOf(scan: AnswerScan, redact: Redactor): AnswerWarnings {
	try {
		const { saidPartial = [], unrequestedFields = [], ...others } = scan.warnings();
		return { ...others, saidPartial: saidPartial.map(redact), unrequestedFields: unrequestedFields.map(redact) };
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

async function* itemsUntilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void, void> {
	const iterator = items[Symbol.asyncIterator]();
	try {
		for (;;) {
			throwIfAborted(signal);
			const next = await untilAborted(iterator.next(), signal);
			if (next.done) {
				return;
			}
			yield next.value;
		}
	} finally {
		// After an abort, the source isn't awaited, because it may only close after its next chunk has arrived.
		const closed = iterator.return?.().catch(() => undefined);
		if (!signal.aborted) {
			await closed;
		}
	}
}

/** Buffer size in bytes, which is sufficient for any header and for the visible text of an error page. */
const capacity = 64 * 1024;

interface BodyHead {
	readonly verdict: Exclude<BodyVerdict, { kind: 'undecided' }>;
	readonly read: readonly Uint8Array[];
}

async function readHead(chunks: AsyncIterator<Uint8Array, void>, expected: ExpectedBody): Promise<BodyHead> {
	const beginning = Buffer.allocUnsafe(capacity);
	let length = 0;
	// Checks the text again only after its length has doubled, because checking each tiny chunk takes quadratic time.
	for (let nextCheck = 1; ; ) {
		const next = await chunks.next();
		const chunk = next.value ?? new Uint8Array();
		const fitting = chunk.subarray(0, capacity - length);
		beginning.set(fitting, length);
		length += fitting.length;
		const ended = next.done === true;
		const last = ended || length === capacity;
		if (!last && length < nextCheck) {
			continue;
		}
		nextCheck = length * 2;
		const bytes = beginning.subarray(0, length);
		const verdict = checkBody(bytes, expected, { ended, last });
		if (verdict.kind !== 'undecided') {
			return { verdict, read: [bytes, chunk.subarray(fitting.length)] };
		}
	}
}

const intervalMs = 125;

class DownloadProgress {
	private readonly throughput = new Throughput();
	private lastReport: number;

	constructor(
		private readonly totalBytes: number | undefined,
		private readonly report: (progress: ExportProgress) => void,
		private readonly clock: () => number,
	) {
		this.lastReport = clock();
		this.throughput.add(this.lastReport, 0);
	}

	update(bytes: number, rows: number): void {
		const now = this.clock();
		if (now - this.lastReport >= intervalMs) {
			this.send(now, bytes, rows);
		}
	}

	end(bytes: number, rows: number): void {
		this.send(this.clock(), bytes, rows);
	}

	private send(now: number, bytes: number, rows: number): void {
		this.lastReport = now;
		this.throughput.add(now, bytes);
		const { bytesPerSecond } = this.throughput;
		this.report({ state: 'downloading', bytes, totalBytes: this.totalBytes, rows, bytesPerSecond });
	}
}

export class Throughput {
	private readonly samples: { readonly at: number; readonly bytes: number }[] = [];

	/** @param at Time on a monotonic clock, in milliseconds. */
	add(at: number, bytes: number): void {
		this.samples.push({ at, bytes });
		// Of the samples that are older than `windowMs`, only the newest one is needed.
		while ((this.samples[1]?.at ?? at) <= at - windowMs) {
			this.samples.shift();
		}
	}

	get bytesPerSecond(): number {
		const first = this.samples[0];
		const last = this.samples.at(-1);
		if (!first || !last || last.at === first.at) {
			return 0;
		}
		return Math.round(((last.bytes - first.bytes) * 1000) / (last.at - first.at));
	}
}
