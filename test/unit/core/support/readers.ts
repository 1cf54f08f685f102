import { readPastedToken } from '../../../../src/core/account/pastedToken';
import type { CooperativeTask } from '../../../../src/core/common/cooperativeTask';
import { parseQueueSentence } from '../../../../src/core/export/check/bodyCheck';
import { CsvCheck } from '../../../../src/core/export/check/csvCheck';
import { JsonCheck } from '../../../../src/core/export/check/jsonCheck';
import { JsonScan } from '../../../../src/core/export/check/jsonScan';
import { plainWords } from '../../../../src/core/export/check/plainWords';
import type { RecordScan } from '../../../../src/core/export/check/recordScan';
import { comparedText } from '../../../../src/core/records/query/values/comparedText';
import { orderKey } from '../../../../src/core/records/query/values/orderKey';
import { TextSearch } from '../../../../src/core/records/query/values/textSearch';
import { recordFormat } from '../../../../src/core/records/write/recordFormats';
import { issueText } from '../../../../src/core/records/write/recordIssue';
import { parseListingJson } from '../../../../src/core/service/applicationList';
import { curlCommand } from '../../../../src/core/service/curl';
import { createRedactor, redactEnd } from '../../../../src/core/service/redaction';
import { judgeAnswer } from '../../../../src/core/service/verdict';
import {
	firstTraceIn,
	groupedTrace,
	groupKey,
	groupKeyOfFirstLine,
	TraceGrouping,
} from '../../../../src/core/stack/grouping/groupKey';
import { beginsReport, normaliseMessage } from '../../../../src/core/stack/grouping/normaliseMessage';
import { functionNames, typeFileNames, typeNames } from '../../../../src/core/stack/locate/frameNames';
import { isMinified } from '../../../../src/core/stack/locate/locateFrame';
import { mentionedClasses } from '../../../../src/core/stack/mapping/r8/retrace';
import { symbolNeeds } from '../../../../src/core/stack/mapping/tools/symbolNeeds';
import { traceNeeds } from '../../../../src/core/stack/mapping/traceNeeds';
import { isLibraryFrame } from '../../../../src/core/stack/own/libraryFrame';
import { noOwnCode } from '../../../../src/core/stack/own/ownCode';
import { OwnFrameTest } from '../../../../src/core/stack/own/ownFrameTest';
import { findingTraces } from '../../../../src/core/stack/parse/findTraces';
import { parsingTrace } from '../../../../src/core/stack/parse/parseTrace';
import { readingTraces, type TraceFormat } from '../../../../src/core/stack/texts/readTraces';
import { framePath } from '../../../../src/core/stack/trace/framePath';
import type { Frame } from '../../../../src/core/stack/trace/model';
import { mayHoldTrace } from '../../../../src/features/stackLinks/traceLanguage';
import { fold } from '../../../../src/shared/fold';
import { groupWords } from '../../../../src/shared/groupLabels';
import { lineAndColumn, readJson } from '../../../../src/webview/results/record/text/json';
import { mappingReaders } from './mappingReaders';
import type { Reader } from './reader';
import { sourceReaders } from './sourceReaders';

export const readers: readonly [Reader, ...Reader[]] = [
	{ name: 'a trace', read: readTrace },
	{ name: 'the mapping files that a trace needs', read: readNeeds },
	{ name: 'places of frames', read: readPlaces },
	...(['text', 'csv', 'json', 'value'] as const).map((format: TraceFormat) => ({
		name: `traces in ${format}`,
		read: (text: string) => readingTraces(text, format, undefined),
	})),
	{ name: 'groups of traces', read: readGroups },
	{ name: 'traces within a value', read: (text) => findingTraces(text) },
	{ name: 'whether a document has traces', read: mayHoldTrace },
	{ name: 'a message of a group', read: (text) => [normaliseMessage(text), beginsReport(text)] },
	{ name: 'description of a group', read: readGroupWords },
	{ name: 'an order of values', read: readOrder },
	{ name: 'a search', read: (text) => [fold(text), comparedText(text), new TextSearch('Needle é').inText(text)] },
	{ name: 'an issue', read: writeIssue },
	...(['csv', 'tsv', 'json', 'ndjson', 'markdown'] as const).map((format) => ({
		name: `records written as ${format}`,
		read: (text: string) =>
			recordFormat({ format, header: true, spreadsheetSafe: true }, [text.slice(0, 100)]).record([text, text], 0),
	})),
	{ name: 'records of JSON', read: (text) => scanned(new JsonScan(), text) },
	{ name: 'a response in CSV', read: (text) => scanned(new CsvCheck(), text) },
	{ name: 'a response in JSON', read: (text) => scanned(new JsonCheck(['a']), text) },
	{ name: 'JSON in the page', read: readPageJson },
	{ name: 'a pasted token', read: readPastedToken },
	{ name: 'a command line', read: (text) => curlCommand(text, text) },
	{ name: 'a refusal of the service', read: (text) => readRefusal(text, 'text/plain') },
	{ name: 'a page of the service', read: (text) => readRefusal(text, 'text/html') },
	{ name: 'a listing of applications', read: (text) => quietly(() => parseListingJson(text)) },
	{ name: 'a token in a text', read: (text) => [createRedactor(token)(text), redactEnd(text, token)] },
	...mappingReaders,
	...sourceReaders,
];

const token = 'y0_AgAAAABkQ<a>&"/Q==';
function* readTrace(text: string): CooperativeTask<unknown> {
	yield* parsingTrace(text, { osName: 'ios' });
	const trace = yield* parsingTrace(text, { osName: 'android' });
	yield;
	return groupKey(trace);
}

function* readNeeds(text: string): CooperativeTask<unknown> {
	const trace = yield* parsingTrace(text);
	return [yield* traceNeeds(trace), yield* mentionedClasses(trace), yield* symbolNeeds(trace)];
}

function* readPlaces(text: string): CooperativeTask<unknown> {
	const trace = yield* parsingTrace(text);
	yield;
	const frames = trace.sections.flatMap(({ lines }) => lines.filter((line): line is Frame => line.kind !== 'raw'));
	return frames.map((frame) => [
		isLibraryFrame(frame),
		isMinified(frame),
		framePath(frame.file),
		typeNames(frame, 'kotlin'),
		typeFileNames(frame),
		functionNames(frame),
	]);
}

function* readGroups(text: string): CooperativeTask<unknown> {
	const { group } = new TraceGrouping(yield* groupedTrace(text), new OwnFrameTest(noOwnCode));
	yield* firstTraceIn(text);
	yield;
	return [group, groupKeyOfFirstLine(text)];
}

function scanned(scan: RecordScan, text: string): unknown {
	scan.push(Buffer.from(text));
	return scan.end();
}

function readPageJson(text: string): unknown {
	const reading = readJson(text);
	return reading.kind === 'fault' ? lineAndColumn(text, reading.at) : reading.root;
}

function readGroupWords(text: string): unknown {
	return (['frames', 'message', 'topFrame'] as const).map((kind) => groupWords({ kind }, text));
}

function readOrder(text: string): unknown {
	return (['text', 'integer', 'version', 'time'] as const).map((kind) => orderKey(kind, text));
}

function writeIssue(text: string): unknown {
	return issueText({
		title: text,
		facts: [{ label: 'Fact', value: text, from: 'record' }],
		trace: { heading: 'Trace', text },
	});
}

/** In the product, the retry loop performs one of these operations at a time. */
function* readRefusal(text: string, contentType: string): CooperativeTask<unknown> {
	const body = { text, contentType, whole: true };
	for (const status of [202, 400, 403, 500]) {
		yield;
		judgeAnswer(status, body, token);
	}
	yield;
	judgeAnswer(500, { ...body, whole: false }, token);
	yield;
	plainWords(text);
	yield;
	return parseQueueSentence(text);
}

function quietly(read: () => unknown): unknown {
	try {
		return read();
	} catch {
		return undefined;
	}
}
