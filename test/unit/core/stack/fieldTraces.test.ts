import * as assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { groupKey } from '../../../../src/core/stack/grouping/groupKey';
import { isLibraryFrame } from '../../../../src/core/stack/own/libraryFrame';
import { parseTrace } from '../../../../src/core/stack/parse/parseTrace';
import { readTraces } from '../../../../src/core/stack/texts/readTraces';
import type { Frame, Header, RawLine, Trace } from '../../../../src/core/stack/trace/model';
import { assertNothingLost } from './support/coverage';

interface Expectation {
	/** Number of traces found if the text is read as a log. */
	readonly traces?: number;
	readonly frames?: number;
	/** Every header, as `type: first line of the message` or `thread name (thread, crashed)`. */
	readonly headers?: readonly string[];
	readonly title?: string;
	readonly place?: string;
	readonly type?: string;
	readonly message?: string;
	readonly keyFrames?: readonly string[];
	/** Names or images of all library frames. */
	readonly library?: readonly string[];
	readonly sameGroupAs?: string;
}

const folder = resolve('test', 'fixtures', 'traces');
const expectations = JSON.parse(readFileSync(resolve(folder, 'expectations.json'), 'utf8')) as Readonly<
	Record<string, Expectation>
>;

function read(name: string): string {
	return readFileSync(resolve(folder, name), 'utf8').trimEnd();
}

function getFrames({ sections }: Trace): Frame[] {
	return sections.flatMap(({ lines }) => lines.filter((line): line is Frame => isFrame(line)));
}

function isFrame({ kind }: Frame | RawLine): boolean {
	return kind !== 'raw';
}

function describeHeader({ kind, type, message, crashed }: Header): string {
	const [first = ''] = message.split('\n');
	return kind === 'thread' ? `${first} (thread${crashed === true ? ', crashed' : ''})` : `${type}: ${first}`;
}

function nameOf({ method, image, file = '' }: Frame): string {
	return method ?? image?.name ?? file;
}

function found(name: string, expected: Expectation): Expectation {
	const text = read(name);
	const trace = parseTrace(text);
	assertNothingLost(trace, text);
	const frames = getFrames(trace);
	const { title, place, type, message, frames: keyFrames, key } = groupKey(trace);
	const all: Required<Expectation> = {
		traces: readTraces(text, 'text', undefined).length,
		frames: frames.length,
		headers: trace.sections.flatMap(({ header }) => (header ? [describeHeader(header)] : [])),
		title,
		place,
		type,
		message,
		keyFrames,
		library: frames.filter((frame) => isLibraryFrame(frame)).map(nameOf),
		sameGroupAs:
			expected.sameGroupAs !== undefined && groupKey(parseTrace(read(expected.sameGroupAs))).key === key
				? expected.sameGroupAs
				: 'none',
	};
	const isExpected = ([property]: readonly [string, unknown]) => property in expected;
	return Object.fromEntries(Object.entries(all).filter(isExpected));
}

describe('real-world stack traces', () => {
	for (const [name, expected] of Object.entries(expectations)) {
		it(`reads and groups the stack trace in ${name}`, () => {
			assert.deepEqual(found(name, expected), expected);
		});
	}

	it('fixtures define an expected result for each real-world stack trace', () => {
		const texts = readdirSync(folder).filter((name) => name.endsWith('.txt'));
		assert.deepEqual(texts.sort(), Object.keys(expectations).sort());
	});
});
