import type { Question } from '../../core/plan/plan';
import type { RequestFaults } from '../faults/set';
import type { SampleRecords } from '../records/source';
import { addSeconds, rangeSeconds } from '../world/civilSeconds';
import { type SampleAnswer, textAnswer } from './answer';
import { recordWriter } from './recordText';
import { sampleBody } from './sampleBody';

const daySeconds = 86_400;

interface AskedExport {
	/** As it was sent: live services know a queued export by it. */
	readonly url: string;
	readonly cacheControl: string | undefined;
	/** Makes the orders of `shuffled` differ from request to request. */
	readonly number: number;
	readonly question: Question;
	/** Undefined: the application has no records. */
	readonly source: SampleRecords | undefined;
}

/** Answers a request that is as it should be, unless a fault stands in the way. */
export function answerExport(request: AskedExport, faults: RequestFaults): SampleAnswer {
	const { question } = request;
	const longest = faults.count('tooLarge');
	if (longest !== undefined && rangeSeconds(question) > longest * daySeconds) {
		return textAnswer(400, 'Request is too big. Try to use more parts.');
	}
	if (faults.has('shardsUnavailable') && !question.skipUnavailableShards) {
		return textAnswer(503, 'Some shards are unavailable. Try again later or set skip_unavailable_shards.');
	}
	return queueAnswer(request, faults) ?? records(request, faults);
}

/**
 * An export is built once and stays ready. `Cache-Control: no-cache` asks for it to be built again, which puts it at
 * the end of the queue: sent with every poll, it is never ready.
 */
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
	const anew = /\bno-cache\b/i.test(cacheControl ?? '');
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

function records({ question, number, source }: AskedExport, faults: RequestFaults): SampleAnswer {
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
	const selection = { order: orderOf(question, number, faults), withoutShard: faults.has('shardsUnavailable') };

	const charset = faults.has('wrongCharset') ? 'windows-1251' : 'utf-8';
	const type = question.format === 'csv' ? 'text/csv' : 'application/json';
	return {
		status: 200,
		headers: { 'Content-Type': `${type}; charset=${charset}` },
		body: () => sampleBody(source?.batches(asked, selection) ?? [], writer, most),
	};
}

/** With a limit the order is not guaranteed (service document, section 4.2, rule 1), so it is not the order of time. */
function orderOf({ limit }: Question, number: number, faults: RequestFaults) {
	if (faults.has('shuffled')) {
		return { kind: 'shuffled', number } as const;
	}
	return limit === undefined ? ({ kind: 'time' } as const) : ({ kind: 'shuffled', number: limit } as const);
}
