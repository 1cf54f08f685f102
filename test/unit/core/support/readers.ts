import { atOnce } from '../../../../src/core/common/steps';
import { plainWords } from '../../../../src/core/export/check/plainWords';
import { parseQueueSentence } from '../../../../src/core/export/check/queueSentence';
import { comparedText } from '../../../../src/core/records/query/values/comparedText';
import { fold } from '../../../../src/core/records/query/values/fold';
import { orderKey } from '../../../../src/core/records/query/values/orderKey';
import { TextSearch } from '../../../../src/core/records/query/values/textSearch';
import { issueText } from '../../../../src/core/records/write/issueText';
import { recordFormat } from '../../../../src/core/records/write/recordFormats';
import { parseListingJson } from '../../../../src/core/service/listingJson';
import { createRedactor, redactEnd } from '../../../../src/core/service/redaction';
import { judge } from '../../../../src/core/service/verdict';
import {
	groupingTraceIn,
	groupKey,
	groupKeyOfFirstLine,
	groupKeyOfText,
} from '../../../../src/core/stack/grouping/groupKey';
import { beginsReport, normaliseMessage } from '../../../../src/core/stack/grouping/normaliseMessage';
import { functionNames, typeFileNames, typeNames } from '../../../../src/core/stack/locate/frameNames';
import { readingOutline } from '../../../../src/core/stack/locate/outline/readOutline';
import { isMinified } from '../../../../src/core/stack/locate/unplaced';
import { ClassScan } from '../../../../src/core/stack/mapping/r8/classScan';
import { ClassSection } from '../../../../src/core/stack/mapping/r8/classSection';
import { parseLenientJson } from '../../../../src/core/stack/mapping/r8/lenientJson';
import { newestVersion } from '../../../../src/core/stack/mapping/r8/mapVersion';
import { retraceMessage } from '../../../../src/core/stack/mapping/r8/messageNames';
import { mentionedClasses } from '../../../../src/core/stack/mapping/r8/retrace';
import { countMappings } from '../../../../src/core/stack/mapping/sourceMap/segmentTable';
import { parseSourceMap } from '../../../../src/core/stack/mapping/sourceMap/sourceMapJson';
import { sourcePath } from '../../../../src/core/stack/mapping/sourceMap/sourcePath';
import { symbolNeeds } from '../../../../src/core/stack/mapping/tools/symbolNeeds';
import { traceNeeds } from '../../../../src/core/stack/mapping/traceNeeds';
import { isLibraryFrame } from '../../../../src/core/stack/own/libraryFrame';
import { noOwnCode } from '../../../../src/core/stack/own/ownCode';
import { findTraces } from '../../../../src/core/stack/parse/findTraces';
import { parseTrace } from '../../../../src/core/stack/parse/parseTrace';
import { readTraces, type TraceFormat } from '../../../../src/core/stack/texts/readTraces';
import { framePath } from '../../../../src/core/stack/trace/framePath';
import type { Frame } from '../../../../src/core/stack/trace/model';
import { mayHoldTrace } from '../../../../src/features/stackLinks/traceLanguage';
import { groupWords } from '../../../../src/shared/groupWords';

/** Everything of the product that reads a text which it did not write, by what it does. */
export const readers: readonly [Reader, ...Reader[]] = [
	{ name: 'a trace', read: readTrace },
	{ name: 'what a trace needs', read: readNeeds },
	{ name: 'places of frames', read: readPlaces },
	...(['text', 'csv', 'json', 'value'] as const).map((format: TraceFormat) => ({
		name: `traces in ${format}`,
		read: (text: string) => readTraces(text, format, undefined),
	})),
	{ name: 'groups of traces', read: readGroups },
	{ name: 'traces within a value', read: (text) => findTraces(text) },
	{ name: 'whether a document has traces', read: mayHoldTrace },
	{ name: 'a message of a group', read: (text) => [normaliseMessage(text), beginsReport(text)] },
	{ name: 'words of a group', read: readGroupWords },
	{ name: 'an order of values', read: readOrder },
	{ name: 'a search', read: (text) => [fold(text), comparedText(text), new TextSearch('Needle é').inText(text)] },
	{ name: 'an issue', read: writeIssue },
	...(['csv', 'tsv', 'json', 'ndjson', 'markdown'] as const).map((format) => ({
		name: `records written as ${format}`,
		read: (text: string) =>
			atOnce(
				recordFormat({ format, header: true, spreadsheetSafe: true }, [text.slice(0, 100)]).record([text, text], 0),
			),
	})),
	{ name: 'a refusal of the service', read: (text) => readRefusal(text, 'text/plain') },
	{ name: 'a page of the service', read: (text) => readRefusal(text, 'text/html') },
	{ name: 'a listing of applications', read: (text) => quietly(() => parseListingJson(text)) },
	{ name: 'a token in a text', read: (text) => [createRedactor(token)(text), redactEnd(text, token)] },
	{ name: 'a mapping', read: readMapping },
	{ name: 'a class of a mapping', read: readClass },
	{ name: 'JSON of a mapping', read: parseLenientJson },
	{ name: 'names in a message', read: (text) => retraceMessage(text, noNames, () => true) },
	{ name: 'a source map', read: readSourceMap },
	{ name: 'places of a source map', read: (text) => atOnce(countMappings(Buffer.from(text))) },
	{ name: 'a path of a source', read: (text) => text.split('\n', 1000).map((line) => sourcePath(line, 'src')) },
	...['kt', 'cs', 'ts', 'm', 'dart', 'swift', 'cpp', 'fs'].map((ending) => ({
		name: `an outline of .${ending}`,
		read: (text: string) => atOnce(readingOutline(`a.${ending}`, text)),
	})),
];

export interface Reader {
	readonly name: string;
	readonly read: (text: string) => unknown;
}

const token = 'y0_AgAAAABkQ<a>&"/Q==';
const noNames = { classes: () => [], sourceFile: () => undefined, hasOriginal: () => false };
const sourceMapLimits = {
	bytes: 1e9,
	lines: 1e6,
	segments: 1e6,
	sources: 1e5,
	functions: 1e6,
	values: 1e6,
	sections: 1e5,
	depth: 8,
};

function readTrace(text: string): unknown {
	const trace = parseTrace(text, { osName: 'android' });
	return [groupKey(trace), parseTrace(text, { osName: 'ios' })];
}

function readNeeds(text: string): unknown {
	const trace = parseTrace(text);
	return [atOnce(traceNeeds(trace)), atOnce(mentionedClasses(trace)), atOnce(symbolNeeds(trace))];
}

function readPlaces(text: string): unknown {
	const frames = parseTrace(text).sections.flatMap(({ lines }) =>
		lines.filter((line): line is Frame => line.kind !== 'raw'),
	);
	return frames.map((frame) => [
		isLibraryFrame(frame),
		isMinified(frame),
		framePath(frame.file),
		typeNames(frame, 'kotlin'),
		typeFileNames(frame),
		functionNames(frame),
	]);
}

function readGroups(text: string): unknown {
	return [groupKeyOfText(text), atOnce(groupingTraceIn(text, noOwnCode)), groupKeyOfFirstLine(text)];
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

function readRefusal(text: string, contentType: string): unknown {
	const body = { text, contentType, whole: true };
	return [
		[202, 400, 403, 500].map((status) => judge(status, body, token)),
		judge(500, { ...body, whole: false }, token),
		plainWords(text),
		parseQueueSentence(text),
	];
}

function readMapping(text: string): unknown {
	const scan = new ClassScan();
	scan.push(Buffer.from(text), 0);
	return scan.finish(Buffer.byteLength(text));
}

function readSourceMap(text: string): unknown {
	return atOnce(parseSourceMap(Buffer.from(text), sourceMapLimits));
}

function readClass(text: string): unknown {
	const section = new ClassSection(text, { original: 'com.a.B', minified: 'a.b', version: newestVersion });
	return ['a', 'c', ''].map((name) => [section.methods(name), section.fields(name)]);
}

function quietly(read: () => unknown): unknown {
	try {
		return read();
	} catch {
		return undefined;
	}
}
