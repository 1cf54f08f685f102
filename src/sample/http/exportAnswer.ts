import { setImmediate } from 'node:timers/promises';
import type { Question } from '../../core/plan/plan';
import type { RequestFaults } from '../faults/set';
import type { SampleRecord, SampleRecords } from '../records/source';
import { addSeconds, rangeSeconds } from '../world/civilSeconds';
import { type SampleAnswer, textAnswer } from './answer';
import { type RecordWriter, recordWriter } from './recordText';

const daySeconds = 86_400;
const hourSeconds = 3600;

interface AskedExport {
	/** Exact URL of the request. Live services identify a queued export by its URL. */
	readonly url: string;
	readonly cacheControl: string | undefined;
	/** Sequence number of the request. It determines the order of the records if the fault `shuffled` is active. */
	readonly number: number;
	/** Time of the request in Unix seconds. */
	readonly at: number;
	readonly question: Question;
	readonly source: SampleRecords | undefined;
}

export function answerExport(request: AskedExport, faults: RequestFaults): SampleAnswer {
	const { question } = request;
	const longest = faults.count('tooLarge');
	if (longest !== undefined && rangeSeconds(question) > longest * daySeconds) {
		return textAnswer(400, 'Request is too big. Try to use more parts.');
	}
	if (faults.has('shardsUnavailable') && !question.skipUnavailableShards) {
		return textAnswer(503, 'Some shards are unavailable. Try again later or set skip_unavailable_shards.');
	}
	const asOf = cachedAt(request, faults);
	return queueAnswer(request, faults) ?? records(request, faults, asOf);
}

/** Returns the time when the response was cached (Unix seconds), or undefined if the fault `cached` is not active. */
function cachedAt({ url, cacheControl, at }: AskedExport, faults: RequestFaults): number | undefined {
	const [hours, times] = [faults.count('cached'), faults.memory('cached')?.cachedAt];
	if (hours === undefined || !times) {
		return undefined;
	}
	const before = times.get(url);
	const isExpired = before === undefined || (hours > 0 && at - before >= hours * hourSeconds);
	const asOf = isExpired || isCacheDisabled(cacheControl) ? at : before;
	times.set(url, asOf);
	return asOf;
}

function isCacheDisabled(cacheControl: string | undefined): boolean {
	return /\bno-cache\b/i.test(cacheControl ?? '');
}

/** Simulates the export queue. A client that polls with `Cache-Control: no-cache` never receives the export. */
function queueAnswer({ url, cacheControl }: AskedExport, faults: RequestFaults): SampleAnswer | undefined {
	if (faults.has('queueText')) {
		return textAnswer(200, 'Your query is added to the queue.');
	}
	const stuckAt = faults.count('queuedForever');
	if (stuckAt !== undefined) {
		return textAnswer(202, `Wait for result. Progress is ${stuckAt}%.`);
	}
	const withPercent = faults.has('queuedWithPercent');
	const name = withPercent ? 'queuedWithPercent' : 'queued';
	const [needed, polls] = [faults.count(name), faults.memory(name)?.polls];
	if (needed === undefined || !polls) {
		return undefined;
	}
	const before = polls.get(url) ?? 0;
	const isQueued = before > 0 && before < needed;
	const anew = isCacheDisabled(cacheControl);
	const done = anew ? 0 : before;
	if (done >= needed) {
		return undefined;
	}
	polls.set(url, done + 1);
	if (anew && isQueued) {
		return textAnswer(202, 'Your query is moved to the end of the queue due to provided Cache-Control restriction.');
	}
	if (done === 0) {
		return textAnswer(202, 'Your query is added to the queue.');
	}
	const progress = withPercent ? ` Progress is ${Math.floor((100 * done) / needed)}%.` : '';
	return textAnswer(202, `Wait for result.${progress}`);
}

function records(
	{ question, number, source }: AskedExport,
	faults: RequestFaults,
	asOf: number | undefined,
): SampleAnswer {
	const wider = faults.count('edgeDuplicates') ?? 0;
	const fields = faults.has('columnsReversed') ? question.fields.toReversed() : question.fields;
	const asked: Question = {
		...question,
		fields,
		since: addSeconds(question.since, faults.has('startExclusive') ? 1 - wider : -wider),
		until: addSeconds(question.until, faults.has('endExclusive') ? wider - 1 : wider),
	};
	const writer = recordWriter({
		format: question.format,
		fields,
		lastName: faults.has('wrongHeader') ? 'renamed_field' : undefined,
		byteOrderMark: question.byteOrderMark || faults.has('byteOrderMark'),
		crLf: faults.has('lineEndsCrLf'),
		bareNumbers: faults.has('bareNumbers'),
		unknownMembers: faults.has('unknownMembers'),
		ragged: faults.has('raggedRows'),
	});
	const limits = [question.limit, faults.count('serverLimit'), faults.has('noRecords') ? 0 : undefined];
	const most = Math.min(...limits.map((limit) => limit ?? Number.POSITIVE_INFINITY));
	const selection = { order: getOrder(question, number, faults), withoutShard: faults.has('shardsUnavailable'), asOf };

	const charset = faults.has('wrongCharset') ? 'windows-1251' : 'utf-8';
	const type = question.format === 'csv' ? 'text/csv' : 'application/json';
	return {
		status: 200,
		headers: { 'Content-Type': `${type}; charset=${charset}` },
		body: () => sampleBody(source?.batches(asked, selection) ?? [], writer, most),
	};
}

/**
 * Returns the order of the records. It is random if the request limits their number (service document, section 4.2,
 * rule 1) or if the fault `shuffled` is active.
 */
function getOrder({ limit }: Question, number: number, faults: RequestFaults) {
	if (faults.has('shuffled')) {
		return { kind: 'shuffled', number } as const;
	}
	return limit === undefined ? ({ kind: 'time' } as const) : ({ kind: 'shuffled', number: limit } as const);
}

/** Number of characters to collect before they are encoded and sent. Small writes would be expensive. */
const chunkLength = 256 * 1024;

/** Time in milliseconds after which the generator yields to other work, even if it has no output. */
const maxTurnMs = 20;

/** Generates the body on demand. Yields to timers and other requests even if no records match for a long time. */
async function* sampleBody(
	batches: Iterable<readonly SampleRecord[]>,
	writer: RecordWriter,
	maxRecords: number,
): AsyncGenerator<Buffer, void> {
	let parts = [writer.head];
	let length = writer.head.length;
	let row = 0;
	let turnEnds = performance.now() + maxTurnMs;
	for (const batch of batches) {
		for (const values of batch.slice(0, maxRecords - row)) {
			const text = writer.record(values, row++);
			parts.push(text);
			length += text.length;
		}
		if (length >= chunkLength) {
			yield Buffer.from(parts.join(''));
			parts = [];
			length = 0;
			turnEnds = performance.now() + maxTurnMs;
		} else if (performance.now() > turnEnds) {
			await setImmediate();
			turnEnds = performance.now() + maxTurnMs;
		}
		if (row >= maxRecords) {
			break;
		}
	}
	parts.push(writer.tail);
	yield Buffer.from(parts.join(''));
}
