import assert from 'node:assert/strict';
import { readTraces, type TraceFormat } from '../../../../src/core/stack/texts/readTraces';
import { measured } from '../../../support/measured';
import { leastTime } from '../../../support/processorTime';

const escaped = '\\n\\tat a.b.C.d(E.java:1)';
const frame = '\tat a.b.C.d(E.java:1)\n';

const longImage = `{"usedImages":[{"name":"${'a'.repeat(50_000)}"}],"threads":[{"frames":[`;

type Make = (size: number) => string;

/** Each text consists of one construct that a careless parser reads again for every occurrence. */
const texts: readonly (readonly [name: string, format: TraceFormat, make: Make])[] = [
	['members within members', 'value', repeated('{"a":')],
	['lists within lists', 'value', repeated('[')],
	['members and lists by turns', 'value', repeated('{"a":[')],
	['what closes and never began', 'value', repeated(']}', '{')],
	['JSON within JSON', 'value', repeated('{\\"a\\":', '{"a":"')],
	['JSON in JSON in JSON', 'value', repeated('{\\\\\\"a\\\\\\":', '{"a":"{\\"a\\":\\"')],
	['strings that start other strings', 'value', repeated('{"a":"{\\"a\\":\\"')],
	['a trace in nested JSON strings', 'value', nested],
	['names', 'value', repeated('{"aaaaaaaaaaaaaaaaaaaa":1,')],
	['a property name with escapes', 'value', repeated('\\n', '{"')],
	['commas', 'value', repeated(',', '[')],
	['strings with traces', 'value', repeated(`"x${escaped}",`, '[')],
	['deeply nested strings with traces', 'value', repeated(`"x${escaped}",`, '['.repeat(60))],
	[
		'strings with traces inside another string',
		'value',
		(size) => JSON.stringify([repeated(`"x${escaped}",`, '[')(size)]),
	],
	['one trace in a string', 'value', repeated(escaped, '{"a":"x')],
	['one escaped trace', 'value', repeated(escaped, 'x')],
	['one doubly escaped trace', 'value', repeated(escaped.replaceAll('\\', '\\\\'), 'x')],
	['escaped line endings', 'value', repeated('\\n')],
	['doubly escaped line endings', 'value', repeated('\\\\n')],
	['line endings in a string', 'value', repeated('\\n', '"')],
	['tabs after a single line ending', 'value', repeated('\\t', 'message\\n')],
	['line endings followed by spaces', 'value', repeated(`\\n${' '.repeat(200)}`)],
	['backslashes', 'value', repeated('\\')],
	['backslashes in a string', 'value', repeated('\\\\', '"')],
	['escaped quotes', 'value', repeated('\\"', '"')],
	['characters as Unicode escapes', 'value', repeated('\\u0041', '"')],
	['JSON records, one per line', 'json', repeated(`{"error":"x${escaped}"}\n`)],
	['members within members', 'json', repeated('{"a":')],
	['quotes in a cell', 'csv', repeated('""', '"(')],
	['JSON in a cell', 'csv', repeated('{""a"":', '"')],
	['a trace with quotes in a cell', 'csv', repeated('\tat a.b.C.d(""E.java"":1)\n', '"')],
	['cells with traces', 'csv', numbered((number) => `"x ${number}\n${frame}"\n`)],
	['identical cells with traces', 'csv', repeated(`"x\n${frame}"\n`)],
	['cells without quotes', 'csv', repeated('at a.b.C.d(E.java:1),')],
	['members within members', 'text', repeated('{"a":')],
	['traces', 'text', repeated(`java.lang.Error: x\n${frame}\n`)],
	['one trace', 'text', repeated(frame, 'java.lang.Error: x\n')],
	['traces after tags', 'text', repeated('E/Tag( 1): \tat a.b.C.d(E.java:1)\n')],
	['traces from many sources', 'text', numbered((number) => `E/Tag${number}( ${number}): \tat a.b.C.d(E.java:1)\n`)],
	['lines with escaped traces', 'text', repeated(`x${escaped}${escaped}\n`)],
	['one line with an escaped trace', 'text', repeated(escaped, 'x')],
	['lines with escapes but no trace', 'text', repeated(`${'x'.repeat(60)}\\n\n`)],
	[
		'prefixes before long lines',
		'text',
		repeated(`2026-11-20 10:00:00 [main] INFO a.b.C - 1 1 1 1 ${'a'.repeat(9000)}\n`),
	],
	['headers', 'text', repeated('java.lang.Error: x\n')],
	['threads', 'text', repeated(`"main" prio=5\n${frame}`)],
	['empty lines', 'text', repeated('\r\n')],
	...(['value', 'text'] as const).flatMap((format): (typeof texts)[number][] => [
		['nested call stacks', format, repeated('{"callStackRootFrames":[', '{"callStacks":[')],
		['nested frames', format, repeated('{"subFrames":[', '{"callStacks":[{"callStackRootFrames":[')],
		['report frames', format, repeated('{"imageIndex":0},', '{"threads":[{"frames":[')],
		['report threads', format, repeated('{"frames":[{"imageIndex":0}]},', '{"threads":[')],
		['nested reports', format, repeated('{"threads":[{"frames":[{"imageIndex":0}]}],"usedImages":[')],
		['consecutive reports', format, repeated('{"threads":[{"frames":[{"imageIndex":0}]}]}\n')],
		['long image names', format, repeated('{"imageIndex":0},', longImage)],
		['brackets next to a report', format, repeated('[ ', '"imageIndex" ')],
		['brackets that are closed immediately', format, repeated('{"imageIndex"}{', '{')],
	]),
];

function repeated(text: string, before = ''): Make {
	return (size) => before + text.repeat(Math.floor(size / text.length));
}

function numbered(text: (number: number) => string): Make {
	return (size) => Array.from({ length: Math.floor(size / text(1000).length) }, (_, number) => text(number)).join('');
}

/** Nests JSON strings to the maximum depth for the length. Each level doubles the escapes of the next inner level. */
function nested(size: number): string {
	let text = frame;
	while (text.length < size) {
		text = JSON.stringify({ a: text });
	}
	return text.slice(0, size);
}

// Large enough that garbage collection affects both lengths in the same way.
const size = 240_000;
const times = 4;

/** The long text takes 4 times as long as the short one for a linear parser, and 16 times for a quadratic one. */
function growth(format: TraceFormat, make: Make): readonly [short: number, long: number] {
	const [short, long] = [make(size), make(times * size)];
	let [ofShort, ofLong] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
	// Alternates the measurements, because the compiler optimizes the code over time. Repeats them if the long text takes
	// too long, because garbage collection and other processes can increase its time.
	for (let round = 0; round < 3 || (round < 12 && !isLinear(ofShort, ofLong)); round++) {
		ofShort = Math.min(
			ofShort,
			leastTime(() => readTraces(short, format, undefined), 2),
		);
		ofLong = Math.min(
			ofLong,
			leastTime(() => readTraces(long, format, undefined), 1),
		);
	}
	return [ofShort, ofLong];
}

function isLinear(short: number, long: number): boolean {
	return long < 2 * times * short + 10;
}

describe('time needed to find stack traces', () => {
	for (const [name, format, make] of texts) {
		measured(`finds stack traces in time proportional to the length of the text: ${name} (${format})`, () => {
			const [short, long] = growth(format, make);
			assert.ok(isLinear(short, long), `${short} ms, and ${long} ms for ${times} times as much`);
		});
	}
});
