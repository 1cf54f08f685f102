import * as assert from 'node:assert/strict';
import { parseTrace } from '../../../../src/core/stack/parse/parseTrace';
import { readTraces } from '../../../../src/core/stack/texts/readTraces';
import type { Frame, RawLine, Section, Trace } from '../../../../src/core/stack/trace/model';
import { assertNothingLost } from './support/coverage';
import { wholeTraces } from './support/wholeTraces';

function described({ platform, header, lines }: Section): string {
	const frames = lines.filter(isFrame).map(named).join(', ');
	const head = header ? ` ${header.kind} ${header.type} | ${header.message}` : '';
	return header || frames !== '' ? `${platform}${head}: ${frames}` : platform;
}

function named({ kind, enclosing, method = '', file, line1 }: Frame): string {
	if (kind === 'gap' || kind === 'elided') {
		return kind;
	}
	const type = (enclosing?.type ?? '').split(/[.:]+/).at(-1) ?? '';
	const name = [type, enclosing?.method ?? method].filter((part) => part !== '').join('.');
	const place = [file ?? '', line1 ?? ''].join(':').replace(/:$/, '');
	return `${name}@${place}`;
}

function isFrame(line: Frame | RawLine): line is Frame {
	return line.kind !== 'raw';
}

function getFrames(trace: Trace): string[] {
	return trace.sections.flatMap(({ lines }) => lines.filter(isFrame).map(named));
}

describe('complete stack traces', () => {
	for (const { name, text, sections } of wholeTraces) {
		describe(`complete stack traces from ${name}`, () => {
			it('parses every section of a complete stack trace', () => {
				const trace = parseTrace(text);
				assertNothingLost(trace, text);
				assert.deepEqual(trace.sections.map(described), sections);
			});

			it('parses the same frames regardless of line endings, indentation and escaping', () => {
				const frames = getFrames(parseTrace(text));
				for (const other of [
					text.replaceAll('\n', '\r\n'),
					text.replaceAll('\n', '\r'),
					`${text}\n\n`,
					`\n\n${text}`,
					text.replaceAll(/^/gm, '    '),
					text.replaceAll(/^/gm, '\t'),
					JSON.stringify(text).slice(1, -1),
					JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
				]) {
					const trace = parseTrace(other);
					assertNothingLost(trace, other);
					const hint = other.includes('\n')
						? ''
						: '\nDoes a beginning in src/core/stack/languages.ts match each frame?';
					assert.deepEqual(getFrames(trace), frames, `${other}${hint}`);
				}
			});

			it('parses the frames above the point where a stack trace is truncated', () => {
				const frames = getFrames(parseTrace(text));
				for (let end = 0; end < text.length; end++) {
					const cut = text.slice(0, end);
					const whole = cut.slice(0, cut.lastIndexOf('\n') + 1);
					const found = getFrames(parseTrace(cut));
					const sure = getFrames(parseTrace(whole));
					assert.deepEqual(withoutPlace(found.slice(0, sure.length), sure), sure, cut);
					assert.deepEqual(sure, withoutPlace(frames.slice(0, sure.length), sure), cut);
				}
			});

			it('parses the remaining frames if the start of a stack trace is missing', () => {
				const frames = getFrames(parseTrace(text));
				const lines = frameLines(text);
				for (let start = 1; start < text.length; start++) {
					const cut = text.slice(start);
					const trace = parseTrace(cut);
					assertNothingLost(trace, cut);
					const behind = cut.slice(cut.indexOf('\n') + 1 || cut.length);
					const count = behind.split('\n').filter((line) => lines.has(line)).length;
					assert.ok(getFrames(trace).length >= count, `${getFrames(trace).length} of ${count}: ${cut}`);
					assert.deepEqual(getFrames(trace).slice(-count || frames.length), frames.slice(-count || frames.length), cut);
				}
			});

			it('finds a complete stack trace in a log, in CSV and in JSON', () => {
				const frames = getFrames(parseTrace(text));
				const csv = `id,error\r\n1,"${text.replaceAll('"', '""')}"\r\n2,"fine"\r\n`;
				const json = JSON.stringify({ data: [{ id: 1, error: text }, { id: 2 }] }, undefined, 2);
				for (const [format, document] of [
					['text', text],
					['csv', csv],
					['json', json],
				] as const) {
					const found = readTraces(document, format, undefined);
					assert.deepEqual(
						found.flatMap(({ trace }) => getFrames(trace)),
						frames,
						format,
					);
				}
			});
		});
	}
});

/** Returns frames of which the last one has a place only if the other frames also have it. */
function withoutPlace(frames: readonly string[], others: readonly string[]): readonly string[] {
	const [last = '', other = ''] = [frames.at(-1), others.at(-1)];
	return other.endsWith('@') && last.startsWith(other) ? [...frames.slice(0, -1), other] : frames;
}

function frameLines(text: string): ReadonlySet<string> {
	return new Set(parseTrace(text).sections.flatMap(({ lines }) => lines.filter(isFrame).map((frame) => frame.text)));
}
