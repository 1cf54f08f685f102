import * as assert from 'node:assert/strict';
import type { CooperativeTask } from '../../../../src/core/common/cooperativeTask';
import { parsingTrace } from '../../../../src/core/stack/parse/parseTrace';
import { readingTraces, type TraceFormat } from '../../../../src/core/stack/texts/readTraces';
import { assertNothingLost } from './support/coverage';

function endedAt<T>(steps: CooperativeTask<T>, rest: number): { readonly result: T; readonly rests: number } {
	let step = steps.next(false);
	let rests = 0;
	while (step.done !== true) {
		rests++;
		step = steps.next(rests >= rest);
	}
	return { result: step.value, rests };
}

function getTrace(index: number, frames: number): string {
	const lines = Array.from({ length: frames }, (_, line) => `\tat a.b.C${index}.m${line}(C.kt:${line + 1})`);
	return `java.lang.IllegalStateException: ${index}\n${lines.join('\n')}\n`;
}

const traces = Array.from({ length: 200 }, (_, index) => getTrace(index, 20));

const texts: Readonly<Record<TraceFormat, string>> = {
	text: traces.join('2026-11-20 10:00:00 INFO nothing happened\n'),
	csv: traces.map((trace) => `1,"${trace}"`).join('\n'),
	json: JSON.stringify({ data: traces.map((error) => ({ error })) }),
	value: JSON.stringify(traces),
	any: JSON.stringify(traces),
};

const formats: readonly TraceFormat[] = ['text', 'csv', 'json', 'value', 'any'];

describe('text that exceeds the parsing time limit', () => {
	for (const format of formats) {
		it(`returns the stack traces that were found before the time limit (${format})`, () => {
			const whole = endedAt(readingTraces(texts[format], format, undefined), Number.POSITIVE_INFINITY);
			const middle = Math.ceil(whole.rests * (format === 'text' ? 0.9 : 0.5));
			const { result, rests } = endedAt(readingTraces(texts[format], format, undefined), middle);
			assert.equal(whole.result.length, traces.length);
			assert.ok(result.length > 0 && result.length < traces.length, `${result.length} traces`);
			assert.deepEqual(result.slice(0, -1), whole.result.slice(0, result.length - 1));
			assert.ok(rests <= middle + 3, `${rests - middle} rests after the end`);
		});
	}

	it('keeps every line of a stack trace but does not parse lines after the time limit', () => {
		const text = getTrace(0, 5000);
		const { result } = endedAt(parsingTrace(text), 2);
		assertNothingLost(result, text);
		const frames = result.sections.flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'managed'));
		assert.ok(frames.length > 100 && frames.length < 2000, `${frames.length} frames`);
	});

	it('yields frequently while parsing, regardless of the content of the text', () => {
		const length = 400_000;
		const ends = '\r\n';
		const units: readonly (readonly [TraceFormat, string])[] = [
			['text', 'a\n'],
			['text', ends],
			['text', 'E/Tag( 1): \tat a.b.C.d(E.java:1)\n'],
			['text', `${'x'.repeat(60)}\\n\n`],
			['csv', '"at a.b.C.d(E.java:1)",'],
			['csv', `"x\n\tat a.b.C.d(E.java:1)"\n`],
			['json', '{"a":'],
			['json', '["some text of no trace",'],
			['value', 'a\n'],
			['value', '\\n\\tat a.b.C.d(E.java:1)'],
			['value', '["'],
		];
		for (const [format, unit] of units) {
			const text = unit.repeat(length / unit.length);
			const { rests } = endedAt(readingTraces(text, format, undefined), Number.POSITIVE_INFINITY);
			assert.ok(rests >= length / 40_000, `${JSON.stringify(unit)} as ${format}: ${rests} rests`);
		}
	});
});
