import * as assert from 'node:assert/strict';
import { decisive } from '../../../../../src/core/stack/grouping/decisive';
import { findTraces } from '../../../../../src/core/stack/parse/findTraces';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { readTraces, type TraceFormat } from '../../../../../src/core/stack/texts/readTraces';
import type { Frame, Trace } from '../../../../../src/core/stack/trace/model';
import { assertNothingLost } from '../support/coverage';
import { groupKeyOfText } from '../support/groupKeyOfText';
import { androidFormats } from './android';
import { debuggerFormats } from './debuggers';
import { otherLanguageFormats } from './otherLanguages';
import { reactNativeFormats } from './reactNative';
import { sampledStackFormats } from './sampledStacks';
import { type Sibling, type SiblingFormat, Values } from './siblings';
import { toolFormats } from './tools';

const formats: readonly SiblingFormat[] = [
	...reactNativeFormats,
	...androidFormats,
	...otherLanguageFormats,
	...debuggerFormats,
	...toolFormats,
	...sampledStackFormats,
];
const seeds = Array.from({ length: 10 }, (_, index) => index + 1);

function getFrames({ sections }: Trace): Frame[] {
	return sections
		.flatMap(({ lines }) => lines)
		.filter((line): line is Frame => line.kind !== 'raw' && line.kind !== 'gap' && line.kind !== 'elided');
}

function described({ method = '', file = '', line1 }: Frame): string {
	return `${method}@${file.replace(/^\/rustc\/\w+/, '/rustc')}${line1 === undefined ? '' : `:${line1}`}`;
}

function summaryOf(trace: Trace): Omit<Sibling, 'text' | 'title'> {
	const { header } = decisive(trace);
	const [first = ''] = (header?.message ?? '').split('\n');
	return {
		platform: trace.platform,
		header: `${header?.type}: ${first
			.replace(/faultAddr .*/, 'faultAddr')
			.replace(/\[\d.*/, '[')
			.replace(/^(0x|Thread_).*/, '$1')}`,
		frames: getFrames(trace).map(described),
	};
}

function* documents(text: string, isFile: boolean): Iterable<readonly [format: TraceFormat, document: string]> {
	yield ['text', `first line\n${text}\n`];
	if (!isFile) {
		yield ['text', text.replaceAll(/^/gm, '01-02 10:00:00.000  123  456 E Shop    : ')];
	}
	yield ['csv', `id,error\r\n1,"${text.replaceAll('"', '""')}"\r\n`];
	yield ['json', JSON.stringify({ data: [{ error: text }] })];
	yield ['value', text];
}

describe('generated stack traces', () => {
	for (const { name, make, isFile = false } of formats) {
		it(`reads, links and groups ten generated stack traces: ${name}`, () => {
			const keys = new Set<string>();
			for (const seed of seeds) {
				const sibling = make(new Values(seed, 1));
				const { text, title, ...expected } = sibling;
				const trace = parseTrace(text);
				assertNothingLost(trace, text);
				assert.deepEqual(summaryOf(trace), expected, text);
				for (const [format, document] of documents(text, isFile)) {
					const found = readTraces(document, format, undefined);
					assert.equal(found.length, 1, `${format}: ${document}`);
					assert.deepEqual(
						found.flatMap((one) => getFrames(one.trace).map(described)),
						expected.frames,
						document,
					);
					assertLinked(document, found[0]?.links ?? [], sibling);
				}
				assert.equal(findTraces(text).length, 1);
				const group = groupKeyOfText(text);
				assert.equal(group.title, title || group.frames[0]?.split('.').slice(-2).join('.'));
				assert.equal(groupKeyOfText(make(new Values(seed, 2)).text).key, group.key, 'another build');
				keys.add(group.key);
			}
			assert.equal(keys.size, seeds.length, 'errors of different functions');
		});
	}
});

function assertLinked(
	document: string,
	links: readonly { readonly start: number; readonly end: number }[],
	{ frames }: Sibling,
): void {
	// JSON escapes backslashes.
	const texts = links.map(({ start, end }) => document.slice(start, end).replaceAll('\\\\', '\\'));
	for (const frame of frames) {
		const [method = '', place = ''] = frame.split('@');
		const file = place.replace(/:\d+$/, '').replace(/^\/rustc/, '');
		const isLinked = texts.some((text) => text.includes(file === '' ? method : file) || text.includes(method));
		assert.ok(isLinked || file === '', `${frame}: ${texts.join(', ')}`);
	}
}
